"""`engawa` in a process of its own, and what it takes."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

STOP_SECONDS = 15
TICKS = os.sysconf("SC_CLK_TCK")
REPOSITORY = Path(__file__).parents[2]


class Program:
    def __init__(self, binary, *arguments):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [binary, *arguments, "--listen", "127.0.0.1:0", "--log-level", "warning"], stdout=subprocess.PIPE,
            stderr=self.log, text=True, cwd=REPOSITORY)
        for line in self.process.stdout:
            if found := re.search(r":(\d+)\b", line):
                self.port = int(found.group(1))
                return
        raise RuntimeError(f"{arguments[0]} did not start: {self.complaints()}")

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
