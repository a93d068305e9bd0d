"""A backend with invalid responses, as a proxy of a correct one: the gateway keeps running, and shows nobody the data
of others."""

import http.client
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from socketserver import StreamRequestHandler, ThreadingTCPServer

from clients import Client
from lies import CLOSED, CLOSED_AFTER, COOKIE, MARKUP, MISTAKEN_PAGES, OPEN, POISON, SLOW, UNASKED, Truth, pauses
from support import HOST, MEBIBYTE, Failed, require

# The longest permitted response time of a page, in seconds.
PAGE_SECONDS = 15
# The permitted growth of memory, in bytes: the largest responses that the server reads have 16 MiB.
PEAK = 400 * MEBIBYTE
TOGETHER = 4
# How often each page is loaded for responses with wrong timing.
UNASKED_TURNS = 12
PATHS = ["/conversations", "/conversations/{conversation}", "/profile", "/search?q=hello", "/users/{person}", "/bookmarks",
         "/conversations/new"]
PERSON = "550e8400-e29b-41d4-a716-44665544000{}"


class Liar(ThreadingTCPServer):
    """A proxy of the correct backend that changes its responses by the lie `name`, once one is set."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, backend):
        super().__init__((HOST, 0), Conversation)
        self.backend = backend
        self.name = None
        self.told = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def ask(self, line, headers, body):
        connection = http.client.HTTPConnection(HOST, self.backend.port, timeout=20)
        method, path, _ = line.decode().split(" ")
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        truth = Truth(f"HTTP/1.1 {answer.status} {answer.reason}".encode(),
                      (answer.getheader("content-type") or "application/json").encode(), answer.read())
        connection.close()
        return truth

    def parts(self, truth):
        """The bytes to send instead of `truth`, and whether the connection stays open."""
        name = self.name
        if name is None:
            return [(truth.whole(), 0)], True
        self.told += 1
        if name in OPEN:
            return [(OPEN[name](truth), 0)], True
        if name in CLOSED:
            return [(CLOSED[name](truth), 0)], False
        return pauses(name, truth.whole(), truth), name not in CLOSED_AFTER

    def handle_error(self, request, client_address):
        # The gateway has closed the connection, as it should after most invalid responses.
        pass


class Conversation(StreamRequestHandler):
    """Serves one connection of the gateway."""

    disable_nagle_algorithm = True

    def handle(self):
        while line := self.rfile.readline().strip():
            headers = {}
            while field := self.rfile.readline().strip().decode():
                name, _, value = field.partition(":")
                if name.lower() not in ("connection", "host"):
                    headers[name] = value.strip()
            length = int(next((value for name, value in headers.items() if name.lower() == "content-length"), 0))
            body = self.rfile.read(length) if length else None
            parts, stays_open = self.server.parts(self.server.ask(line, headers, body))
            for data, pause in parts:
                self.request.sendall(data)
                time.sleep(pause)
            if not stays_open:
                self.request.shutdown(socket.SHUT_WR)
                return


def visit(run, backend, name):
    """The statuses of two users' pages while the backend uses the lie `name`."""
    liar = Liar(backend)
    try:
        server = run.serve("--sign-in", "user-id", "--backend", f"http://{HOST}:{liar.server_address[1]}")
        people = [Client(server.port, source=f"127.9.0.{number + 1}").sign_in(user) for number, user in enumerate(("alice", "bob"))]
        conversation = re.search(r"/conversations/([0-9a-f-]{36})", people[0].get("/conversations").text)[1]
        liar.name = name
        statuses = {}
        end = time.monotonic() + run.choose(8, 20)
        for turn in range(UNASKED_TURNS if name in UNASKED else run.choose(2, 6)):
            for path in PATHS:
                for person in people:
                    if time.monotonic() > end:
                        continue
                    page = path.format(conversation=conversation, person=PERSON.format(1 + turn % 8))
                    status = look(server, person, page, name)
                    statuses[status] = statuses.get(status, 0) + 1
        require(liar.told, f"{name}: the backend was not asked")
        mistaken = statuses.get(POISON, 0) + sum(count for status, count in statuses.items() if status != POISON and status >= 500)
        if name in UNASKED:
            require(mistaken <= MISTAKEN_PAGES.get(name, 0), f"{name}: {mistaken} pages took it for their answer")
        require(name in MISTAKEN_PAGES or POISON not in statuses, f"{name}: a page shows what nobody has asked for")
        require(server.peak() < PEAK, f"{name}: {server.peak() / MEBIBYTE:.0f} MiB in memory")
        peak = server.peak()
        server.stop()
        return statuses, peak
    finally:
        liar.shutdown()
        liar.server_close()


def look(server, person, path, name):
    begin = time.monotonic()
    answer = server.ask(f"{path} with {name}", lambda: person.get(path, timeout=PAGE_SECONDS + 5))
    took = time.monotonic() - begin
    require(took < PAGE_SECONDS, f"{name}: {path} took {took:.0f} s")
    require(MARKUP.decode() not in answer.text, f"{name}: {path} holds markup of another")
    require(COOKIE.decode() not in str(answer.headers), f"{name}: {path} sets a cookie of the backend's")
    return POISON if POISON.decode() in answer.text else answer.status


def believe(run):
    backend = run.start("backend", "--sample-world", "on")
    names = [*OPEN, *CLOSED, *SLOW]
    flaws, statuses, peaks = [], {}, []

    def judged(name):
        try:
            return visit(run, backend, name)
        except Failed as error:
            flaws.append(str(error))
            return {}, 0

    with ThreadPoolExecutor(TOGETHER) as pool:
        for seen, peak in pool.map(judged, names):
            peaks.append(peak)
            for status, count in seen.items():
                statuses[status] = statuses.get(status, 0) + count
    require(not flaws, f"{len(flaws)} of {len(names)} lies: {'; '.join(flaws)}")
    return (f"{len(names)} lies, pages by status {dict(sorted(statuses.items(), key=str))}, {max(peaks) / MEBIBYTE:.0f} MiB in memory at "
            f"most")


CASES = [("backend that lies", believe)]
