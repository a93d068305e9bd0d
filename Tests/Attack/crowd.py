"""Many different users at once with a REST backend, each with a stream and separate conversations. Many sessions of
one user would not show what is kept for each user."""

import http.client
import json
import time

from clients import Client
from support import HOST, MEBIBYTE, require

CONVERSATIONS_EACH = 24
# How often every user loads the list again while the streams are open, and the pause before that, in seconds.
ROUNDS = 3
QUIET_SECONDS = 3


class Maker:
    """Creates users and conversations at a backend, over one connection."""

    def __init__(self, backend):
        self.connection = http.client.HTTPConnection(HOST, backend.port, timeout=30)

    def make(self, path, value):
        self.connection.request("POST", path, json.dumps(value), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        require(answer.status < 300, f"POST {path} at the backend: {answer.status} {text[:200]}")
        return json.loads(text)["id"]


def crowd(run):
    people = run.choose(60, 500)
    backend = run.start("backend")
    maker = Maker(backend)
    host = maker.make("/users", {"idAlias": "crowd-host", "name": "Host"})
    for number in range(people):
        person = maker.make("/users", {"idAlias": f"crowd{number}", "name": f"Crowd {number}"})
        for each in range(CONVERSATIONS_EACH):
            maker.make("/conversations", {
                "type": "group", "name": f"g{number}-{each}", "participantIds": [person, host]})
    server = run.serve("--backend", f"http://{HOST}:{backend.port}", "--sign-in", "user-id", is_bounded=True)
    streams, clients, failures = [], [], []
    for number in range(people):
        client = Client(server.port, source=f"127.5.{number // 250}.{number % 250 + 1}")
        server.ask(f"sign-in {number}", lambda: client.sign_in(f"crowd{number}"))
        clients.append(client)
        if (status := server.ask(f"list {number}", lambda: client.get("/conversations")).status) != 200:
            failures.append(status)
        # Does not wait for the stream to begin, so that many begin at once.
        streams.append(server.ask(f"stream {number}", client.ask_for_stream))
    for turn in range(ROUNDS):
        time.sleep(QUIET_SECONDS)
        for number, client in enumerate(clients):
            answer = server.ask(f"list {number}, round {turn}", lambda: client.get("/conversations"))
            if answer.status != 200 or f"g{number}-" not in answer.text:
                failures.append(answer.status)
    server.require_up("the crowd", 3)
    for stream in streams:
        begin = server.ask("a stream", lambda: stream.recv(4096))
        if not begin.startswith(b"HTTP/1.1 200"):
            failures.append(begin[:12])
        stream.close()
    require(not failures, f"{len(failures)} lists and streams of {people} people failed: {failures[:3]}")
    return (f"{people} people with {CONVERSATIONS_EACH} conversations each, {server.memory() / MEBIBYTE:.0f} MiB in memory, "
            f"{server.peak() / MEBIBYTE:.0f} MiB at most")


CASES = [("crowd", crowd)]
