"""Processes, ports and requests: what every workload of the benchmark uses."""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


class Failure(Exception):
    """Something could not be measured; the message is the reason."""


class Machine:
    """Starts processes on loopback ports, and ends each of them by its process id."""

    def __init__(self, work):
        self.work = work
        self._processes = []
        self._ports = set()

    def port(self):
        """A free port."""
        while True:
            port = random.randrange(20_000, 30_000)
            with socket.socket() as probe:
                if port not in self._ports and probe.connect_ex(("127.0.0.1", port)) != 0:
                    self._ports.add(port)
                    return port

    def start(self, name, command, port=None, environment=None):
        """Starts a process, and waits until it listens on `port`. Its output goes to a file."""
        log = open(os.path.join(self.work, f"{name}.log"), "ab")
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **(environment or {})})
        log.close()
        process.log = log.name
        self._processes.append(process)
        deadline = time.monotonic() + 20
        while port is not None and not listens(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise Failure(f"{name} did not start, see {log.name}: {tail(log.name)}")
            time.sleep(0.01)
        return process

    def stop(self, process):
        """Terminates a process, and kills it after ten seconds."""
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process in self._processes:
            self._processes.remove(process)

    def stop_all(self):
        for process in list(reversed(self._processes)):
            self.stop(process)

    def file(self, name, contents):
        path = os.path.join(self.work, name)
        with open(path, "wb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
        return path


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def tail(path):
    with open(path, errors="replace") as file:
        return file.read()[-400:].strip()


def memory(process):
    """The resident memory of a process, in KiB."""
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def processor_seconds(process):
    """The processor time that a process and its children have used."""
    ids, total = [process.pid], 0
    while ids:
        pid = ids.pop()
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
            for task in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{task}/children") as file:
                    ids += [int(child) for child in file.read().split()]
        except FileNotFoundError:
            pass
    return total / os.sysconf("SC_CLK_TCK")


class Client:
    """One kept connection to a server on loopback."""

    def __init__(self, port, cookie=None):
        self.port = port
        self.cookie = cookie
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, method, target, body=None, headers=None):
        """Returns the status, the header fields and the body of the response."""
        headers = {**({"Cookie": self.cookie} if self.cookie else {}), **(headers or {})}
        try:
            self._connection.request(method, target, body, headers)
            answer = self._connection.getresponse()
        except http.client.RemoteDisconnected:
            # The server closes connections that were idle for half a minute; only safe requests are repeated.
            if method != "GET":
                raise
            self._connection.close()
            self._connection.request(method, target, body, headers)
            answer = self._connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()

    def get(self, target):
        status, headers, body = self.ask("GET", target)
        if status != 200:
            raise Failure(f"GET {target}: {status}")
        return headers, body

    def json(self, method, target, value=None):
        body = None if value is None else json.dumps(value).encode()
        status, _, answer = self.ask(method, target, body, {"Content-Type": "application/json"} if body else {})
        if not 200 <= status < 300:
            raise Failure(f"{method} {target}: {status} {answer[:200]}")
        return json.loads(answer) if answer else None

    def post(self, target, **fields):
        """Sends a form as a page of the site does."""
        origin = f"http://127.0.0.1:{self.port}"
        return self.ask("POST", target, urllib.parse.urlencode(fields), {
            "Content-Type": "application/x-www-form-urlencoded", "Origin": origin})

    def sign_in(self, alias):
        """Signs in, and keeps the session cookie."""
        status, headers, _ = self.post("/sign-in", user=alias)
        cookies = [value.split(";")[0] for name, value in headers if name.lower() == "set-cookie"]
        if status != 303 or not cookies:
            raise Failure(f"{alias} could not sign in: {status}")
        self.cookie = cookies[0]
        return self


def run(command):
    """Runs a program of the benchmark that prints its measurements as one JSON object."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    lines = result.stdout.strip().splitlines()
    try:
        return {**json.loads(lines[-1]), "complaint": result.stderr.strip()}
    except (IndexError, json.JSONDecodeError):
        raise Failure(f"{os.path.basename(str(command[0]))}: {(result.stderr or result.stdout).strip()[-300:]}") from None


def wrk(port, target, cookie, seconds, connections):
    """Requests a page repeatedly, over several connections at once."""
    return run([
        "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", os.path.join(HERE, "measure.lua"),
        "-H", f"Cookie: {cookie}", "-H", "Accept-Language: en", f"http://127.0.0.1:{port}{target}"])
