"""What every case needs: a server of its own, a client with cookies, raw sockets, and somebody else who keeps asking."""

import http.client
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

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


class Client:
    """A browser: it keeps cookies, and says where its forms come from."""

    def __init__(self, port, host=HOST, source=HOST, scheme="http"):
        self.port = port
        self.host = f"{host}:{port}"
        self.origin = f"{scheme}://{self.host}"
        self.source = source
        self.cookies = {}

    def cookie_header(self):
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method, path, form=None, headers=None, timeout=30, source=None):
        """The answer, with its text in `text`. `form` is pairs, or bytes that are sent as they are."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=timeout, source_address=(source or self.source, 0))
        fields = {"Host": self.host}
        if self.cookies:
            fields["Cookie"] = self.cookie_header()
        body = None
        if method not in ("GET", "HEAD"):
            fields["Origin"] = self.origin
            fields["Content-Type"] = FORM
            body = form if isinstance(form, bytes) else urlencode(form or {}).encode()
        fields.update(headers or {})
        try:
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            answer.text = answer.read().decode(errors="replace")
        finally:
            connection.close()
        for cookie in answer.headers.get_all("set-cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            if value and "Max-Age=0" not in cookie:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer

    def get(self, path, **options):
        return self.ask("GET", path, **options)

    def post(self, path, form=None, **options):
        return self.ask("POST", path, form, **options)

    def sign_in(self, user):
        """With the user ID alone."""
        answer = self.post("/sign-in", {"user": user})
        require(answer.status == 303 and self.cookies, f"{user} can't sign in: {answer.status}")
        return self

    def register(self, alias, password="correct-horse-battery-9"):
        answer = self.post("/register", {
            "username": alias, "email": f"{alias}@example.org", "name": alias.title(), "password": password,
            "password-again": password, "stay": "on"})
        require(answer.status == 303, f"{alias} can't register: {answer.status}")
        return self

    def ask_for_stream(self, path="/events", timeout=10):
        """The socket on which an event stream comes."""
        stream = socket.create_connection((HOST, self.port), timeout=timeout, source_address=(self.source, 0))
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie_header()}\r\n"
                       "Accept: text/event-stream\r\n\r\n".encode())
        return stream

    def open_stream(self, path="/events", timeout=10):
        """The socket of an event stream, and what came first."""
        stream = self.ask_for_stream(path, timeout)
        return stream, stream.recv(4096)


def exchange(port, data, timeout=5, ends_writing=False, source=HOST):
    """What is answered to `data`, and whether the connection was closed within `timeout`."""
    answer = b""
    with socket.create_connection((HOST, port), timeout=timeout, source_address=(source, 0)) as connection:
        try:
            connection.sendall(data)
            if ends_writing:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            return answer, False
        except ConnectionError:
            pass
    return answer, True


class Watch:
    """Asks for /healthz from another address all the while, and keeps how long the slowest answer took."""

    def __init__(self, server, seconds=ANSWER_SECONDS, pause=0.05):
        self.server = server
        self.seconds = seconds
        self.pause = pause
        self.worst = 0.0
        self.count = 0
        self.failures = []
        self.is_over = False
        self.thread = threading.Thread(target=self.keep_asking, daemon=True)

    def keep_asking(self):
        while not self.is_over:
            begin = time.monotonic()
            try:
                status = Client(self.server.port, source=BYSTANDER).get("/healthz", timeout=10).status
                if status != 200:
                    self.failures.append(str(status))
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
            self.worst = max(self.worst, time.monotonic() - begin)
            self.count += 1
            time.sleep(self.pause)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, error, trace):
        self.is_over = True
        self.thread.join(timeout=15)
        if kind:
            return
        self.server.require_up("the attack")
        require(not self.failures, f"{len(self.failures)} of {self.count} others were not answered: {self.failures[:2]}")
        if self.worst > self.seconds:
            raise TooSlow(f"another's answer took {self.worst:.2f} s")

    def __str__(self):
        return f"others waited {self.worst * 1000:.0f} ms at most ({self.count} asked)"
