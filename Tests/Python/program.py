"""`engawa` in a process of its own, and what it takes."""

import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

STOP_SECONDS = 15
TICKS = os.sysconf("SC_CLK_TCK")
REPOSITORY = Path(__file__).parents[2]


class Program:
    def __init__(self, binary, *arguments, port=0, environment=None, log=None):
        """Starts it, and waits until it listens.

        :param port: 0 for a free one
        :param environment: variables beside those of this process
        :param log: a file to which its log is appended; without one it is temporary
        """
        self.log = open(log, "a+") if log else tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [binary, *arguments, "--listen", f"127.0.0.1:{port}", "--log-level", "warning"], stdout=subprocess.PIPE,
            stderr=self.log, text=True, cwd=REPOSITORY, env={**os.environ, **(environment or {})})
        for line in self.process.stdout:
            found = re.search(r":(\d+)\b", line)
            # The address that it prints may be that of a proxy.
            if found or port:
                self.port = port or int(found.group(1))
                return
        self.log.seek(0)
        raise RuntimeError(f"{arguments[0]} did not start: {self.log.read()[-400:].strip()}")

    def memory(self):
        """In bytes: what it holds now, without what it shares with other processes."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return 1024 * sum(int(kib) for kib in re.findall(r"Private_\w+:\s+(\d+) kB", rollup))

    def cpu(self):
        """In seconds, of all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def complaints(self):
        """Errors in its log, besides what it refused as too much at once."""
        self.log.seek(0)
        return [line.strip() for line in self.log if " error " in line and "overloaded" not in line]

    @property
    def is_running(self):
        return self.process.poll() is None

    def pause(self):
        """Takes the processor away from it (SIGSTOP), until `resume`."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        if self.is_running:
            self.process.send_signal(signal.SIGCONT)

    def stop(self):
        """Stops it with SIGTERM; returns its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return "none: it did not stop"

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
