"""Three gateways over one PostgreSQL database, each behind a proxy of its own, and 60 people."""

import asyncio
import json
import os
import socket
import sqlite3
import time

from http1 import HOST, Connection
from program import Program
from tcp_proxy import Proxy

GATEWAYS = 3
PEOPLE = 60
START_SECONDS = 30
JSON = ("Content-Type: application/json",)


def free_port():
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


class Gateway:
    """`engawa serve`, which can be killed and started again at the same port."""

    def __init__(self, number, stage):
        self.number = number
        self.stage = stage
        self.proxy = Proxy(stage.database_server.socket)
        # Between it and a REST backend.
        self.backend_proxy = None
        self.program = None
        self.port = free_port()
        # Who kills, stops or starts it waits for the others.
        self.turn = asyncio.Lock()

    def __str__(self):
        return f"gateway {self.number}"

    async def start(self):
        """Starts it; again where the database refuses it meanwhile, as who runs it would."""
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                self.program = await asyncio.to_thread(self._program)
                return
            except RuntimeError:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.2)

    def _program(self):
        stage = self.stage
        return Program(
            stage.binary, "serve", "--data", f"{stage.folder}/gateway-{self.number}", "--sign-in", stage.sign_in,
            "--request-limit", "off", "--sample-world", "off", *self._backend_arguments(), *stage.more_arguments,
            port=self.port,
            environment={
                "ENGAWA_STORE": f"postgresql://engawa@{HOST}:{self.proxy.port}/{stage.database}",
                "ENGAWA_VAULT_KEY": "5e" * 32},
            log=f"{stage.folder}/gateway-{self.number}.log")

    def _backend_arguments(self):
        if not self.backend_proxy:
            return ()
        return "--backend", f"http://{HOST}:{self.backend_proxy.port}", "--poll-interval", "1"

    async def is_ready(self):
        connection = Connection(self.port, HOST, patience=5)
        try:
            return (await connection.ask("GET", "/readyz")).status == 200
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            return False
        finally:
            connection.close()


class Stage:
    """`kind` is "embedded" or "REST": where the conversations are."""

    def __init__(self, kind, binary, folder, database_server):
        self.kind = kind
        self.binary = binary
        self.folder = folder
        self.database_server = database_server
        self.database = kind.lower()
        self.gateways = [Gateway(number, self) for number in range(GATEWAYS)]
        self.backend = None
        # Of the gateways.
        self.sign_in = "user-id"
        self.more_arguments = ()
        # The aliases and ids of the people.
        self.people = {}
        self.populations = 0
        # The memberships that somebody is changing.
        self.changing = set()

    @property
    def is_embedded(self):
        return self.kind == "embedded"

    async def open(self):
        folder = f"{self.folder}/backend"
        await self.database_server.query("postgres", f"CREATE DATABASE {self.database}")
        store = ("--store", self.database_server.url(self.database)) if self.is_embedded else ("--data", folder)
        self.backend = await asyncio.to_thread(
            Program, self.binary, "backend", *store, "--sample-world", "off", log=f"{self.folder}/backend.log")
        self.api = Connection(self.backend.port, HOST)
        await self.populate()
        for gateway in self.gateways:
            await gateway.proxy.start()
            if not self.is_embedded:
                gateway.backend_proxy = Proxy(self.backend.port)
                await gateway.backend_proxy.start()
            await gateway.start()

    async def populate(self):
        """Makes new people, who are in no conversation yet."""
        self.people = {}
        self.populations += 1
        for number in range(PEOPLE):
            alias = f"person{number:02}" + (f".{self.populations}" if self.populations > 1 else "")
            made = await self.post("/users", {"idAlias": alias, "name": f"Person {number:02}"})
            self.people[alias] = made["id"]

    async def post(self, path, value):
        answer = await self.api.ask("POST", path, JSON, json.dumps(value).encode())
        if answer.status != 201:
            raise RuntimeError(f"POST {path} at the backend: {answer.status} {answer.text[:200]}")
        return json.loads(answer.body)

    async def conversation(self, name, aliases):
        """A new group, whose first person is its admin; returns its id."""
        ids = [self.people[alias] for alias in aliases]
        made = await self.post("/conversations", {"type": "group", "name": name, "participantIds": ids})
        await self.post(f"/conversations/{made['id']}/participants", {"userId": ids[0], "role": "admin"})
        return made["id"]

    # Disturbances

    @property
    def knowing_seconds(self):
        """How long a gateway may not know what was acknowledged at another one, where nothing is disturbed.

        One second, and one for each process that waits for the same core: a busy machine lets a gateway wait as well.
        """
        return 1 + max(1, os.getloadavg()[0] / os.cpu_count())

    async def terminate_connections(self, share):
        try:
            await self.database_server.query(
                "postgres", "DO $$ BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                f"'{self.database}' AND random() < {share} AND pid <> pg_backend_pid(); END $$")
        except RuntimeError:
            # The server is being restarted, which ends them all.
            pass

    async def restart_database(self, is_crash):
        await asyncio.to_thread(self.database_server.restart, is_crash)

    async def recover(self):
        """Waits until all gateways are ready; returns whether they are."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if all([await gateway.is_ready() for gateway in self.gateways]):
                return True
            await asyncio.sleep(0.1)
        return False

    # The truth

    async def rows(self, table, conversations):
        """All rows of a table of the chat that concern these conversations, as dictionaries."""
        ids = ", ".join(f"'{id}'" for id in conversations)
        column = "conversation_id" if self.is_embedded else "conversation"
        if table == "conversations":
            column = "id"
        message = "message_id" if self.is_embedded else "message"
        condition = f"{column} IN ({ids})"
        if table == "reactions":
            condition = f"{message} IN (SELECT id FROM messages WHERE {condition})"
        sql = f"SELECT * FROM {table} WHERE {condition}"
        if self.is_embedded:
            return await self.database_server.query(self.database, sql)
        database = sqlite3.connect(f"file:{self.folder}/backend/chat.sqlite?mode=ro", uri=True)
        database.row_factory = sqlite3.Row
        try:
            names = {"conversation": "conversation_id", "user": "user_id", "message": "message_id"}
            return [{names.get(key, key): row[key] for key in row.keys()} for row in database.execute(sql)]
        finally:
            database.close()

    async def close(self):
        for gateway in self.gateways:
            if gateway.program:
                gateway.program.resume()
                gateway.program.kill()
            for proxy in filter(None, (gateway.proxy, gateway.backend_proxy)):
                if proxy.port:
                    await proxy.close()
        if self.backend:
            self.backend.kill()
