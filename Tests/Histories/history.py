"""One history, drawn from its seed: people act while gateways and the database are disturbed; then all is audited."""

import asyncio
import random
import time

from audit import Truth, audit_names, audit_pages, audit_store, audit_streams, differences
from disturbances import Disturbances

CONVERSATIONS = 9
MEMBERS = 20
# How long people act while something is disturbed, and after that, in seconds.
DISTURBED_SECONDS, QUIET_SECONDS = 3.5, 2
# How long after the last answer the pages may differ from the database.
SETTLING_SECONDS = 12
# What is wrong with one person's page is named so often.
NAMED = 4


def drawn_conversations(aliases, draw):
    """Who is in which conversation: lists of aliases. Each person is in three."""
    plans = []
    for _ in range(CONVERSATIONS * MEMBERS // len(aliases)):
        shuffled = draw.sample(aliases, len(aliases))
        plans += [shuffled[start:start + MEMBERS] for start in range(0, len(shuffled), MEMBERS)]
    return plans


async def run(stage, people, record):
    """Runs the history of the record's seed."""
    seed = record.seed
    draw = random.Random(seed)
    disturbances = Disturbances(stage, record, draw)
    stage.changing = set()
    plans = drawn_conversations([person.alias for person in people], draw)
    members = {}
    for number, plan in enumerate(plans):
        members[await stage.conversation(f"History {seed}, {number}", plan)] = plan
    for person in people:
        person.begin(record, disturbances, random.Random(f"{seed} {person.alias}"), {
            id: plan for id, plan in members.items() if person.alias in plan})
    watching = []
    try:
        await together(arrive(person) for person in people)
        watching = [asyncio.create_task(person.watch()) for person in people]
        record.note("history", "begins")
        until = time.monotonic() + DISTURBED_SECONDS
        await together([disturbances.run(DISTURBED_SECONDS), *(person.live(until) for person in people)])
        record.note("history", "is quiet")
        record.require(await stage.recover(), "history", "a gateway does not become ready")
        until = time.monotonic() + QUIET_SECONDS
        await together(person.live(until) for person in people)
        truth = await settle(stage, record, people, members)
    finally:
        for person in people:
            person.leave()
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    audit_store(record, truth, stage.people)
    audit_names(record, truth)
    audit_pages(record, truth)
    for person in people:
        audit_streams(record, person, disturbances)
    for gateway in stage.gateways:
        record.require(gateway.program.is_running, gateway, "has ended by itself")
    record.disturbances = disturbances.past


async def together(works):
    """Ends when all have ended; where one fails, the others are cancelled."""
    async with asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(work)


async def arrive(person):
    if not person.session:
        await person.sign_in()
    if not person.session:
        raise RuntimeError(f"{person} could not sign in")
    await person.open_page()


async def settle(stage, record, people, members):
    """Waits until what people see is what the database has, which nobody changes any more; returns the latter."""
    record.note("history", "settles")
    begun = time.monotonic()
    truth = await Truth.read(stage, members)
    found = {}
    while time.monotonic() < begun + SETTLING_SECONDS:
        found = {person: faults for person in people if (faults := differences(truth, person))}
        if not found and all(stream.closed_at for person in people for stream in person.past_streams if stream.events):
            break
        await asyncio.sleep(0.1)
        # A request that a gateway had taken before it was stopped may be done late.
        truth = await Truth.read(stage, members)
    record.counts["settled after ms"] = int(1000 * (time.monotonic() - begun))
    for person, faults in found.items():
        for fault in faults[:NAMED]:
            record.fault(person, fault)
    return truth
