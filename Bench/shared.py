"""Workloads of several sites on one PostgreSQL database."""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import live
import pages
import writing
from machine import Client, Failure
from sites import Engawa
from world import WATCHERS, messages

sys.path.append(str(Path(__file__).parent.parent / "Tests" / "Python"))
from http1 import FORM, HOST, Connection, EventStream  # noqa: E402
from postgresql import PostgreSQL  # noqa: E402

SITES = 3
# 32 bytes, in hexadecimal digits.
KEY = "5a" * 32
# Connections that wait for notifications beside those of the sites, and how many wait in all.
OTHER_LISTENERS, LISTENERS = 27, 30
FEW_POSTS, MANY_POSTS = 200, 2_000
# Of MANY_POSTS, how many are followed from the request to the event.
FOLLOWED_POSTS = 100
RESUMED_SECONDS = 5


class Installation:
    """Sites on one database with the benchmark's world, and what measures it."""

    def __init__(self, bench, name, sites=SITES, backend=None):
        self.bench, self.name = bench, name
        self.database = name
        self.log = os.path.join(bench.machine.work, f"{name}-postgresql.log")
        self.server = PostgreSQL(self.log, is_durable=True)
        self.server.execute("postgres", f"CREATE DATABASE {self.database}")
        self.environment = {"ENGAWA_STORE": self.server.url(self.database), "ENGAWA_VAULT_KEY": KEY}
        if backend is None:
            self._copy_world()
        before = [] if backend is None else ["--backend", f"http://127.0.0.1:{backend.port}"]
        self.sites = [
            Engawa(
                bench.machine, bench.binary, f"{name}{number}", ["serve", "--data", bench.new_data(f"{name}{number}"), *before],
                self.environment)
            for number in range(sites)]

    def _copy_world(self):
        folder = self.bench.copy_of_data(f"{self.name}-world")
        copied = subprocess.run(
            [self.bench.binary, "store", "copy", "--from", "data", "--data", folder, "--to", self.server.url(self.database)],
            capture_output=True, text=True, env={**os.environ, "ENGAWA_VAULT_KEY": KEY})
        if copied.returncode != 0:
            raise Failure(f"the world was not copied: {copied.stderr[-300:]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for site in self.sites:
            self.bench.machine.stop(site.process)
        self.server.close()

    def transactions(self):
        """How many the server has ended."""
        return int(self.server.execute(
            "postgres", f"SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = '{self.database}'"))

    def lock_waits(self):
        """What its log says of waits for locks (`log_lock_waits`, longer than a second)."""
        with open(self.log, errors="replace") as log:
            return [line.strip() for line in log if "still waiting for" in line]


def shared(bench, report):
    warm(bench, report)
    sending(bench, report)
    spreading(bench, report)
    resuming(bench, report)
    polling(bench, report)


def warm(bench, report):
    """The conversation page with PostgreSQL, next to the same with SQLite."""
    target = f"/conversations/{bench.world.thread}"
    folder = Engawa(bench.machine, bench.binary, "in-folder", ["serve", "--data", bench.copy_of_data("in-folder")])
    with Installation(bench, "warm_pages", sites=1) as installation:
        rivals = []
        for name, site in (("PostgreSQL", installation.sites[0]), ("SQLite", folder)):
            reader = Client(site.port).sign_in("reader")
            for _ in range(3):
                reader.get(target)
            rivals.append(pages.Contender(name, site.port, target, reader.cookie, site.process))
        pages.in_turn(rivals, bench.rounds, bench.seconds)
        report.at_least(
            "conversation page, warm: PostgreSQL ÷ SQLite", pages.ratio(*rivals), 0.8, pages.pages_a_second(*rivals))
    bench.machine.stop(folder.process)


def writers(bench, installation):
    """Somebody at each site with a conversation: messages of one conversation are stored one after the other."""
    places = (("writer", bench.world.sending), ("historian", bench.world.history), ("reader", bench.world.thread))
    return [
        (site, alias, Client(site.port).sign_in(alias), conversation)
        for site, (alias, conversation) in zip(installation.sites, places)]


def sending(bench, report):
    """Sends at all sites at once, and looks each message up."""
    with Installation(bench, "sending") as installation:
        places = writers(bench, installation)

        def send(number, round):
            site, _, client, conversation = places[number]
            return writing.send(
                bench, site, client, conversation, bench.seconds, 10**9, f"s{number}r{round}n")

        rates, accepted = [], set()
        for round in range(bench.rounds):
            with ThreadPoolExecutor(SITES) as pool:
                results = list(pool.map(lambda number: send(number, round), range(SITES)))
            if refused := sum(measured["refused"] for measured, _ in results):
                raise Failure(f"{refused} messages were refused: {results[0][0]['complaint']}")
            rates.append(sum(measured["per_second"] for measured, _ in results))
            accepted |= set().union(*(texts for _, texts in results))
        backend = Engawa(bench.machine, bench.binary, "sending-shared-backend", ["backend"], installation.environment)
        found = [
            message["text"] for _, alias, _, conversation in places
            for message in messages(backend.port, conversation, bench.world.people[alias])]
        bench.machine.stop(backend.process)
        lost, twice = len(accepted - set(found)), len(found) - len(set(found))
        report.at_least(
            f"messages sent a second ({SITES} sites, PostgreSQL)", statistics.median(rates), 2_000,
            f"{writing.SENDING_CONNECTIONS} clients at each site, each site in a conversation of its own")
        report.at_most(
            "messages lost or stored twice (PostgreSQL)", lost + twice, 0, f"{len(accepted):,} accepted, each looked for")


def spreading(bench, report):
    """How long a post at one site takes to the streams at another."""
    with Installation(bench, "spreading") as installation:
        times = asyncio.run(Following(bench, installation).run(FEW_POSTS, bench.seconds * 2))
        for name, value, required in (("median", 0.5, 10), ("p99", 0.99, 25)):
            report.at_most(
                f"post at one site, event at another, {FEW_POSTS} a second: {name} (ms)", percentile(times, value),
                required, f"{len(times):,} posts")
        listeners = [
            subprocess.Popen(
                ["psql", "-q", "-h", installation.server.folder, "-U", "engawa", installation.database],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
            for _ in range(OTHER_LISTENERS)]
        for listener in listeners:
            listener.stdin.write("LISTEN engawa_signals;\n")
            listener.stdin.flush()
        with ThreadPoolExecutor(SITES) as pool:
            loads = [
                pool.submit(
                    writing.send, bench, site, client, conversation, bench.seconds * 2, 10**9, f"load-{alias}-",
                    (MANY_POSTS - FOLLOWED_POSTS) // SITES)
                for site, alias, client, conversation in writers(bench, installation)]
            times = asyncio.run(Following(bench, installation).run(FOLLOWED_POSTS, bench.seconds * 2))
            rate = sum(load.result()[0]["per_second"] for load in loads) + FOLLOWED_POSTS
        for listener in listeners:
            listener.kill()
            listener.wait()
        waits = installation.lock_waits()
        report.at_most(
            f"the same at {MANY_POSTS:,} a second and {LISTENERS} listeners: p99 (ms)", percentile(times, 0.99), 50,
            f"{rate:,.0f} posts a second reached; median {percentile(times, 0.5):.1f} ms")
        report.at_most("waits for a lock in PostgreSQL's log meanwhile", len(waits), 0, "; ".join(waits[:2]))


class Following:
    """Posts at the first site, and follows each to a stream at the second."""

    TEXT = re.compile(rb"followed-(\d+)")

    def __init__(self, bench, installation):
        self.path = f"/conversations/{bench.world.watched}/messages"
        self.watched = bench.world.watched
        self.sites = installation.sites
        self.sent, self.arrived = {}, {}

    def take(self, name, id, data):
        now = time.perf_counter()
        for number in self.TEXT.findall(data):
            self.arrived.setdefault(int(number), now)

    async def run(self, rate, seconds):
        """The times in milliseconds."""
        poster, reader = (Client(self.sites[site].port).sign_in(f"watcher{site}") for site in (0, 1))
        stream = await EventStream.open(
            self.sites[1].port, HOST, f"/events?watch={self.watched}", [f"Cookie: {reader.cookie}"], self.take)
        connections = [Connection(self.sites[0].port, HOST) for _ in range(16)]
        fields = [
            f"Cookie: {poster.cookie}", f"Content-Type: {FORM}", f"Origin: http://{HOST}:{self.sites[0].port}"]

        async def post(number):
            self.sent[number] = time.perf_counter()
            answer = await connections[number % len(connections)].ask(
                "POST", self.path, fields, f"text=followed-{number}".encode())
            if answer.status != 303:
                raise Failure(f"a post was answered with {answer.status}")

        begin = time.perf_counter()
        posts = []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0, begin + number / rate - time.perf_counter()))
            posts.append(asyncio.create_task(post(number)))
        await asyncio.gather(*posts)
        deadline = time.perf_counter() + 10
        while len(self.arrived) < len(self.sent) and time.perf_counter() < deadline:
            await asyncio.sleep(0.05)
        stream.close()
        for connection in connections:
            connection.close()
        if missing := len(self.sent) - len(self.arrived):
            raise Failure(f"{missing} of {len(self.sent)} posts did not arrive")
        return sorted((self.arrived[number] - self.sent[number]) * 1e3 for number in self.sent)


def percentile(sorted_values, share):
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def resuming(bench, report):
    """Many streams at several sites, of which one is killed."""
    with Installation(bench, "resuming") as installation:
        measured = asyncio.run(Resuming(bench, installation).run())
        detail = f"{measured['resumed']:,} streams of {bench.streams:,}; {measured['refreshed']:,} were told to read again"
        report.at_most("streams of a killed site: all are open again within (s)", measured["seconds"], RESUMED_SECONDS, detail)
        report.at_most(
            "round trips to PostgreSQL for each of them", measured["transactions"] / max(1, measured["resumed"]), 1)
        report.at_most("posts of that time that a stream did not get", measured["missed"], 0)


class Resuming:
    AT_ONCE = 200
    MARK = re.compile(rb"mark-(\d+)")

    def __init__(self, bench, installation):
        self.bench, self.installation, self.sites = bench, installation, installation.sites
        self.watched = bench.world.watched
        self.heard, self.last, self.streams, self.refreshed = {}, {}, {}, set()

    def cookies(self):
        """A session for each LIVE.STREAMS_OF_SESSION streams."""
        browsers = -(-self.bench.streams // live.STREAMS_OF_SESSION)
        return [Client(self.sites[0].port).sign_in(f"watcher{i % WATCHERS}").cookie for i in range(browsers)]

    def take(self, number):
        def take(name, id, data):
            if id:
                self.last[number] = id
            if name == "refresh":
                self.refreshed.add(number)
            self.heard.setdefault(number, []).extend(self.MARK.findall(data))
        return take

    async def open(self, number, site, gate):
        fields = [f"Cookie: {self.cookie[number // live.STREAMS_OF_SESSION]}"]
        if number in self.last:
            fields.append(f"Last-Event-ID: {self.last[number]}")
        async with gate:
            self.streams[number] = await EventStream.open(
                self.sites[site].port, f"127.0.{site + 1}.{number % 200 + 1}", f"/events?watch={self.watched}", fields,
                self.take(number), patience=60)

    async def post(self, site, mark):
        client = self.posters[site]
        answer = await asyncio.to_thread(
            client.post, f"/conversations/{self.watched}/messages", text=f"mark-{mark}")
        if answer[0] != 303:
            raise Failure(f"a post was answered with {answer[0]}")

    async def run(self):
        self.cookie = self.cookies()
        self.posters = {site: Client(self.sites[site].port).sign_in("watcher0") for site in (1, 2)}
        gate = asyncio.Semaphore(self.AT_ONCE)
        count = self.bench.streams
        await asyncio.gather(*(self.open(number, number % SITES, gate) for number in range(count)))
        await self.post(1, 1)
        await self.until(range(count), b"1")
        # The server's figures are a second old.
        await asyncio.sleep(2)
        lost = [number for number in range(count) if number % SITES == 0]
        before, begin = self.installation.transactions(), time.perf_counter()
        self.sites[0].process.kill()
        self.sites[0].process.wait()
        posting = asyncio.create_task(self.post(1, 2))
        await asyncio.gather(*(self.open(number, 1 + number // SITES % 2, gate) for number in lost))
        seconds = time.perf_counter() - begin
        await posting
        await self.post(2, 3)
        await self.until(range(count), b"3")
        await asyncio.sleep(2)
        transactions = self.installation.transactions() - before
        missed = sum(
            1 for number in range(count) for mark in (b"2", b"3")
            if mark not in self.heard.get(number, []) and not (mark == b"2" and number in self.refreshed))
        for stream in self.streams.values():
            stream.close()
        await asyncio.sleep(0)
        return {
            "seconds": seconds, "resumed": len(lost), "refreshed": len(self.refreshed.intersection(lost)),
            "transactions": transactions, "missed": missed}

    async def until(self, numbers, mark):
        deadline = time.perf_counter() + 30
        while time.perf_counter() < deadline:
            if all(mark in self.heard.get(number, []) for number in numbers):
                return
            await asyncio.sleep(0.1)


def polling(bench, report):
    """Watchers of one conversation at several sites before one REST backend, and what reaches it."""
    data = bench.copy_of_data("shared-backend")
    backend = Engawa(bench.machine, bench.binary, "shared-backend", ["backend", "--data", data, "--log-level", "info"])
    with Installation(bench, "polling", backend=backend) as installation:
        polls, everything = live.polls_of(bench, backend, installation.sites)
        report.at_most(
            f"{bench.watchers:,} watchers at {SITES} sites for {bench.watching_seconds} s: polls of their conversation",
            polls, live.most_polls(bench), everything)
    bench.machine.stop(backend.process)
