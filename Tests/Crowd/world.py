"""The people of the crowd and their conversations, created through the backend's REST API."""

import asyncio
import json
import random

from http1 import HOST, Connection

CONVERSATIONS_EACH = 24
MEMBERS = 20
AT_ONCE = 16
# How many messages each conversation has at first: a page is full as it is later.
FIRST_MESSAGES = 50
# Of one conversation, far more than the crowd sends.
MOST_MESSAGES = 1000
SEED = 20
JSON = ("Content-Type: application/json",)


class World:
    """`people` have names, `conversations` their members, and each person is in CONVERSATIONS_EACH of them."""

    def __init__(self, people):
        self.count = people
        self.ids = {}
        self.names = {}
        self.members = {}
        self.conversations_of = {}

    async def create(self, port):
        connections = [Connection(port, HOST) for _ in range(AT_ONCE)]
        aliases = [f"crowd{number:04}" for number in range(self.count)]

        async def person(alias):
            made = await self._post(connections, "/users", {"idAlias": alias, "name": f"Person {alias[5:]}"})
            self.ids[alias] = made["id"]
            self.conversations_of[alias] = []

        async def conversation(name, members):
            made = await self._post(connections, "/conversations", {
                "type": "group", "name": name, "participantIds": [self.ids[alias] for alias in members]})
            self.names[made["id"]] = name
            self.members[made["id"]] = members
            for alias in members:
                self.conversations_of[alias].append(made["id"])

        await each(aliases, person)
        shuffled = random.Random(SEED)
        plans = []
        for turn in range(CONVERSATIONS_EACH):
            shuffled.shuffle(aliases)
            plans += [
                (f"Group {turn}-{start // MEMBERS}", aliases[start:start + MEMBERS])
                for start in range(0, self.count, MEMBERS)]
        await each(plans, lambda plan: conversation(*plan))
        await each(self.members, lambda id: self._fill(connections, id))
        for connection in connections:
            connection.close()

    async def _fill(self, connections, id):
        for number in range(FIRST_MESSAGES):
            sender = self.ids[self.members[id][number % MEMBERS]]
            await self._post(connections, f"/conversations/{id}/messages", {
                "senderUserId": sender, "text": first_text(number)})

    async def _post(self, connections, path, value):
        connection = min(connections, key=lambda connection: connection.turn.locked())
        answer = await connection.ask("POST", path, JSON, json.dumps(value).encode())
        if answer.status != 201:
            raise RuntimeError(f"POST {path} at the backend: {answer.status} {answer.text[:200]}")
        return json.loads(answer.body)

    async def messages(self, port):
        """All messages of all conversations at the backend: lists of their ids and texts, oldest first."""
        connections = [Connection(port, HOST) for _ in range(AT_ONCE)]
        found = {}

        async def read(conversation):
            person = self.ids[self.members[conversation][0]]
            connection = min(connections, key=lambda connection: connection.turn.locked())
            answer = await connection.ask(
                "GET", f"/conversations/{conversation}/messages?userId={person}&limit={MOST_MESSAGES}")
            page = json.loads(answer.body)
            if len(page) >= MOST_MESSAGES:
                raise RuntimeError(f"{conversation} has more messages than are read")
            found[conversation] = [(message["id"], message.get("text", "")) for message in reversed(page)]

        await each(self.members, read)
        for connection in connections:
            connection.close()
        return found


def first_text(number):
    return f"message {number} of before the crowd came"


async def each(values, work):
    """Works on all values, AT_ONCE at a time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def guarded(value):
        async with turn:
            await work(value)

    async with asyncio.TaskGroup() as group:
        for value in list(values):
            group.create_task(guarded(value))
