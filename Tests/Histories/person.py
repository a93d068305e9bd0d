"""One person before several gateways: what they do, at any gateway, and what they must see."""

import asyncio
import json
import os
import re
import time
from urllib.parse import urlencode

from http1 import FORM, HOST, Connection, EventStream
from record import Message
from view import View, shown_by

# How long a person waits for an answer before asking another gateway, in seconds.
PATIENCE_SECONDS = 3
RETRY_SECONDS = (0.1, 0.5)
# How long what has no answer is tried again.
LAST_SECONDS = 40
POSITION = re.compile(r'data-live="([^"]*)"')
EMOJI = ("👍", "🍵", "❤️")
# What a person does, and how often in a hundred.
ACTIONS = {
    "send": 40, "react": 15, "delete": 6, "read": 10, "look": 12, "resume": 10, "change_members": 4, "sign_in_anew": 3}
RELOADS_AT_STREAM = bool(os.environ.get("HISTORIES_RELOAD_AT_STREAM"))
LOST = (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError)
# What may be heard in a conversation by its members only.
HEARD = {"posted", "changed", "deleted", "typing", "present"}


class Stream:
    """One event stream: at which gateway, in which session, and when it ended."""

    def __init__(self, gateway, session):
        self.gateway = gateway
        self.session = session
        self.events = None
        self.closed_at = None


class Session:
    def __init__(self, cookies):
        # With scripts, which tell what was read: a page that is loaded marks nothing as read.
        self.fields = [f"Cookie: {'; '.join([*cookies, 'reading=told'])}"]
        # Whether it is being ended, and when its end was acknowledged.
        self.is_ending = False
        self.ended_at = None


class Person:
    def __init__(self, alias, id, number, stage):
        self.alias = alias
        self.id = id
        self.stage = stage
        self.source = f"127.20.0.{number + 1}"
        self.connections = {}
        self.session = None

    def __str__(self):
        return self.alias

    def begin(self, record, disturbances, random, conversations):
        """Begins a history. `conversations` are the person's: ids, each with the aliases of its first members."""
        self.record = record
        self.disturbances = disturbances
        self.random = random
        self.members = conversations
        self.views = {id: View() for id in conversations}
        self.position = None
        self.stream = None
        self.past_streams = []
        self.is_resuming = False
        self.is_over = False
        self.count = 0
        self.wakes = asyncio.Event()

    def note(self, what):
        self.record.note(self, what)

    # Asking

    async def ask(self, method, path, form=None, *fields, session=None, gateway=None):
        """Asks any gateway; returns its answer, or `None` where there was none."""
        gateway = gateway or self.random.choice(self.stage.gateways)
        # What is done and what is watched does not wait for each other.
        key = gateway, asyncio.current_task()
        connection = self.connections.get(key)
        if not connection:
            connection = self.connections[key] = Connection(gateway.port, self.source, PATIENCE_SECONDS)
        body = urlencode(form).encode() if form is not None else b""
        kind = [f"Content-Type: {FORM}", f"Origin: http://{HOST}:{gateway.port}"] if form is not None else []
        session = session or self.session
        self.record.counts["requests"] += 1
        try:
            answer = await connection.ask(method, path, [*(session.fields if session else ()), *kind, *fields], body)
        except LOST as error:
            self.record.counts["without an answer"] += 1
            self.note(f"{method} {path} at {gateway}: {type(error).__name__}")
            return None
        self.note(f"{method} {path} at {gateway}: {answer.status}")
        self.record.counts[f"status {answer.status // 100}xx"] += 1
        answer.gateway = gateway
        self.record.require(answer.status != 500, self, f"{method} {path} at {gateway}: 500")
        return answer

    async def insist(self, method, path, form, *fields):
        """Asks until there is an answer that is none of an outage.

        :return: the answer, and whether one before it was missing; `None` for no answer at all
        """
        is_unsure = False
        until = time.monotonic() + LAST_SECONDS
        while time.monotonic() < until:
            answer = await self.ask(method, path, form, *fields)
            if answer and answer.status < 500 and answer.status != 429:
                return answer, is_unsure
            is_unsure = True
            await asyncio.sleep(self.random.uniform(*RETRY_SECONDS))
        self.record.fault(self, f"{method} {path}: no answer for {LAST_SECONDS} s")
        return None, True

    async def live(self, until):
        """Acts at random until a moment."""
        names, weights = zip(*ACTIONS.items())
        while True:
            await asyncio.sleep(self.random.expovariate(1 / 0.6))
            if time.monotonic() > until:
                return
            await getattr(self, self.random.choices(names, weights)[0])()

    # Sessions

    async def sign_in(self):
        answer, _ = await self.insist("POST", "/sign-in", {"user": self.alias})
        if answer and self.record.require(answer.status == 303, self, f"signing in: {answer.status}"):
            self.session = Session(answer.cookies)

    async def sign_in_anew(self):
        old = self.session
        old.is_ending = True
        if self.stream:
            self.past_streams.append(self.stream)
            self.stream = None
        answer, _ = await self.insist("POST", "/sign-out", {})
        if answer and self.record.require(answer.status == 303, self, f"signing out: {answer.status}"):
            old.ended_at = time.monotonic()
            self.record.counts["sessions ended"] += 1
        await self.sign_in()
        await self.resume()
        # Each gateway must know of the end of the session.
        for gateway in self.stage.gateways:
            begun = time.monotonic()
            answer = await self.ask("GET", "/conversations", session=old, gateway=gateway)
            if answer and begun > self.disturbances.deadline(old.ended_at or begun, gateway):
                self.record.require(answer.status != 200, self, f"{gateway} answers a session that has ended")

    # The stream

    async def open_page(self):
        """Opens a page of each conversation, and the stream."""
        await self.reload()
        await self.resume()

    async def resume(self):
        """Loses the stream, and opens another one at any gateway, after the last event."""
        if self.is_resuming or self.is_over:
            return
        self.is_resuming = True
        try:
            if self.stream and self.stream.events:
                self.stream.events.close()
            await asyncio.sleep(self.random.uniform(0, 0.3))
            while not self.is_over and not await self._open_stream():
                await asyncio.sleep(self.random.uniform(*RETRY_SECONDS))
        finally:
            self.is_resuming = False

    async def _open_stream(self):
        stream = Stream(self.random.choice(self.stage.gateways), self.session)
        watch = "&".join(f"watch={id}" for id in self.views)
        fields, query = list(self.session.fields), ""
        if self.position is not None:
            # A browser tells it in a field where it connects again by itself, and in the query where a script does.
            if self.random.random() < 0.5:
                fields.append(f"Last-Event-ID: {self.position}")
            else:
                query = f"&after={self.position}"
        self.note(f"opens a stream at {stream.gateway} after {self.position}")
        self.stream = stream
        try:
            stream.events = await EventStream.open(
                stream.gateway.port, self.source, f"/events?{watch}{query}", fields,
                lambda name, id, data: self.take(stream, name, id, data), PATIENCE_SECONDS)
        except LOST as error:
            self.note(f"no stream at {stream.gateway}: {error!r}")
            return False
        self.record.counts["streams"] += 1
        stream.events.is_closed.add_done_callback(lambda _: self._lost(stream))
        return True

    def _lost(self, stream):
        stream.closed_at = time.monotonic()
        self.note(f"the stream at {stream.gateway} has ended")
        if stream is self.stream and not self.is_over:
            self.wakes.set()

    async def watch(self):
        """Opens the stream again where it was lost, and loads again what it asks for, until the history is over."""
        while not self.is_over:
            await self.wakes.wait()
            self.wakes.clear()
            if self.stream and self.stream.closed_at is not None:
                await self.resume()
            await self.reload()

    def take(self, stream, name, id, data):
        value = json.loads(data)
        conversation = value.get("conversation")
        self._check_heard(stream, name, conversation)
        if stream is not self.stream:
            return
        if id is not None:
            self.position = id
        view = self.views.get(conversation)
        message = value.get("message")
        if name in ("posted", "changed", "deleted", "refresh", "joined", "gone"):
            self.note(f"hears {name} {message or ''} in {conversation} from {stream.gateway} ({id})")
        if name == "refresh":
            self.record.counts["asked to load again"] += 1
            for view in self.views.values() if conversation is None else filter(None, [view]):
                view.brought = set()
                view.take(name, None, None, None)
        elif view:
            if name == "posted":
                self.record.counts["messages brought"] += 1
                self.record.require(
                    message not in view.brought, self, f"{message} came twice, from {stream.gateway} the second time")
                view.brought.add(message)
            view.take(name, message, value.get("previous"), value.get("html", ""))
        if any(view.is_stale for view in self.views.values()):
            self.wakes.set()

    def _check_heard(self, stream, name, conversation):
        """Nothing comes in a session that has ended, or of a conversation that one was removed from."""
        now = time.monotonic()
        if (ended := stream.session.ended_at) is not None:
            self.record.require(
                now <= self.disturbances.deadline(ended, stream.gateway), self,
                f"hears {name} from {stream.gateway} {now - ended:.1f} s after signing out")
        if name in HEARD and conversation in self.views:
            membership = self.record.memberships[conversation, self.alias]
            if membership.removed_at is not None and not membership.is_unsure:
                self.record.counts["heard by who was removed just before"] += 1
                self.record.require(
                    now <= self.disturbances.deadline(membership.removed_at, stream.gateway),
                    self, f"hears {name} in {conversation} from {stream.gateway} "
                    f"{now - membership.removed_at:.1f} s after the removal")

    async def reload(self):
        """Loads the pages again that are not current, at any gateway."""
        while stale := [id for id, view in self.views.items() if view.is_stale]:
            for id in stale:
                view = self.views[id]
                view.begin_loading()
                try:
                    stream = self.stream
                    page = await self._page(id, stream.gateway if stream and RELOADS_AT_STREAM else None)
                    if page:
                        self.record.counts["reloads"] += 1
                        view.load(page)
                finally:
                    view.end_loading()
                if page is None:
                    view.is_stale = True
                    if self.is_over:
                        return
                    await asyncio.sleep(self.random.uniform(*RETRY_SECONDS))

    async def _page(self, id, gateway=None):
        """The page of a conversation; an empty text for one that may not be seen, `None` for no answer."""
        begun, session = time.monotonic(), self.session
        answer = await self.ask("GET", f"/conversations/{id}?at=newest", session=session, gateway=gateway)
        if answer is None or answer.status >= 500 or session.is_ending:
            return None
        membership = self.record.memberships[id, self.alias]
        if answer.status in (403, 404):
            if membership.removed_at is None and not membership.is_unsure:
                # A gateway may not know yet that they are a member again.
                self.note(f"may not see {id} at {answer.gateway}")
                return None
            return ""
        if not self.record.require(answer.status == 200, self, f"a page: {answer.status} at {answer.gateway}"):
            return ""
        if membership.removed_at is not None and not membership.is_unsure:
            self.record.require(
                begun <= self.disturbances.deadline(membership.removed_at, answer.gateway), self, f"sees {id} at {answer.gateway} {begun - membership.removed_at:.1f} s after the removal")
        if self.position is None and (found := POSITION.search(answer.text)):
            self.position = found[1]
        self.record.counts["pages"] += 1
        self.record.pages.append((id, list(shown_by(answer.text)), f"{self} at {answer.gateway}"))
        return answer.text

    # Actions

    def own_conversation(self):
        """One of those that the person is a member of, as far as is known."""
        ids = [id for id in self.views if self.record.memberships[id, self.alias].removed_at is None]
        return self.random.choice(ids) if ids else None

    def known_message(self, conversation):
        shown = self.views[conversation].shown
        return self.random.choice(shown[-8:]) if shown else None

    async def look(self):
        if id := self.random.choice(list(self.views)):
            await self._page(id)

    async def send(self):
        conversation = self.own_conversation()
        if not conversation:
            return
        self.count += 1
        message = Message(conversation, self.alias, f"{self.record.seed} {self.alias} says {self.count}")
        self.record.messages.append(message)
        form = {"text": message.text, "key": f"{self.random.getrandbits(128):032x}"}
        path = f"/conversations/{conversation}/messages"
        answer, is_unsure = await self.insist("POST", path, form, "Accept: application/json")
        if not answer:
            return
        if answer.status in (200, 303):
            message.is_acknowledged = True
            self.record.counts["acknowledged"] += 1
            self.record.counts["acknowledged after no answer"] += is_unsure
            if answer.status == 200:
                message.id = json.loads(answer.body)["message"]
            self.note(f"has sent {message.id}: {message.text}")
            if self.random.random() < 0.1:
                await self._send_again(path, form, message)
        else:
            self.record.require(
                answer.status == 409 or (answer.status in (403, 404) and self.may_be_removed(conversation)), self,
                f"sending: {answer.status} at {answer.gateway}")

    async def _send_again(self, path, form, message):
        """A second press of the button."""
        answer = await self.ask("POST", path, form, "Accept: application/json")
        if answer and answer.status == 200:
            id = json.loads(answer.body)["message"]
            self.record.require(
                message.id in (None, id), self, f"{message.text!r} became {id} at the second time, was {message.id}")

    def may_be_removed(self, conversation):
        """Whether somebody has tried to remove the person from the conversation."""
        return self.record.memberships[conversation, self.alias].is_touched

    async def react(self):
        conversation = self.own_conversation()
        message = conversation and self.known_message(conversation)
        if not message:
            return
        emoji = self.random.choice(EMOJI)
        reaction = self.record.reactions[message, self.alias, emoji]
        wanted = not reaction.is_there
        path = f"/conversations/{conversation}/messages/{message}/reactions"
        answer, is_unsure = await self.insist("POST", path, {"add" if wanted else "remove": emoji})
        if is_unsure or not answer or answer.status != 303:
            reaction.is_unsure = True
        if answer and answer.status == 303:
            reaction.is_there = wanted
            self.record.counts["reactions"] += 1
        elif answer:
            self.record.require(
                answer.status in (403, 404), self, f"reacting to {message}: {answer.status} at {answer.gateway}")

    async def delete(self):
        own = [message for message in self.record.messages
               if message.sender == self.alias and message.id and message.id not in self.record.deletions_asked]
        if not own:
            return await self.send()
        message = self.random.choice(own)
        self.record.deletions_asked.add(message.id)
        answer, is_unsure = await self.insist(
            "POST", f"/conversations/{message.conversation}/messages/{message.id}/delete", {})
        if not answer:
            return
        if answer.status == 303:
            self.record.deletions.add(message.id)
            self.record.counts["deletions"] += 1
        else:
            self.record.require(
                answer.status in (403, 404) and (is_unsure or self.may_be_removed(message.conversation)), self,
                f"deleting {message.id}: {answer.status} at {answer.gateway}")

    async def read(self):
        conversation = self.own_conversation()
        shown = conversation and self.views[conversation].shown
        if not shown:
            return
        answer, is_unsure = await self.insist(
            "POST", f"/conversations/{conversation}/read", {"message": shown[-1]})
        if answer and answer.status == 204:
            self.record.reads[conversation, self.alias].append(shown[-1])
            self.record.counts["reads"] += 1

    async def change_members(self):
        """An admin removes somebody, or adds somebody again; who is none leaves."""
        conversation = self.own_conversation()
        if not conversation:
            return
        members = self.members[conversation]
        if self.alias == members[0]:
            other = self.random.choice(members[1:])
        elif self.random.random() < 0.5:
            other = self.alias
        else:
            gone = [other for other in members if self.record.memberships[conversation, other].removed_at is not None]
            if not gone:
                return await self.send()
            other = self.random.choice(gone)
        if self.record.memberships[conversation, other].removed_at is None:
            await self._remove(conversation, other)
        elif other != self.alias:
            await self._add(conversation, other)

    async def _remove(self, conversation, other):
        key = conversation, other
        if key in self.stage.changing:
            return
        self.stage.changing.add(key)
        try:
            membership = self.record.memberships[key]
            was_unsure = membership.is_unsure
            # Until the answer is there it may be done, or not.
            membership.is_unsure = membership.is_touched = True
            answer, is_unsure = await self.insist(
                "POST", f"/conversations/{conversation}/members/remove", {"user": self.stage.people[other]})
            if answer and answer.status == 303:
                membership.removed_at = time.monotonic()
                membership.is_unsure = was_unsure or is_unsure
                self.record.counts["removals"] += 1
                self.note(f"has removed {other} from {conversation}")
            # Otherwise whoever asked was removed, or the other one was: it stays unsure.
        finally:
            self.stage.changing.discard(key)

    async def _add(self, conversation, other):
        key = conversation, other
        if key in self.stage.changing:
            return
        self.stage.changing.add(key)
        try:
            membership = self.record.memberships[key]
            was_unsure = membership.is_unsure
            membership.is_unsure = True
            answer, is_unsure = await self.insist(
                "POST", f"/conversations/{conversation}/members", {"user": self.stage.people[other]})
            if answer and answer.status == 303:
                membership.removed_at = None
                membership.is_unsure = was_unsure or is_unsure
                self.record.counts["additions"] += 1
                self.note(f"has added {other} to {conversation}")
        finally:
            self.stage.changing.discard(key)

    def leave(self):
        """Ends the history for this person."""
        self.is_over = True
        self.wakes.set()
        for stream in [self.stream, *self.past_streams]:
            if stream and stream.events:
                stream.events.close()
        for connection in self.connections.values():
            connection.close()
        self.connections = {}
