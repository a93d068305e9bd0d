"""People who send messages all the time, each with a key of its own, and remember what was acknowledged."""

import http.client
import re
import secrets
import sqlite3
import subprocess
import threading

from clients import Client
from support import require

VERANDA = "550e8400-e29b-41d4-a716-446655450001"
MESSAGES = f"/conversations/{VERANDA}/messages"


def sample_site(run, *arguments, **options):
    """A site with the sample world, in which nobody is slowed down."""
    return run.serve("--mode", "development", *run.unlimited, *arguments, **options)


def send(client, text, key=None, timeout=30):
    """Sends a message as a form without scripts does."""
    return client.post(MESSAGES, {"text": text, "key": key or secrets.token_hex(16)}, timeout=timeout)


def text_box(answer):
    """What the text box of a page holds."""
    found = re.search(r'<textarea[^>]*name="text"[^>]*>\n([^<]*)</textarea>', answer.text)
    return found and found.group(1)


class Senders:
    """Several threads that send until they are stopped or the server is gone."""

    def __init__(self, server, name, count=4):
        self.acknowledged = []
        self.unknown = []
        self.is_over = False
        client = Client(server.port)
        client.sign_in("alice")
        self.threads = [threading.Thread(target=self.keep_sending, args=(client, f"{name}-{number}"), daemon=True)
                        for number in range(count)]

    def keep_sending(self, client, name):
        number = 0
        while not self.is_over:
            text, key = f"{name}-{number}.", secrets.token_hex(16)
            try:
                answer = send(client, text, key)
            except (OSError, http.client.HTTPException):
                self.unknown.append((text, key))
                return
            if answer.status == 303:
                self.acknowledged.append(text)
            else:
                self.unknown.append((text, key))
            number += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        for thread in self.threads:
            thread.join(timeout=40)


def counts(data):
    """How often each text is stored."""
    connection = sqlite3.connect(f"file:{data}/chat.sqlite?mode=ro", uri=True)
    try:
        return dict(connection.execute("SELECT text, count(*) FROM messages WHERE text IS NOT NULL GROUP BY text"))
    finally:
        connection.close()


def audit(data, acknowledged, unknown=()):
    """Each acknowledged message is stored once, and each without an answer at most once."""
    stored = counts(data)
    lost = [text for text in acknowledged if text not in stored]
    twice = [text for text in [*acknowledged, *unknown] if stored.get(text, 0) > 1]
    require(not lost, f"{len(lost)} of {len(acknowledged)} acknowledged messages are lost: {lost[:3]}")
    require(not twice, f"{len(twice)} messages are stored twice: {twice[:3]}")


def command(run, *arguments):
    """Runs a command of the program to its end."""
    return subprocess.run([run.binary, *arguments], capture_output=True, text=True, timeout=60)


def require_sound(run, data):
    checked = command(run, "check", "--data", str(data))
    require(checked.returncode == 0, f"engawa check: {checked.stderr}")


def require_refused(run, data, *words):
    """The program does not start on this folder, and says why."""
    refused = command(run, "serve", "--listen", "127.0.0.1:0", "--mode", "development", "--data", str(data))
    require(refused.returncode in (1, 64), f"it ended with {refused.returncode}: {refused.stderr}")
    for word in words:
        require(word in refused.stderr, f"it says: {refused.stderr}")
