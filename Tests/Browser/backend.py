"""The REST backend beside a site."""

import signal
import subprocess
import time
import urllib.request

from conftest import BINARY, REPOSITORY, free_port


class Backend:
    """The REST backend, as a process that can be stopped, suspended, and replaced by one with invalid responses."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, "backend", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder, "--sample-world", "on",
             "--log-level", "error"], cwd=REPOSITORY)
        for _ in range(500):
            try:
                urllib.request.urlopen(f"{self.url}/users", timeout=1)
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("the backend did not start")

    def stop(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        self.process.wait(timeout=5)
