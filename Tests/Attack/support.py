"""Shared by all cases: a separate server, its memory and descriptors, and failures."""

import http.client
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
HOST = "127.0.0.1"
# The address of clients that are not part of the attack.
BYSTANDER = "127.0.0.2"
FORM = "application/x-www-form-urlencoded"
# The password of all sample users.
SAMPLE_PASSWORD = "veranda-by-the-sea"
# The timeout for starting and stopping a server, in seconds.
START_SECONDS = 30
STOP_SECONDS = 10
# The longest permitted response time of other clients during an attack, in seconds.
ANSWER_SECONDS = 1
# The address space of a server, if a case bounds it, so that an attack can't use all memory of the machine.
ADDRESS_SPACE = 4 << 30
MEBIBYTE = 1 << 20


class Failed(Exception):
    """The attack has succeeded."""


class TooSlow(Failed):
    """A response took too long. The machine may be busy, so the case is tried once more."""


def require(condition, message):
    if not condition:
        raise Failed(message)


def wait_until(condition, seconds):
    """Waits until `condition` holds; returns whether it did before the timeout."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def free_port():
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


class Run:
    """The options of the command line, and a temporary folder."""

    def __init__(self, binary, is_short, seconds):
        self.binary = binary
        self.is_short = is_short
        self.seconds = seconds
        self.folder = Path(tempfile.mkdtemp(prefix="engawa-attack-"))
        self.servers = []
        help_text = subprocess.run([binary, "--help"], capture_output=True, text=True, timeout=START_SECONDS).stdout
        # Rate limits would reject the requests of some cases; an older binary does not have this setting.
        self.unlimited = ["--request-limit", "off"] if "--request-limit" in help_text else []

    def choose(self, short, long):
        return short if self.is_short else long

    def serve(self, *arguments, **options):
        return self.start("serve", *arguments, **options)

    def start(self, *arguments, **options):
        server = Server(self, arguments, **options)
        self.servers.append(server)
        return server

    def end_servers(self):
        for server in self.servers:
            server.kill()
        self.servers.clear()

    def clean_up(self):
        self.end_servers()
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """`engawa` on a port that the system chooses unless one is given, with a separate data folder unless `data` is one.
    `prefix` is a command that runs it."""

    def __init__(self, run, arguments, port=0, is_bounded=False, environment=None, data=None, prefix=()):
        place = Path(tempfile.mkdtemp(dir=run.folder, prefix="data-"))
        self.data = data or place
        self.log = place.with_suffix(".log")
        output = place.with_suffix(".out")
        command = [run.binary, *arguments, "--listen", f"{HOST}:{port}", "--data", str(self.data)]
        if is_bounded:
            command = ["prlimit", f"--as={ADDRESS_SPACE}", "--core=0", *command]
        command = [*prefix, *command]
        with open(output, "w") as out, open(self.log, "w") as log:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=log, cwd=REPOSITORY, env={**os.environ, **(environment or {})})
        self.pid = self.process.pid
        announced = None

        def has_announced():
            nonlocal announced
            announced = re.search(r"https?://[^\s/]*?:(\d+)", output.read_text())
            return announced or self.process.poll() is not None

        wait_until(has_announced, START_SECONDS)
        if not announced:
            self.kill()
            raise Failed(f"the server did not start: {self.log.read_text()[-400:]}")
        # With --public-url the output shows that address, so the port is the requested one.
        self.port = port or int(announced.group(1))

    @property
    def is_up(self):
        return self.process.poll() is None

    def require_up(self, after, seconds=0):
        """Fails if the process ends within `seconds`: a crashing process may take a moment."""
        if wait_until(lambda: not self.is_up, seconds):
            raise Failed(f"the server ended with {self.process.returncode} after {after}")

    def ask(self, what, send):
        """The response to `send`, which must arrive."""
        try:
            return send()
        except (OSError, http.client.HTTPException) as error:
            self.require_up(what, 2)
            raise Failed(f"no answer to {what}: {error!r}") from error

    def status(self, name):
        return int(re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text()).group(1)) * 1024

    def memory(self):
        """Resident memory, in bytes."""
        return self.status("VmRSS")

    def peak(self):
        """Peak resident memory since the start or since `forget_peak`, in bytes."""
        return self.status("VmHWM")

    def forget_peak(self):
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def descriptors(self):
        """The number of open descriptors, except those of databases, which are opened on demand."""
        count = 0
        for name in os.listdir(f"/proc/{self.pid}/fd"):
            try:
                count += ".sqlite" not in os.readlink(f"/proc/{self.pid}/fd/{name}")
            except FileNotFoundError:
                pass
        return count

    def processor_seconds(self):
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rows(self, database, query):
        connection = sqlite3.connect(f"file:{self.data / database}?mode=ro", uri=True)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def stop(self):
        """Stops the server with SIGTERM, and returns how many seconds that took."""
        begin = time.monotonic()
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired as error:
            self.kill()
            raise Failed(f"the server did not stop within {STOP_SECONDS} s") from error
        return time.monotonic() - begin

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
