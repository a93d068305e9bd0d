"""What must hold at the end of a history, of what the database has and of what each person was told."""

from collections import Counter, defaultdict

from view import PAGE_MESSAGES


class Truth:
    """What the database has of the conversations of a history."""

    @classmethod
    async def read(cls, stage, conversations):
        truth = cls()
        rows = await stage.rows("messages", conversations)
        rows.sort(key=lambda row: (row["created_at"], row["position"]))
        truth.messages = defaultdict(list)
        truth.all = {row["id"]: row for row in rows}
        for row in rows:
            if row["kind"] == "text":
                truth.messages[row["conversation_id"]].append(row)
        truth.places = {row["id"]: place for place, row in enumerate(rows)}
        truth.reactions = defaultdict(Counter)
        truth.reacted = set()
        for row in await stage.rows("reactions", conversations):
            truth.reactions[row["message_id"]][row["emoji"]] += 1
            truth.reacted.add((row["message_id"], row["user_id"], row["emoji"]))
        truth.members = {
            (row["conversation_id"], row["user_id"]) for row in await stage.rows("participants", conversations)
            if row["left_at"] is None}
        truth.names = {row["id"]: row["name"] for row in await stage.rows("conversations", conversations)}
        truth.renamings = Counter(row["text"] for row in rows if row["kind"] == "change")
        truth.marks = {
            (row["conversation_id"], row["user_id"]): row["message_id"]
            for row in await stage.rows("read_marks", conversations)}
        return truth

    def kept(self, conversation):
        """The ids of the messages that are not deleted, in their order."""
        return [row["id"] for row in self.messages[conversation] if row["deleted_at"] is None]


def audit_store(record, truth, people):
    """What was acknowledged is in the database, once, and what was not is there once at most."""
    texts = defaultdict(list)
    for rows in truth.messages.values():
        for row in rows:
            texts[row["text"]].append(row)
    # The text of a message that was deleted is gone.
    emptied = texts.pop(None, [])
    record.require(
        {row["id"] for row in emptied} <= record.deletions_asked, "database", "messages were deleted by nobody")
    for message in record.messages:
        rows = texts[message.text] + [row for row in emptied if row["id"] == message.id]
        record.require(len(rows) <= 1, message.sender, f"{message.text!r} is stored {len(rows)} times")
        record.require(
            rows or not message.is_acknowledged, message.sender, f"{message.text!r} was acknowledged and is not stored")
        if rows and message.id:
            record.require(
                rows[0]["id"] == message.id, message.sender, f"{message.text!r} was acknowledged as {message.id}")
    known = {message.text for message in record.messages}
    for text in texts.keys() - known:
        record.fault("database", f"{text!r} was sent by nobody")
    for id in record.deletions:
        record.require(truth.all[id]["deleted_at"] is not None, id, "was deleted, and is there")
    for (message, alias, emoji), reaction in record.reactions.items():
        is_there = (message, people[alias], emoji) in truth.reacted
        is_deleted = truth.all[message]["deleted_at"] is not None
        record.require(
            reaction.is_unsure or is_deleted or is_there == reaction.is_there, alias,
            f"the reaction {emoji} to {message} is {'there' if is_there else 'not there'}")
    for (conversation, alias), seen in record.reads.items():
        mark = truth.marks.get((conversation, people[alias]))
        farthest = max(truth.places[id] for id in seen)
        # Where what was seen last is deleted, what was seen before it is read.
        kept = [truth.places[id] for id in truth.kept(conversation) if truth.places[id] <= farthest]
        record.require(
            not kept or mark and truth.places[mark] >= kept[-1], alias,
            f"the read mark in {conversation} is {mark}, was farther")


def audit_names(record, truth):
    """Each group has the name that it was given last, and each name is told once."""
    for conversation, shown in truth.names.items():
        names = [name for name in record.names if name.conversation == conversation]
        last = [name for name in names if name.is_acknowledged][-1:]
        # What had no answer may be done late.
        possible = {name.text for name in names if name.is_unsure or name in last}
        record.require(
            shown in possible or not last, conversation, f"is named {shown!r}, was named {sorted(possible)}")
        for name in names:
            told = truth.renamings[f"name {name.text}"]
            record.require(
                told == 1 or name.is_unsure and (told > 1 or not name.is_acknowledged), conversation,
                f"{name.text!r} is told {told} times")


def audit_pages(record, truth):
    """All pages showed the messages in the order of the database, each once."""
    for conversation, ids, who in record.pages:
        if unknown := [id for id in ids if id not in truth.places]:
            record.fault(who, f"a page of {conversation} showed {unknown}, which were never stored")
            continue
        places = [truth.places[id] for id in ids]
        record.require(
            places == sorted(set(places)), who, f"a page of {conversation} had another order than the database")


def differences(truth, person):
    """How what the page of a person shows differs from the database, where they are a member."""
    found = []
    for conversation, view in person.views.items():
        if (conversation, person.id) not in truth.members:
            continue
        # A page may have fewer messages where people came and went.
        expected = truth.kept(conversation)[-PAGE_MESSAGES // 2:]
        shown = view.shown
        compared = shown[-len(expected):] if expected else []
        if compared != expected:
            missing = [id for id in expected if id not in shown]
            kept = set(truth.kept(conversation))
            surplus = [id for id in shown if id not in kept]
            if missing:
                found.append(f"{conversation} lacks {missing}")
            if surplus:
                found.append(f"{conversation} still shows {surplus}")
            if not missing and not surplus:
                found.append(f"{conversation} is in another order: {shown}, stored are {expected}")
        for id in expected:
            if id in view.reactions and view.reactions[id] != truth.reactions[id]:
                found.append(
                    f"{conversation} shows the reactions {view.reactions[id]} to {id}, stored are "
                    f"{dict(truth.reactions[id])}")
    return found


def audit_streams(record, person, disturbances):
    """The streams of a session have ended with it."""
    for stream in person.past_streams:
        ended = stream.session.ended_at
        if ended is None or stream.events is None:
            continue
        deadline = disturbances.deadline(ended, stream.gateway)
        record.require(
            stream.closed_at is not None and stream.closed_at <= deadline, person,
            f"a stream at {stream.gateway} ended {stream.closed_at and stream.closed_at - ended} s after signing out")
