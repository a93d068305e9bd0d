"""What people do, at any gateway."""

import asyncio
import json
import time

from person import Person
from record import Message, Name

EMOJI = ("👍", "🍵", "❤️")
# What a person does, and how often in a hundred.
ACTIONS = {
    "send": 34, "react": 15, "delete": 6, "read": 10, "look": 10, "resume": 10, "change_members": 6, "sign_in_anew": 3,
    "rename": 6}


class Actor(Person):
    async def live(self, until):
        """Acts at random until a moment."""
        names, weights = zip(*ACTIONS.items())
        while True:
            await asyncio.sleep(self.random.expovariate(1 / 0.6))
            if time.monotonic() > until:
                return
            await getattr(self, self.random.choices(names, weights)[0])()

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
        form = {"message": shown[-1]}
        if moment := self.views[conversation].moments.get(shown[-1]):
            form["at"] = moment
        answer, is_unsure = await self.insist("POST", f"/conversations/{conversation}/read", form)
        if answer and answer.status == 204:
            self.record.reads[conversation, self.alias].append(shown[-1])
            self.note(f"has read {shown[-1]}")
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
            gone = [other for other in members if self.can_come_back(self.record.memberships[conversation, other])]
            if not gone:
                return await self.send()
            other = self.random.choice(gone)
        if self.record.memberships[conversation, other].removed_at is None:
            await self._remove(conversation, other)
        elif other != self.alias:
            await self._add(conversation, other)

    @staticmethod
    def can_come_back(membership):
        """Whether any member can let somebody in again, as far as is known."""
        return membership.removed_at is not None and not membership.is_banned

    async def rename(self):
        """The admin of a group gives it another name."""
        conversation = self.own_conversation()
        if not conversation or self.alias != self.members[conversation][0]:
            return await self.send()
        self.count += 1
        name = Name(conversation, f"{self.record.seed} named by {self.alias} {self.count}")
        self.record.names.append(name)
        # Until the answer is there it may be done, or not.
        name.is_unsure = True
        answer, is_unsure = await self.insist(
            "POST", f"/conversations/{conversation}/group", {"shown-name": "", "name": name.text})
        if answer and self.record.require(answer.status == 303, self, f"renaming: {answer.status}"):
            name.is_acknowledged = True
            name.is_unsure = is_unsure
            self.record.counts["renamed"] += 1
            self.note(f"has renamed {conversation}: {name.text}")

    async def _remove(self, conversation, other):
        await self._change_membership(conversation, other, "members/remove", is_removal=True)

    async def _add(self, conversation, other):
        await self._change_membership(conversation, other, "members", is_removal=False)

    async def _change_membership(self, conversation, other, path, is_removal):
        key = conversation, other
        if key in self.stage.changing:
            return
        self.stage.changing.add(key)
        try:
            membership = self.record.memberships[key]
            was_unsure = membership.is_unsure
            # Until the answer is there it may be done, or not.
            membership.is_unsure = True
            membership.is_touched |= is_removal
            is_admin = self.alias == self.members[conversation][0]
            membership.is_banned |= is_removal and is_admin and other != self.alias
            answer, is_unsure = await self.insist(
                "POST", f"/conversations/{conversation}/{path}", {"user": self.stage.people[other]})
            if answer and answer.status == 303:
                membership.removed_at = time.monotonic() if is_removal else None
                membership.is_banned &= is_removal or not is_admin or is_unsure
                membership.is_unsure = was_unsure or is_unsure
                self.record.counts["removals" if is_removal else "additions"] += 1
                self.note(f"has {'removed' if is_removal else 'added'} {other}, in {conversation}")
            # Otherwise whoever asked was removed, or the other one was: it stays unsure.
        finally:
            self.stage.changing.discard(key)
