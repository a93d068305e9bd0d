"""People and conversations at a correct backend, made and read through its REST API."""

import http.client
import json

from support import HOST, require

ASK_SECONDS = 30
# The most that the backend returns at once, and more than are sent to the common conversation.
MOST_MESSAGES = 1000


class OutageWorld:
    """Everybody is in a common conversation, and for each round in one of their own, with a host who visits no site.

    The host has said something in all of them but those of the first person, which are empty. A list tells the last
    message, so whoever has read one knows the whole of an empty conversation, and not of another.
    """

    def __init__(self, run, people, rounds):
        self.backend = run.start("backend")
        self.rounds = rounds
        self.people = [f"person{number}" for number in range(people)]
        self.host = self.make_user("host")
        ids = {alias: self.make_user(alias) for alias in self.people}
        self.common = self.make_conversation("Common", [self.host, *ids.values()])
        self.own = {alias: [self.make_conversation(f"{alias} {number}", [self.host, ids[alias]])
                            for number in range(rounds)] for alias in self.people}
        for alias in self.people[1:]:
            for conversation in self.own[alias]:
                self.say(conversation, f"Welcome, {alias}.")

    @property
    def common_page(self):
        return f"/conversations/{self.common}"

    @property
    def shared_pages(self):
        return ["/conversations", self.common_page]

    def own_page(self, alias, number):
        return f"/conversations/{self.own[alias][number]}"

    def ask(self, method, path, value=None):
        connection = http.client.HTTPConnection(HOST, self.backend.port, timeout=ASK_SECONDS)
        try:
            connection.request(method, path, value and json.dumps(value), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        require(answer.status < 300, f"{method} {path} at the backend: {answer.status} {text[:200]}")
        return json.loads(text)

    def make_user(self, alias):
        return self.ask("POST", "/users", {"idAlias": alias, "name": alias.title()})["id"]

    def make_conversation(self, name, members):
        return self.ask("POST", "/conversations", {"type": "group", "name": name, "participantIds": members})["id"]

    def post(self, text):
        """The host says something in the common conversation, not through a site."""
        self.say(self.common, text)

    def say(self, conversation, text):
        self.ask("POST", f"/conversations/{conversation}/messages", {"senderUserId": self.host, "text": text})

    def common_texts(self):
        messages = self.ask("GET", f"{self.common_page}/messages?userId={self.host}&limit={MOST_MESSAGES}")
        require(len(messages) < MOST_MESSAGES, "there are more messages than were read")
        return [message.get("text") for message in messages]

    def stored(self, texts):
        """How many of the texts are stored."""
        return len(set(texts) & set(self.common_texts()))

    def require_once(self, texts):
        """Each text is stored exactly once."""
        stored = self.common_texts()
        wrong = {text: stored.count(text) for text in texts if stored.count(text) != 1}
        require(not wrong, f"{len(wrong)} of {len(texts)} messages are not there once: {dict(list(wrong.items())[:3])}")
