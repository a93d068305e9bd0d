"""A real PostgreSQL server of its own, in a temporary folder, which can be restarted as after a crash."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

# Where Debian puts the server's programs; else they are found by `PATH`.
PROGRAMS = Path("/usr/lib/postgresql/15/bin")
START_SECONDS = 30


class PostgreSQL:
    def __init__(self, log=None, is_durable=False, primary=None):
        """:param log: the path of a file for what it reports
        :param is_durable: whether it syncs what it acknowledges
        :param primary: the server of which it is to be a standby, with all of its databases
        """
        self.is_durable = is_durable
        # A socket's path has 107 bytes at most.
        self.folder = tempfile.mkdtemp(prefix="postgresql-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.log = open(log, "ab") if log else subprocess.DEVNULL
        self.process = None
        self.is_closed = False
        # Several threads restart it, one after the other.
        self.turn = threading.Lock()
        data = f"{self.folder}/data"
        if primary:
            make = ["pg_basebackup", "-D", data, "-h", primary.folder, "-U", "engawa", "-R", "-c", "fast", "--no-sync"]
        else:
            make = ["initdb", "-D", data, "-U", "engawa", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        program, *arguments = make
        subprocess.run(
            [*self._command(program), *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd="/")
        self.start()

    @staticmethod
    def _command(program):
        """The server refuses to run as root."""
        path = str(PROGRAMS / program) if (PROGRAMS / program).exists() else program
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        return [*user, path]

    @property
    def socket(self):
        """The path of the socket on which it listens."""
        return f"{self.folder}/.s.PGSQL.5432"

    def url(self, database):
        return f"postgresql://engawa@/{database}?host={self.folder}"

    def start(self):
        """Starts it, and waits until it takes connections."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and not self.is_closed:
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    [*self._command("postgres"), "-D", f"{self.folder}/data", "-k", self.folder, "-c",
                     "listen_addresses=", "-c", f"fsync={'on' if self.is_durable else 'off'}", "-c",
                     "max_connections=200", "-c", "log_lock_waits=on"],
                    stdout=self.log, stderr=self.log, cwd="/")
            if subprocess.run(["pg_isready", "-q", "-h", self.folder]).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL did not start")

    def restart(self, is_crash):
        """:param is_crash: whether it goes through recovery at its start, which empties unlogged tables"""
        with self.turn:
            if is_crash:
                self.kill()
            else:
                self.process.send_signal(signal.SIGINT)
                self.process.wait()
            self.start()

    def replicate(self):
        """Acknowledges from now on only what a standby has stored, too."""
        self.execute("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.execute("postgres", "SELECT pg_reload_conf()")

    def promote(self):
        """Makes a standby take changes."""
        self.execute("postgres", "SELECT pg_promote()")

    def kill(self):
        """Ends it at once, as a machine that fails."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def execute(self, database, sql):
        """Runs a statement; returns the values of its rows, a line for each row."""
        return subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "engawa", "-c", sql,
             database], check=True, capture_output=True, text=True).stdout.strip()

    async def query(self, database, sql):
        """The rows, each as a dictionary of its columns."""
        rows = f"SELECT coalesce(json_agg(row_to_json(r)), '[]') FROM ({sql}) r" if sql.startswith("SELECT") else sql
        process = await asyncio.create_subprocess_exec(
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "engawa", "-c", rows,
            database, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output, errors = await process.communicate()
        if process.returncode != 0:
            raise RuntimeError(errors.decode())
        return json.loads(output) if sql.startswith("SELECT") else []

    def close(self):
        # Another thread may be about to start it again.
        self.is_closed = True
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
