"""A crowd of different people before a site, audited: half of the time with the embedded store, half before a REST
backend. Each person has conversations of their own and an event stream, loads pages, sends, searches, deletes, and
loses and finds the stream.

    crowd.py BINARY

CROWD_PEOPLE (1000) and CROWD_SECONDS (600) say how many and how long; four times as many only arrive, once before. Needs Python 3.11 and nothing else. Ends with
status 0 if every check holds.
"""

import asyncio
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "Python"))

import load
from ledger import Ledger
from person import Person
from program import Program
from world import CONVERSATIONS_EACH, MEMBERS, World, each

PEOPLE = int(os.environ.get("CROWD_PEOPLE", "1000"))
SECONDS = int(os.environ.get("CROWD_SECONDS", "600"))
# The share of what the machine can do.
LOAD = 0.6
# Answers with 5xx and requests without an answer, of all: 0.0025 %.
MOST_FAILED = 0.000025
MEAN_SECONDS = 0.005
P99_SECONDS = 0.1
# Of memory, for each person who has signed in, seen the list of conversations, and has a stream open. It is measured
# before the crowd, with more people, and the first of them are not counted: with them come most of the conversations,
# which are kept once for all members, and about a megabyte that is taken once.
PERSON_BYTES = 12_000
ARRIVING_PEOPLE = 4 * PEOPLE
FIRST_PEOPLE = ARRIVING_PEOPLE // 5
# Of memory, for each person in the end, when what is cached has its full size, and each has a connection beside the
# stream.
PERSON_BYTES_IN_THE_END = 180_000
# Of the site's processor time for one request, with its share of the events that it causes.
CPU_SECONDS = 0.003
# How long what was sent last may be on its way to the streams.
SETTLING_SECONDS = 20


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, holds, detail=""):
        self.passed += bool(holds)
        self.failed += not holds
        print(f"{'ok  ' if holds else 'FAIL'} {name}{': ' if detail else ''}{detail}", flush=True)

    def faults(self, name, faults, detail):
        self.check(name, not faults, f"{detail}; {len(faults)} faults: {faults[:Ledger.NAMED]}" if faults else detail)


class Stage:
    """The crowd before one kind of backend."""

    def __init__(self, name, report, binary, folder):
        self.name = name
        self.report = report
        self.binary = binary
        self.data = f"{folder}/{name}"
        self.programs = []

    def start(self, *arguments):
        program = Program(self.binary, *arguments)
        self.programs.append(program)
        return program

    def check(self, name, holds, detail=""):
        self.report.check(f"{self.name}, {name}", holds, detail)

    async def arrive(self, is_embedded):
        """Only arrivals: people sign in, see the list, and open a stream."""
        _, site, people = await self.open(is_embedded, World(ARRIVING_PEOPLE), Ledger())
        await each(people[:FIRST_PEOPLE], Person.arrive)
        first = site.memory()
        await each(people[FIRST_PEOPLE:], Person.arrive)
        self.memory(
            "memory of a person with a stream", site.memory() - first, ARRIVING_PEOPLE - FIRST_PEOPLE, PERSON_BYTES)
        for person in people:
            person.stream.close()
        await asyncio.sleep(0)
        self.stop(site)

    async def run(self, is_embedded, seconds):
        ledger, world = Ledger(), World(PEOPLE)
        backend, site, people = await self.open(is_embedded, world, ledger)
        empty = site.memory()
        await each(people, Person.arrive)
        rate = LOAD * await load.capacity(people, ledger)
        self.check_overload(ledger)
        await self.measure(site, people, ledger, rate, seconds)
        self.memory("memory of a person in the end", site.memory() - empty, PEOPLE, PERSON_BYTES_IN_THE_END)
        await self.audit(site, backend, is_embedded, people, world, ledger)

    async def open(self, is_embedded, world, ledger):
        """Makes the world and starts a site; returns the backend, the site, and the people of the world."""
        backend = self.start("backend", "--data", self.data)
        await world.create(backend.port)
        if is_embedded:
            self.stop(backend)
            folder, before = self.data, []
        else:
            folder, before = f"{self.data} of the site", ["--backend", f"http://127.0.0.1:{backend.port}"]
        site = self.start("serve", "--data", folder, "--sign-in", "user-id", "--request-limit", "off", *before)
        return backend, site, [
            Person(number, alias, site.port, world, ledger) for number, alias in enumerate(world.ids)]

    def memory(self, name, taken, people, limit):
        self.check(name, taken <= limit * people, f"{taken / people:,.0f} bytes of {limit:,}")

    def check_overload(self, ledger):
        """What came in faster than the machine could answer may be refused as too much, and in no other way."""
        faults = Counter({what: count for what, count in ledger.failures.items() if not what.endswith(": 503")})
        self.check(
            "answers while it is overloaded", not faults,
            f"{ledger.requests} requests, refused {dict(ledger.failures - faults)}, wrong or none: {dict(faults)}")
        ledger.forget_answers()

    async def measure(self, site, people, ledger, rate, seconds):
        before, cpu = ledger.requests, site.cpu()
        times, kept_up = await load.run(people, ledger, max(rate, 1), seconds)
        requests = ledger.requests - before
        cpu = (site.cpu() - cpu) / max(1, requests)
        self.check("load", kept_up and rate > 0, f"{rate:.0f} actions a second for {seconds:.0f} s")
        self.check("mean", times.mean <= MEAN_SECONDS, f"{times.mean * 1000:.2f} ms ({times.means})")
        self.check(
            "99 of 100", times.percentile(0.99) <= P99_SECONDS,
            f"{times.percentile(0.99) * 1000:.1f} ms; the slowest {times.percentile(1) * 1000:.1f} ms")
        self.check("processor time of a request", cpu <= CPU_SECONDS, f"{cpu * 1e6:.0f} µs")

    async def audit(self, site, backend, is_embedded, people, world, ledger):
        answers = dict(sorted(ledger.statuses.items()))
        failed = ledger.statuses[500] + ledger.failures.total()
        self.check(
            "answers", failed <= MOST_FAILED * ledger.requests,
            f"{ledger.requests} requests, {answers}, wrong or none: {dict(ledger.failures)}")
        accepted = {message.id for messages in ledger.accepted.values() for message in messages}
        await self.settle(people, ledger)
        for person in people:
            person.stream.close()
            person.connection.close()
        await asyncio.sleep(0)
        self.stop(site)
        if is_embedded:
            backend = self.start("backend", "--data", self.data)
        stored = await world.messages(backend.port)
        self.stop(backend)
        self.report.faults(
            f"{self.name}, messages", ledger.audit_messages(stored),
            f"{len(accepted)} accepted, {len(ledger.deletions)} deleted")
        faults = [fault for person in people for fault in ledger.audit_stream(person, stored)]
        brought = sum(len(ids) for person in people for ids in person.posted.values())
        reloads = sum(person.reloads for person in people)
        self.report.faults(f"{self.name}, streams", faults, f"{brought} messages brought, {reloads} reloads asked for")

    async def settle(self, people, ledger):
        """Waits until the streams have brought everything, or SETTLING_SECONDS; then loads what they asked to load."""
        wanted = sum(len(messages) * MEMBERS for messages in ledger.accepted.values())
        until = time.monotonic() + SETTLING_SECONDS
        while time.monotonic() < until:
            if sum(len(ids) for person in people for ids in person.posted.values()) >= wanted:
                break
            await asyncio.sleep(0.1)
        await each(people, Person.reload)

    def stop(self, program):
        code = program.stop()
        complaints = program.complaints()
        self.check(
            "an end without complaints", code == 0 and not complaints, f"status {code}, {complaints[:3] or 'none'}")


async def enact(name, report, steps):
    """Takes steps on a new stage with an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(name, report, sys.argv[1], folder)
        try:
            await steps(stage)
        except Exception as error:  # noqa: BLE001: a stage that does not come to its end has failed.
            stage.check("to its end", False, repr(error))
        finally:
            for program in stage.programs:
                program.kill()


async def main():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = Report()
    print(f"{PEOPLE} people, {CONVERSATIONS_EACH} conversations of {MEMBERS} each, {SECONDS} s", flush=True)
    for name, is_embedded in (("embedded store", True), ("REST backend", False)):
        await enact(name, report, lambda stage: stage.arrive(is_embedded))
        await enact(name, report, lambda stage: stage.run(is_embedded, SECONDS / 2))
    print(f"crowd: {report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


sys.exit(asyncio.run(main()))
