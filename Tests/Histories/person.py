"""One person before several gateways: how they ask, what their page shows, and what they may see and hear."""

import asyncio
import json
import re
import time
from urllib.parse import urlencode

from http1 import FORM, HOST, Connection, EventStream
from view import View, shown_by

# How long a person waits for an answer before asking another gateway, in seconds.
PATIENCE_SECONDS = 3
RETRY_SECONDS = (0.1, 0.5)
# How long what has no answer is tried again.
LAST_SECONDS = 40
POSITION = re.compile(r'data-live="([^"]*)"')
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

    async def sign_in(self):
        answer, _ = await self.insist("POST", "/sign-in", {"user": self.alias})
        if answer and self.record.require(answer.status == 303, self, f"signing in: {answer.status}"):
            self.session = Session(answer.cookies)

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
        # Where they have signed in anew meanwhile, this one is to end by itself.
        return stream.session is self.session

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
            place = f"{message or ''} after {value.get('previous')} in {conversation}"
            self.note(f"hears {name} {place} from {stream.gateway} ({id})")
        if name == "refresh":
            self.record.counts["asked to load again"] += 1
            for view in self.views.values() if conversation is None else filter(None, [view]):
                view.brought, view.taken_back = set(), set()
                view.take(name, None, None, None)
        elif view:
            if name == "posted":
                self.record.counts["messages brought"] += 1
                self.record.require(
                    message not in view.brought, self, f"{message} came twice, from {stream.gateway} the second time")
                view.brought.add(message)
            if name == "deleted":
                self.record.require(
                    message not in view.taken_back, self,
                    f"{message} was deleted twice, at {stream.gateway} the second time")
                view.taken_back.add(message)
                self.record.require(
                    message in self.record.deletions_asked, self,
                    f"hears from {stream.gateway} that {message} was deleted, by nobody")
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
                    # The page must show all that was told, whichever gateway answers.
                    page = await self._page(id, *([] if self.position is None else [f"Last-Event-ID: {self.position}"]))
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

    async def _page(self, id, *fields):
        """The page of a conversation; an empty text for one that may not be seen, `None` for no answer."""
        begun, session = time.monotonic(), self.session
        answer = await self.ask("GET", f"/conversations/{id}?at=newest", None, *fields, session=session)
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
                begun <= self.disturbances.deadline(membership.removed_at, answer.gateway), self,
                f"sees {id} at {answer.gateway} {begun - membership.removed_at:.1f} s after the removal")
        if self.position is None and (found := POSITION.search(answer.text)):
            self.position = found[1]
        self.record.counts["pages"] += 1
        self.record.pages.append((id, list(shown_by(answer.text)), f"{self} at {answer.gateway}"))
        return answer.text

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
