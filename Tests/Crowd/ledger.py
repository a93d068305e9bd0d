"""What the crowd was answered, what was accepted, and what must hold of that in the end."""

import random
from collections import Counter, defaultdict
from contextlib import contextmanager

from world import FIRST_MESSAGES, first_text


class Ledger:
    # The share of messages that are sent a second time with their key.
    REPEATED = 0.05
    # How many faults are named.
    NAMED = 8

    def __init__(self):
        self.statuses = Counter()
        self.failures = Counter()
        self.accepted = defaultdict(list)
        self.under_way = Counter()
        # Texts that were sent, or may have been.
        self.attempts = {first_text(number) for number in range(FIRST_MESSAGES)}
        self.own = defaultdict(list)
        self.deletions = set()

    def answered(self, status):
        self.statuses[status // 100 * 100 if status < 500 else 500] += 1

    def failed(self, what):
        """A request without an answer, or an answer that is wrong."""
        self.failures[what] += 1

    def forget_answers(self):
        self.statuses.clear()
        self.failures.clear()

    @property
    def requests(self):
        return self.statuses.total() + self.failures.total()

    @contextmanager
    def attempt(self, message):
        self.under_way[message.conversation] += 1
        self.attempts.add(message.text)
        try:
            yield
        finally:
            self.under_way[message.conversation] -= 1

    def accept(self, message):
        self.accepted[message.conversation].append(message)
        self.own[message.text.split()[0]].append(message)

    def count(self, conversation):
        return len(self.accepted[conversation])

    def sending(self, conversation):
        return self.under_way[conversation]

    def newest(self, conversation, count):
        return self.accepted[conversation][-count:]

    def random(self, conversations):
        messages = self.accepted[random.choice(conversations)]
        message = random.choice(messages) if messages else None
        return message if message and not message.is_deleted else None

    def take_own(self, alias):
        """A message of this person that is deleted from now on."""
        if not self.own[alias]:
            return None
        message = self.own[alias].pop(random.randrange(len(self.own[alias])))
        message.is_deleted = True
        self.deletions.add(message.id)
        return message

    # In the end

    def audit_messages(self, stored):
        """Every accepted message stands in the store once, and nothing else does; returns what is wrong."""
        faults = []
        for conversation, messages in stored.items():
            ids = Counter(id for id, _ in messages)
            texts = Counter(text for _, text in messages)
            for message in self.accepted[conversation]:
                wanted = 0 if message.is_deleted else 1
                if ids[message.id] != wanted or texts[message.text] != wanted:
                    faults.append(f"{message.text!r} is there {texts[message.text]} times instead of {wanted}")
            known = {message.text for message in self.accepted[conversation]}
            faults += [f"{text!r} was not accepted" for text in texts if text not in known | self.attempts]
        return faults

    def audit_stream(self, person, stored):
        """A stream brought every message of all conversations once and in order; returns what is wrong."""
        faults = []
        for conversation in person.conversations:
            seen = person.posted[conversation]
            if len(seen) != len(set(seen)):
                faults.append(f"{person.alias} got {len(seen) - len(set(seen))} messages twice")
            accepted = {message.id for message in self.accepted[conversation]}
            # One that was deleted before it was brought need not be.
            if missing := accepted - set(seen) - self.deletions:
                faults.append(f"{person.alias} did not get {len(missing)} of {len(accepted)} messages")
            order = {id: place for place, (id, _) in enumerate(stored[conversation])}
            places = [order[id] for id in seen if id in order]
            if places != sorted(places):
                faults.append(f"{person.alias} got messages out of order")
            if conversation == person.watched:
                if kept := set(seen) & accepted & self.deletions - person.deleted:
                    faults.append(f"{person.alias} was not told of {len(kept)} deletions")
        return faults
