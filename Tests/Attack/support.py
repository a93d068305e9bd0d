"""What every case needs: a server of its own, what it holds, and how a case fails."""

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
# Where the people come from who are not part of the attack.
BYSTANDER = "127.0.0.2"
FORM = "application/x-www-form-urlencoded"
# The password of everybody in the sample world.
SAMPLE_PASSWORD = "veranda-by-the-sea"
# Within this, in seconds, a server has started, and has stopped.
START_SECONDS = 30
STOP_SECONDS = 10
# Within this, in seconds, somebody else has an answer while an attack runs.
ANSWER_SECONDS = 1
# So much address space a server may have where a case wants it bounded: an attack that takes all memory ends there.
ADDRESS_SPACE = 4 << 30
MEBIBYTE = 1 << 20


class Failed(Exception):
    """The server has not withstood the case."""


class TooSlow(Failed):
    """Something took too long. The machine may be at fault, so the runner tries such a case once more."""


def require(condition, message):
    if not condition:
        raise Failed(message)


def wait_until(condition, seconds):
    """Waits until `condition` holds, and says whether it did within that time."""
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
    """What the command line asks for, and a folder that goes with the run."""

    def __init__(self, binary, is_short, seconds):
        self.binary = binary
        self.is_short = is_short
        self.seconds = seconds
        self.folder = Path(tempfile.mkdtemp(prefix="engawa-attack-"))
        self.servers = []
        help_text = subprocess.run([binary, "--help"], capture_output=True, text=True, timeout=START_SECONDS).stdout
        # Budgets of requests would stand before what some cases try; a binary may be older than they are.
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
    """`engawa` with a data folder of its own, on a port that the system chooses unless one is given."""

    def __init__(self, run, arguments, port=0, is_bounded=False, environment=None):
        self.data = Path(tempfile.mkdtemp(dir=run.folder, prefix="data-"))
        self.log = self.data.with_suffix(".log")
        output = self.data.with_suffix(".out")
        command = [run.binary, *arguments, "--listen", f"{HOST}:{port}", "--data", str(self.data)]
        if is_bounded:
            command = ["prlimit", f"--as={ADDRESS_SPACE}", "--core=0", *command]
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
        # With --public-url that address is announced, so the port is the one that was asked for.
        self.port = port or int(announced.group(1))

    @property
    def is_up(self):
        return self.process.poll() is None

    def require_up(self, after, seconds=0):
        """Waits so long for it to end, since a process that fails may take a moment."""
        if wait_until(lambda: not self.is_up, seconds):
            raise Failed(f"the server ended with {self.process.returncode} after {after}")

    def ask(self, what, send):
        """The answer to `send`, which must come."""
        try:
            return send()
        except (OSError, http.client.HTTPException) as error:
            self.require_up(what, 2)
            raise Failed(f"no answer to {what}: {error!r}") from error

    def status(self, name):
        return int(re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text()).group(1)) * 1024

    def memory(self):
        """What it holds in memory, in bytes."""
        return self.status("VmRSS")

    def peak(self):
        """The most that it held since the start or since `forget_peak`, in bytes."""
        return self.status("VmHWM")

    def forget_peak(self):
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def descriptors(self):
        """How many are open, but for those of databases, which open when they are needed."""
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
        """Stops it as an operator does, and returns how many seconds that took."""
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
