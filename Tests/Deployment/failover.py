"""Two sites on a database that has a standby: the primary ends while people write, and the standby takes its place."""

import asyncio
import json
import secrets
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

from support import check

sys.path.insert(0, str(Path(__file__).parents[1] / "Python"))

from http1 import FORM, HOST, Connection, EventStream  # noqa: E402
from postgresql import PostgreSQL  # noqa: E402
from program import Program  # noqa: E402

DATABASE = "engawa"
KEY = {"ENGAWA_VAULT_KEY": "5a" * 32}
# The people write so long before, while there is no primary, and after the standby was made one.
BEFORE_SECONDS, AWAY_SECONDS, AFTER_MESSAGES = 1, 3, 20
# Within so many seconds after that, everybody writes again, and hears.
RECOVERY_SECONDS = 15
RETRY_SECONDS = 0.2


def check_failover(binary, folder):
    primary = PostgreSQL(folder / "primary.log", is_durable=True)
    servers, programs = [primary], []
    try:
        primary.execute("postgres", f"CREATE DATABASE {DATABASE}")
        standby = PostgreSQL(folder / "standby.log", is_durable=True, primary=primary)
        servers.append(standby)
        primary.replicate()
        url = f"postgresql://engawa@/{DATABASE}?host={primary.folder},{standby.folder}"

        def start(name, *arguments):
            programs.append(Program(
                binary, *arguments, "--sample-world", "off", environment={"ENGAWA_STORE": url, **KEY},
                log=folder / f"{name}.log"))
            return programs[-1]

        backend = start("failover-backend", "backend")
        sites = [
            start(f"failover-{number}", "serve", "--data", folder / f"failover-{number}", "--sign-in", "user-id",
                  "--request-limit", "off")
            for number in range(2)]
        asyncio.run(follow(backend, sites, primary, standby))
    finally:
        for program in programs:
            program.kill()
        for server in servers:
            server.close()


class Writer:
    """Somebody who writes one message after the other at one site, each until it is accepted, with the same key."""

    def __init__(self, alias, site, place):
        self.alias, self.place = alias, place
        self.port = site.port
        self.connection = Connection(site.port, HOST)
        self.accepted, self.statuses = [], set()
        self.cookie = None
        self.is_stopped = False

    async def post(self, path, **form):
        fields = [f"Content-Type: {FORM}", f"Origin: http://{HOST}:{self.port}"]
        if self.cookie:
            fields.append(f"Cookie: {self.cookie}")
        return await self.connection.ask("POST", path, fields, urlencode(form).encode())

    async def sign_in(self):
        answer = await self.post("/sign-in", user=self.alias)
        check(answer.status == 303, f"{self.alias} signs in")
        self.cookie = "; ".join(answer.cookies)

    async def page(self, query=""):
        answer = await self.connection.ask("GET", f"{self.place}{query}", [f"Cookie: {self.cookie}"])
        return answer.status, answer.text

    async def write(self):
        while not self.is_stopped:
            text, key = f"{self.alias} says {len(self.accepted)}", secrets.token_hex(16)
            status = None
            while status != 303:
                status = (await self.post(f"{self.place}/messages", text=text, key=key)).status
                self.statuses.add(status)
                if status != 303:
                    await asyncio.sleep(RETRY_SECONDS)
            self.accepted.append(text)


async def wait_for(condition, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        await asyncio.sleep(0.05)
    return False


async def make_conversation(backend):
    """A group of two people; returns its address."""
    api = Connection(backend.port, HOST)

    async def post(path, value):
        answer = await api.ask("POST", path, ["Content-Type: application/json"], json.dumps(value).encode())
        check(answer.status == 201, f"POST {path} at the backend")
        return json.loads(answer.body)["id"]

    people = [await post("/users", {"idAlias": alias, "name": alias}) for alias in ("mia", "kai")]
    group = await post("/conversations", {"type": "group", "name": "縁側", "participantIds": people})
    api.close()
    return f"/conversations/{group}"


async def follow(backend, sites, primary, standby):
    place = await make_conversation(backend)
    writers = [Writer(alias, site, place) for alias, site in zip(("mia", "kai"), sites)]
    heard = b""

    def take(name, id, data):
        nonlocal heard
        heard += data

    for writer in writers:
        await writer.sign_in()
    stream = await EventStream.open(
        sites[1].port, HOST, f"/events?watch={place.rpartition('/')[2]}", [f"Cookie: {writers[1].cookie}"], take)
    writing = [asyncio.create_task(writer.write()) for writer in writers]
    await asyncio.sleep(BEFORE_SECONDS)
    before = [len(writer.accepted) for writer in writers]
    check(min(before) > 0, "both write while the primary is there")
    status, _ = await writers[0].page()
    check(status == 200, "the page is shown")
    primary.kill()
    await asyncio.sleep(AWAY_SECONDS)
    status, text = await writers[0].page()
    check(status == 200 and "mia says" in text, "what is known is shown while there is none", str(status))
    away = [len(writer.accepted) for writer in writers]
    standby.promote()
    begin = time.monotonic()
    check(
        await wait_for(
            lambda: all(
                len(writer.accepted) > count + AFTER_MESSAGES for writer, count in zip(writers, away)),
            RECOVERY_SECONDS),
        "both write again after the standby was made the primary", str([writer.statuses for writer in writers]))
    print(f"     {time.monotonic() - begin:.1f} s after that, each had written {AFTER_MESSAGES} messages more")
    for writer in writers:
        writer.is_stopped = True
    await asyncio.gather(*writing)
    statuses = set().union(*(writer.statuses for writer in writers))
    check(statuses <= {303, 502, 503, 504}, "meanwhile they are told that it did not work", str(statuses))
    accepted = [text for writer in writers for text in writer.accepted]
    stored = standby.execute(
        DATABASE, "SELECT text FROM messages WHERE kind = 'text' ORDER BY created_at").splitlines()
    check(sorted(stored) == sorted(accepted), "each accepted message is there once", f"{len(stored)}, {len(accepted)}")
    check(
        await wait_for(lambda: all(text.encode() in heard for text in stored[-2:]), RECOVERY_SECONDS),
        "a stream that was open before hears of what is sent after")
    pages = [(await writer.page("?at=newest"))[1] for writer in writers]
    check(all(text in page for page in pages for text in stored[-10:]), "both sites show it")
    stream.close()
    for writer in writers:
        writer.connection.close()
