"""Shared by all checks: what passed, programs that are started and stopped, and requests."""

import os
import socket
import subprocess
import time
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
DEPLOY = REPOSITORY / "deploy"
HOST = "127.0.0.1"
# The name of the site in the files, and in these checks.
NAME = "chat.example.org"
START_SECONDS = 30
STOP_SECONDS = 10
# Whom root becomes for a program that must not be root.
NOBODY = 65534


class Failed(Exception):
    """A file of deploy/ is not right."""


passed = 0


def check(condition, what, detail=""):
    global passed
    if not condition:
        raise Failed(f"{what} {detail}")
    passed += 1
    print(f"ok: {what}", flush=True)


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


def run(*command, **options):
    """Runs a program to its end, and returns it with its output."""
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=options.pop("timeout", 60), **options)


class Program:
    """A program that runs until the end of a `with`."""

    def __init__(self, folder, name, *command, env=None, **options):
        self.log = Path(folder) / f"{name}.log"
        self.name = name
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=env and {**os.environ, **{k: str(v) for k, v in env.items()}}, **options)

    def wait_for(self, condition):
        started = wait_until(lambda: self.process.poll() is not None or condition(), START_SECONDS)
        if self.process.poll() is not None or not started:
            raise Failed(f"{self.name} did not start: {self.log.read_text()[-1500:]}")
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def status(url, *arguments):
    """The status of a response to curl; 0 if there is none."""
    answer = run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "10", *arguments, url)
    return int(answer.stdout or 0)


def serve(binary, folder, *arguments, name="engawa", **options):
    """The site on a free port of loopback, with the sample data. Has `port` and `url`."""
    port = free_port()
    site = Program(
        folder, name, binary, "serve", "--listen", f"{HOST}:{port}", "--data", Path(folder) / f"{name}-data",
        "--sample-world", "on", *arguments, cwd=REPOSITORY, **options)
    site.port = port
    site.url = f"http://{HOST}:{port}"
    return site.wait_for(lambda: status(f"{site.url}/readyz") == 200)
