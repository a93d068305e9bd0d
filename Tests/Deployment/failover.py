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
# Each writes so many messages before the primary ends and after the standby was made one, and is refused so often while
# there is none.
MESSAGES, REFUSALS = 20, 10
# Within so many seconds that has happened.
PATIENCE_SECONDS = 15
# So many of the newest messages are looked for on a page.
SHOWN = 10
# A site that lost the hint of a change reads it within a second; twice that, because the machine is busy.
SWEEP_SECONDS = 2
# A person's, before they try again.
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
        self.accepted, self.refusals = [], []
        # By name.
        self.cookies = {}
        self.is_stopped = False

    async def post(self, path, **form):
        fields = [*self.fields, f"Content-Type: {FORM}", f"Origin: http://{HOST}:{self.port}"]
        answer = await self.connection.ask("POST", path, fields, urlencode(form).encode())
        self.cookies.update(cookie.split("=", 1) for cookie in answer.cookies)
        return answer

    @property
    def fields(self):
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return [f"Cookie: {cookies}"] if cookies else []

    async def sign_in(self):
        answer = await self.post("/sign-in", user=self.alias)
        check(answer.status == 303, f"{self.alias} signs in")

    async def page(self, site):
        """The newest page at a site, which may be another one than where they write."""
        connection = Connection(site.port, HOST)
        try:
            answer = await connection.ask("GET", f"{self.place}?at=newest", self.fields)
        finally:
            connection.close()
        return answer.status, answer.text

    async def write(self):
        while not self.is_stopped:
            text, key = f"{self.alias} says {len(self.accepted)}", secrets.token_hex(16)
            status = None
            while status != 303:
                status = (await self.post(f"{self.place}/messages", text=text, key=key)).status
                if status != 303:
                    self.refusals.append(status)
                    await asyncio.sleep(RETRY_SECONDS)
            self.accepted.append(text)


async def wait_for(condition):
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if condition():
            return True
        await asyncio.sleep(0.05)
    return False


async def shows(writer, site, texts):
    """Whether a site shows the messages; it hears of those of another site after a moment, at most SWEEP_SECONDS."""
    until = time.monotonic() + SWEEP_SECONDS
    while True:
        _, page = await writer.page(site)
        missing = [text for text in texts if text not in page]
        if not missing or time.monotonic() > until:
            break
        await asyncio.sleep(0.05)
    if missing:
        print(f"     not there: {missing}")
    return not missing


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
        sites[1].port, HOST, f"/events?watch={place.rpartition('/')[2]}", writers[1].fields, take)
    writing = [asyncio.create_task(writer.write()) for writer in writers]

    async def all_write():
        before = [len(writer.accepted) for writer in writers]
        return await wait_for(
            lambda: all(len(writer.accepted) >= count + MESSAGES for writer, count in zip(writers, before)))

    check(await all_write(), "both write while the primary is there")
    for site in sites:
        check((await writers[0].page(site))[0] == 200, "the page is shown")
    primary.kill()
    check(
        await wait_for(lambda: all(len(writer.refusals) >= REFUSALS for writer in writers)),
        "both are refused while there is none")
    for site in sites:
        status, text = await writers[0].page(site)
        check(status == 200 and " says " in text, "what is known is shown meanwhile, at each site", str(status))
    standby.promote()
    begin = time.monotonic()
    check(
        await all_write(), "both write again after the standby was made the primary",
        str([writer.refusals[-3:] for writer in writers]))
    print(f"     {time.monotonic() - begin:.1f} s after that, each had written {MESSAGES} messages more")
    for writer in writers:
        writer.is_stopped = True
    await asyncio.gather(*writing)
    statuses = {status for writer in writers for status in writer.refusals}
    check(statuses <= {502, 503, 504}, "meanwhile they were told that it did not work", str(statuses))
    accepted = [text for writer in writers for text in writer.accepted]
    stored = standby.execute(
        DATABASE, "SELECT text FROM messages WHERE kind = 'text' ORDER BY created_at").splitlines()
    check(sorted(stored) == sorted(accepted), "each accepted message is there once", f"{len(stored)}, {len(accepted)}")
    check(
        await wait_for(lambda: all(text.encode() in heard for text in stored[-2:])),
        "a stream that was open before hears of what is sent after")
    for writer, site in zip(writers, sites):
        check(await shows(writer, site, stored[-SHOWN:]), f"{writer.alias}'s site shows it")
    stream.close()
    for writer in writers:
        writer.connection.close()
