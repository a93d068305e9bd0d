"""The test data of the benchmark, created through the backend's REST API."""

from datetime import datetime, timedelta

from machine import Client, Failure

THREAD_MESSAGES = 50
LIST_CONVERSATIONS = 24
WATCHERS = 10

SENTENCES = [
    "The kettle is on, and there is room on the veranda for two more.",
    "明日の朝は涼しいそうですから、縁側でお茶にしませんか。",
    "Did anyone bring the tools back to the shed? I could not find the small saw & the ladder.",
    "梅雨が明けたら、竹を切りに行きましょう。二本あれば足りると思います。",
    "If x < y the second plan is cheaper, if not we stay with the first one and buy the timber in autumn.",
    "写真を見ました。とてもいい色ですね。来年もまた植えましょう。",
    "Let us meet at eight. I will come by bicycle, so a little later if it rains.",
]


class World:
    """The people and conversations of the test data."""

    def __init__(self, port):
        self._client = Client(port)
        people = ["reader", "writer", "historian"] + [f"watcher{i}" for i in range(WATCHERS)]
        people += [f"friend{i}" for i in range(4)]
        self.people = {alias: self._register(alias) for alias in people}
        reader, writer, historian = (self.people[name] for name in ("reader", "writer", "historian"))
        friends = [self.people[f"friend{i}"] for i in range(4)]
        watchers = [self.people[f"watcher{i}"] for i in range(WATCHERS)]
        self.thread = self._converse("Veranda", [reader] + friends, THREAD_MESSAGES)
        for number in range(1, LIST_CONVERSATIONS):
            self._converse(f"Garden {number}", [reader, friends[number % 4]], 3)
        self.sending = self._converse("Letters", [writer, friends[0]], 1)
        self.history = self._converse("Annals", [historian, friends[1]], 1)
        self.watched = self._converse("Square", watchers, THREAD_MESSAGES)

    def _register(self, alias):
        return self._client.json("POST", "/users", {"idAlias": alias, "name": alias.capitalize()})["id"]

    def _converse(self, name, members, messages):
        """Creates a conversation in which everyone writes in turn, with some replies and reactions."""
        ask = self._client.json
        conversation = ask("POST", "/conversations", {"type": "group", "name": name, "participantIds": members})["id"]
        last = None
        for number in range(messages):
            said = {
                "senderUserId": members[number % len(members)],
                "text": f"{name} {number + 1}: {SENTENCES[number % len(SENTENCES)]}"}
            if last and number % 9 == 4:
                said["replyToMessageId"] = last
            last = ask("POST", f"/conversations/{conversation}/messages", said)["id"]
            if number % 7 == 3:
                for member in members[:2]:
                    ask("POST", f"/messages/{last}/reactions", {"emoji": "🍵", "userId": member})
        return conversation


def messages(port, conversation, user, limit=1000):
    """All messages of a conversation, newest first, a page at a time."""
    client, before, seen = Client(port), "", set()
    while True:
        page = client.json("GET", f"/conversations/{conversation}/messages?userId={user}&limit={limit}{before}")
        for message in page:
            if message["id"] not in seen:
                seen.add(message["id"])
                yield message
        if len(page) < limit:
            return
        if page[0]["createdAt"] == page[-1]["createdAt"]:
            raise Failure("a whole page of messages shares one millisecond")
        # The next page begins one millisecond after the oldest message, because others may have the same timestamp.
        before = "&before=" + next_millisecond(page[-1]["createdAt"])


def next_millisecond(text):
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ") + timedelta(milliseconds=1)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
