"""One person of the crowd: what they do, and what they must see."""

import asyncio
import json
import random
import re
import secrets
import time
from urllib.parse import quote, urlencode

from http1 import FORM, HOST, Connection, EventStream

# A thread shows so many messages.
PAGE_MESSAGES = 50
# How many of the oldest of a page may have been answered in another order than they are stored in.
OUT_OF_ORDER = 5
MESSAGE = re.compile(r'id="m-([0-9a-f-]{36})"')
# A message may be sent again with its key so often before it counts as refused.
SENDS = 5
RETRY_SECONDS = 0.2


class Wrong(Exception):
    """An answer that is not what it must be."""


def check(holds, what):
    if not holds:
        raise Wrong(what)


class Message:
    """A message that was accepted, or may have been."""

    def __init__(self, conversation, text):
        self.conversation = conversation
        self.text = text
        self.id = None
        self.is_deleted = False


class Person:
    def __init__(self, number, alias, port, world, ledger):
        self.alias = alias
        self.port = port
        self.world = world
        self.ledger = ledger
        self.conversations = world.conversations_of[alias]
        # Of one network each, as people are.
        self.source = f"127.20.{number // 250}.{number % 250 + 1}"
        self.connection = Connection(port, self.source)
        self.fields = []
        # When the last answer was complete, before it was checked.
        self.answered_at = 0
        self.watched = self.conversations[0]
        self.stream = None
        self.last_event = None
        self.is_away = False
        # By conversation: the ids of the messages that the stream brought, in order, and those that it took back.
        self.posted = {conversation: [] for conversation in self.conversations}
        self.deleted = set()
        # The conversations that the stream asked to load again.
        self.stale = set()
        self.reloads = 0

    async def ask(self, method, path, form=None, *fields):
        body = urlencode(form).encode() if form is not None else b""
        kind = [f"Content-Type: {FORM}", f"Origin: http://{HOST}:{self.port}"] if form is not None else []
        answer = await self.connection.ask(method, path, [*self.fields, *kind, *fields], body)
        self.answered_at = time.monotonic()
        self.ledger.answered(answer.status)
        return answer

    async def sign_in(self):
        answer = await self.ask("POST", "/sign-in", {"user": self.alias})
        check(answer.status == 303, f"signing in: {answer.status}")
        self.fields = [f"Cookie: {'; '.join(answer.cookies)}"]

    async def arrive(self):
        """Signs in, sees the list, and has nothing but a stream then."""
        await self.sign_in()
        await self.see_list()
        self.connection.close()
        await self.open_stream()

    # The stream

    async def open_stream(self):
        fields = list(self.fields)
        if self.last_event is not None:
            fields.append(f"Last-Event-ID: {self.last_event}")
        self.stream = await EventStream.open(
            self.port, self.source, f"/events?watch={self.watched}", fields, self.take)

    def take(self, name, id, data):
        if id is not None:
            self.last_event = id
        if name == "posted":
            event = json.loads(data)
            self.place(event["conversation"], event["message"], event.get("previous"))
        elif name == "deleted":
            self.deleted.add(json.loads(data)["message"])
        elif name == "refresh":
            self.reloads += 1
            conversation = json.loads(data).get("conversation")
            self.stale |= {conversation} if conversation else set(self.conversations)

    async def reload(self):
        """Loads again what the stream asked for, as the script of the page does."""
        while self.stale:
            conversation = self.stale.pop()
            answer = await self.ask("GET", f"/conversations/{conversation}?at=newest")
            shown = MESSAGE.findall(answer.text)
            self.posted[conversation] = [id for id in self.posted[conversation] if id not in shown] + shown

    def place(self, conversation, message, previous):
        """Places a message behind the one that it follows; where that is not here, the page is loaded again."""
        messages = self.posted[conversation]
        last = next((shown for shown in reversed(messages) if shown not in self.deleted), None)
        if last and previous != last and previous in messages:
            messages.insert(messages.index(previous) + 1, message)
            return
        if last and previous != last:
            self.reloads += 1
            self.stale.add(conversation)
        messages.append(message)

    async def reconnect(self):
        """Loses the stream, and comes back for what was missed."""
        if self.is_away:
            return
        self.is_away = True
        try:
            self.stream.close()
            await asyncio.sleep(random.random())
            await self.open_stream()
        finally:
            self.is_away = False

    # Pages

    async def see_list(self):
        answer = await self.ask("GET", "/conversations")
        check(answer.status == 200, f"the list: {answer.status}")
        text = answer.text
        missing = [id for id in self.conversations if id not in text or self.world.names[id] not in text]
        check(not missing, f"the list lacks {len(missing)} conversations")

    async def see_thread(self):
        """The page that opens, with the first unread message; or that of the newest ones, which has no gap to the end."""
        conversation = random.choice(self.conversations)
        expected = self.ledger.newest(conversation, PAGE_MESSAGES)
        begun = self.ledger.count(conversation)
        answer = await self.ask("GET", f"/conversations/{conversation}{random.choice(('', '?at=newest'))}")
        check(answer.status == 200, f"a thread: {answer.status}")
        text = answer.text
        check(self.world.names[conversation] in text, "a thread lacks its name")
        shown = MESSAGE.findall(text)
        check(len(shown) == len(set(shown)), "a thread shows a message twice")
        if 'data-page="newest"' in text:
            # Those that came meanwhile may have displaced as many. The oldest were not all answered in their order.
            came = self.ledger.count(conversation) - begun + self.ledger.sending(conversation)
            expected = expected[came + OUT_OF_ORDER:]
        else:
            accepted = self.ledger.newest(conversation, begun)
            places = [place for place, message in enumerate(accepted) if message.id in shown]
            # Where the page begins and ends, the same.
            expected = accepted[places[0] + OUT_OF_ORDER:places[-1] - OUT_OF_ORDER] if places else []
        missing = [message for message in expected if not message.is_deleted and message.id not in shown]
        check(not missing, f"a thread lacks {len(missing)} accepted messages of {len(expected)}")

    async def search(self):
        message = self.ledger.random(self.conversations)
        if not message:
            return await self.see_list()
        word = message.text.split()[-1]
        answer = await self.ask("GET", f"/search?q={quote(word)}")
        check(answer.status == 200, f"a search: {answer.status}")
        check(message.is_deleted or message.id in answer.text, "a search does not find a message")

    # Changes

    async def send(self):
        """Sends a message as a form or as a script does; sends it again with its key until it is accepted."""
        conversation = random.choice(self.conversations)
        message = Message(conversation, f"{self.alias} says <{random.randint(0, 9)}> & more {secrets.token_hex(8)}")
        form = {"text": message.text, "key": secrets.token_hex(16)}
        path = f"/conversations/{conversation}/messages"
        with self.ledger.attempt(message):
            for _ in range(SENDS):
                try:
                    answer = await self.ask("POST", path, form, "Accept: application/json")
                except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                    self.ledger.failed(f"sending: {error!r}")
                    continue
                if answer.status < 500:
                    break
                await asyncio.sleep(RETRY_SECONDS)
            check(answer.status == 200, f"sending: {answer.status}")
            event = json.loads(answer.body)
            check(event["isMine"] and event["conversation"] == conversation, "the answer to a message")
            check("&lt;" in event["html"] and message.text.split()[-1] in event["html"], "the message in the answer")
            message.id = event["message"]
            self.ledger.accept(message)
        if random.random() < self.ledger.REPEATED:
            # A second press of the button, without scripts.
            answer = await self.ask("POST", path, form)
            check(answer.status == 303, f"sending again: {answer.status}")

    async def delete(self):
        message = self.ledger.take_own(self.alias)
        if not message:
            return await self.send()
        answer = await self.ask("POST", f"/conversations/{message.conversation}/messages/{message.id}/delete", {})
        check(answer.status == 303, f"deleting: {answer.status}")
        answer = await self.ask("GET", f"/conversations/{message.conversation}")
        check(f'id="m-{message.id}"' not in answer.text, "a deleted message is shown")
