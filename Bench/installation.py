"""Writes the chat of a large installation: 100,000 people, a room of 10,000, a person with 1,000 conversations.

    Bench/installation.py FOLDER [--messages 1000000] [--people 100000]

It makes a `chat.sqlite` of version 3, whose schema does not change any more; the first start brings it up to date, which
is a test of the migrations too. Sign in as:
- `rare`: in 24 conversations, where nobody uses the word "common"; half of all other messages contain it.
- `many`: in 1,000 conversations.
- `room`: in the room of 10,000.
- `marks`: with 10,000 bookmarks, and a message with 10,000 reactions in the room.
"""

import argparse
import random
import re
import sqlite3
import uuid
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "Sources" / "Chat"
START = 1_700_000_000_000
MEMBERS_OF_ROOM = 10_000
CONVERSATIONS_OF_MANY = 1_000
CONVERSATIONS_OF_RARE = 24
MARKS = 10_000
ROWS_AT_ONCE = 10_000
# Folded already, so that `message_words` can hold the same text.
WORDS = "kettle veranda ladder saw shed bicycle timber plan rain autumn tea bamboo picture colour morning evening".split()
WORDS += ["えんがわ", "おちゃ", "あした", "しゃしん", "会議", "資料", "連絡", "予定", "確認"]
FAMILY_NAMES = ["佐藤", "鈴木", "高橋", "田中", "伊藤", "Miller", "Baker", "Cook"]
GIVEN_NAMES = ["はるか", "けんじ", "さくら", "ゆう", "Ann", "Bob", "Carol", "Dave"]


def schema():
    """The SQL of the first three versions, from the sources."""
    def script(path, name):
        text = (SOURCES / path).read_text()
        return re.search(rf'static let {name}[^"]*"""\n(.*?)"""', text, re.S).group(1)
    parts = [script("ChatStore/Schema.swift", "first"), script("ChatStore/Schema+Search.swift", "search"),
             script("ChatStore/Schema+Sending.swift", "sending"), script("Sending/Drafts.swift", "schema")]
    return "\n".join(parts) + "\nPRAGMA user_version = 3;"


class Installation:
    """The rows of the installation, in the order in which they are written."""

    def __init__(self, database, people, messages, seed=1):
        self.database, self.messages = database, messages
        self.random = random.Random(seed)
        self.names = ["rare", "many", "room", "marks"] + [f"person-{number}" for number in range(people - 4)]
        self.people = [self.identifier() for _ in self.names]

    def identifier(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def insert(self, table, columns, rows):
        places = ", ".join("?" * len(columns.split(",")))
        batch = []
        for row in rows:
            batch.append(row)
            if len(batch) == ROWS_AT_ONCE:
                self.database.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", batch)
                batch = []
        self.database.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", batch)

    def write(self):
        self.insert("users", "id, alias, name, created_at", self.users())
        rare, many, room, marks = self.people[:4]
        # The conversations, each with its people and its part of the messages.
        crowd = self.people[4:]
        groups = [(self.random.sample(crowd, 4) + [rare], 1, False) for _ in range(CONVERSATIONS_OF_RARE)]
        groups += [(self.random.sample(crowd, 2) + [many], 1, True) for _ in range(CONVERSATIONS_OF_MANY)]
        groups += [([room, marks] + crowd[:MEMBERS_OF_ROOM - 2], 200, True)]
        groups += [(self.random.sample(crowd, min(20, len(crowd))), 5, True) for _ in range(1_000)]
        ids = [self.identifier() for _ in groups]
        self.insert("conversations", "id, kind, name, created_at", (
            (conversation, "group", f"Group {number}", START) for number, conversation in enumerate(ids)))
        self.insert("participants", "id, conversation, user, role, joined_at", (
            (self.identifier(), conversation, person, "member", START)
            for conversation, (people, _, _) in zip(ids, groups) for person in people))
        place = self.write_messages(ids, groups)
        self.write_marks(place[ids[CONVERSATIONS_OF_RARE + CONVERSATIONS_OF_MANY]], marks, crowd)

    def users(self):
        for identifier, alias in zip(self.people, self.names):
            name = f"{self.random.choice(FAMILY_NAMES)} {self.random.choice(GIVEN_NAMES)}"
            yield identifier, alias, name, START

    def write_messages(self, ids, groups):
        """Returns the newest messages of each conversation."""
        chosen = self.random.choices(range(len(ids)), [weight for _, weight, _ in groups], k=self.messages)
        positions, newest = [0] * len(ids), {conversation: [] for conversation in ids}
        texts = []

        def rows():
            for number, index in enumerate(chosen):
                people, _, says_common = groups[index]
                positions[index] += 1
                text = " ".join(self.random.choices(WORDS, k=8))
                if says_common and number % 2:
                    text += " common"
                texts.append((number + 1, text))
                identifier = self.identifier()
                newest[ids[index]].append(identifier)
                yield (number + 1, identifier, ids[index], positions[index], "text",
                       people[number % len(people)], text, START + number * 20)

        self.insert("messages", "number, id, conversation, position, kind, user, text, created_at", rows())
        self.insert("message_words", "number, folded", texts)
        return newest

    def write_marks(self, messages, marks, crowd):
        self.insert("bookmarks", "id, message, user, created_at", (
            (self.identifier(), message, marks, START + number)
            for number, message in enumerate(messages[-MARKS:])))
        self.insert("reactions", "id, message, user, emoji, created_at", (
            (self.identifier(), messages[-1], person, "🍵", START) for person in crowd[:MARKS]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=100_000)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(arguments.folder / "chat.sqlite", isolation_level=None)
    database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;" + schema())
    # The old index is dropped at the first start, so it is not filled.
    database.execute("DROP TRIGGER sixty_four_messages")
    database.execute("BEGIN")
    Installation(database, arguments.people, arguments.messages).write()
    database.execute("""
        CREATE TRIGGER sixty_four_messages AFTER INSERT ON messages WHEN new.number % 64 = 0 BEGIN SELECT 1; END""")
    database.execute("COMMIT")


if __name__ == "__main__":
    main()
