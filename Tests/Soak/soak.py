"""Uses a site for a while as people do, and checks that neither its memory nor its open descriptors grow.

With the embedded backend and with a REST backend: people load pages, send messages, react, open and lose streams.
Memory and descriptors are recorded throughout; the last third is compared with the second.
"""

import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

SECONDS = int(os.environ.get("SOAK_SECONDS", "600"))
PEOPLE = ["alice", "bob", "alice", "bob"]
CONVERSATION = "550e8400-e29b-41d4-a716-446655450001"
STREAMS = 40
# Not a participant, so the stream receives keep-alive comments only.
STRANGER = "dave"
STRANGERS_STREAMS = 4
# In seconds.
LONGEST_STREAM = 8
LONGEST_QUIET_STREAM = 90
# How long a stream may be silent: a comment is due each 20 s.
PATIENCE = 30
# The allowed growth from the second third to the last: allocators are not exact.
MEMORY_SLACK = 1.05
DESCRIPTOR_SLACK = 3
# The number of connections to a backend that may stay open for the next request.
BACKEND_CONNECTIONS = 32
# The connections to a database: one for writing, three for reading, one for searches.
DATABASE_CONNECTIONS = 5
# The server closes a connection that is idle for 30 s.
SILENCE = 35
REPOSITORY = Path(__file__).parents[2]


class Program:
    def __init__(self, *arguments):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [sys.argv[1], *arguments, "--log-level", "warning"], stdout=subprocess.PIPE, stderr=self.log, text=True,
            cwd=REPOSITORY)
        self.port = None
        for line in self.process.stdout:
            found = re.search(r":(\d+)\b", line)
            if found:
                self.port = int(found.group(1))
                break

    def memory(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def files(self):
        """The targets of the open descriptors."""
        folder = f"/proc/{self.process.pid}/fd"
        for name in os.listdir(folder):
            try:
                yield os.readlink(f"{folder}/{name}")
            except FileNotFoundError:
                pass

    def descriptors(self):
        """The number of descriptors, except those of databases, which are opened on demand and kept."""
        return sum(".sqlite" not in file for file in self.files())

    def databases(self):
        """The number of descriptors of each database file."""
        return Counter(file for file in self.files() if ".sqlite" in file)

    def stop(self):
        self.process.terminate()
        code = self.process.wait(timeout=10)
        self.log.seek(0)
        complaints = [line for line in self.log if " error " in line]
        assert code == 0, f"it ended with {code}"
        assert not complaints, complaints[:5]


class Browser:
    def __init__(self, port, alias):
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.cookie = ""
        answer = self.ask("POST", "/sign-in", {"user": alias})
        self.cookie = answer.getheader("set-cookie").split(";")[0]

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method, path, form=None):
        connection = self.connection()
        headers = {"Cookie": self.cookie, "Origin": self.origin, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urlencode(form) if form else None, headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        assert answer.status < 400, f"{method} {path}: {answer.status}"
        return answer


class Soak:
    def __init__(self, port):
        self.port = port
        self.end = time.monotonic() + SECONDS
        self.count = {"pages": 0, "messages": 0, "changes": 0, "streams": 0, "events": 0}
        self.failures = []
        self.lock = threading.Lock()

    def add(self, name, number=1):
        with self.lock:
            self.count[name] += number

    def run(self, work, *arguments):
        def guarded():
            try:
                while time.monotonic() < self.end and not self.failures:
                    work(*arguments)
            except Exception as error:  # noqa: BLE001: any error fails the test.
                self.failures.append(f"{work.__name__}: {error!r}")

        thread = threading.Thread(target=guarded, daemon=True)
        thread.start()
        return thread

    def use(self, browser):
        thread = f"/conversations/{CONVERSATION}"
        page = browser.ask("GET", random.choice(["/conversations", thread, thread, "/profile", "/bookmarks"]))
        self.add("pages")
        chance = random.random()
        if chance < 0.3:
            browser.ask("POST", f"{thread}/messages", {"text": f"soak {random.random()}", "key": os.urandom(8).hex()})
            self.add("messages")
        elif chance < 0.5:
            ids = re.findall(r'id="m-([0-9a-f-]{36})"', page.text)
            if ids:
                browser.ask("POST", f"{thread}/messages/{ids[-1]}/reactions", {random.choice(["add", "remove"]): "🎉"})
                self.add("changes")
        elif chance < 0.6:
            browser.ask("POST", f"{thread}/typing")
        time.sleep(random.random() * 0.1)

    def listen(self, browser, longest):
        connection = browser.connection()
        connection.request("GET", f"/events?watch={CONVERSATION}", headers={"Cookie": browser.cookie})
        client = connection.sock.getsockname()[1]
        answer = connection.getresponse()
        assert answer.status == 200, answer.status
        self.add("streams")
        until = min(time.monotonic() + random.random() * longest, self.end)
        while time.monotonic() < until:
            try:
                # Reads through the response object, not the socket: only that detects the last chunk of the body.
                line = answer.readline()
            except TimeoutError as error:
                raise AssertionError(f"nothing heard for {PATIENCE} s; {self.sockets(client)}") from error
            assert line, "the stream has ended by itself"
            if line.startswith(b"event:"):
                self.add("events")
            # Some clients read slowly, which must not affect others.
            if random.random() < 0.001:
                time.sleep(random.random() * 3)
        connection.close()

    def sockets(self, client):
        """The bytes in the kernel's buffers on both sides of a connection: shows whether the server has written them."""
        found = []
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, local, remote, state, queues, *_ = line.split()
            ports = [int(address.split(":")[1], 16) for address in (local, remote)]
            if client in ports and self.port in ports:
                unsent, unread = (int(size, 16) for size in queues.split(":"))
                side = "server" if ports[0] == self.port else "client"
                found.append(f"{side}: state {state}, {unsent} bytes unsent, {unread} unread")
        return "; ".join(found) or "the connection is gone"


def third(samples, number):
    part = len(samples) // 3
    return sorted(samples[number * part : (number + 1) * part])[part // 2]


def soak(name, *arguments):
    program = Program(
        "serve", "--sign-in", "user-id", "--listen", "127.0.0.1:0", "--sample-world", "on", "--request-limit", "off",
        *arguments)
    before = program.descriptors()
    work = Soak(program.port)
    browsers = [Browser(program.port, alias) for alias in PEOPLE]
    threads = [work.run(work.use, browser) for browser in browsers]
    # A session may have 16 streams, so the streams are distributed evenly.
    threads += [work.run(work.listen, browsers[number % len(browsers)], LONGEST_STREAM) for number in range(STREAMS)]
    stranger = Browser(program.port, STRANGER)
    threads += [work.run(work.listen, stranger, LONGEST_QUIET_STREAM) for _ in range(STRANGERS_STREAMS)]
    memory, descriptors = [], []
    while time.monotonic() < work.end and not work.failures:
        time.sleep(max(0.2, SECONDS / 300))
        memory.append(program.memory())
        descriptors.append(program.descriptors())
    for thread in threads:
        thread.join(timeout=40)
    until = time.monotonic() + SILENCE
    while program.descriptors() > before + DESCRIPTOR_SLACK and time.monotonic() < until:
        time.sleep(1)
    left = program.descriptors()
    databases = program.databases()
    program.stop()
    assert not work.failures, work.failures[:3]
    grown = third(memory, 2) / third(memory, 1)
    print(
        f"{name}: {SECONDS} s, {work.count}; memory {memory[0]} kB at first, then {third(memory, 1)} and "
        f"{third(memory, 2)} kB ({grown:.3f}), {max(memory)} kB at most; descriptors {third(descriptors, 1)} and "
        f"{third(descriptors, 2)}, {before} before and {left} afterwards, "
        f"and {databases.total()} of databases", flush=True)
    assert grown <= MEMORY_SLACK, "memory grows"
    slack = DESCRIPTOR_SLACK + (BACKEND_CONNECTIONS if "--backend" in arguments else 0)
    assert left <= before + slack, "descriptors are kept"
    assert databases and max(databases.values()) <= DATABASE_CONNECTIONS, databases.most_common(1)


with tempfile.TemporaryDirectory() as folder:
    soak("embedded backend", "--data", f"{folder}/embedded")
    backend = Program("backend", "--listen", "127.0.0.1:0", "--data", f"{folder}/backend", "--sample-world", "on")
    soak("REST backend", "--data", f"{folder}/site", "--backend", f"http://127.0.0.1:{backend.port}")
    backend.stop()
