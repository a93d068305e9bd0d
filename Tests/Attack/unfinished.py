"""Requests that are never complete, or too large for the memory of a connection, and clients that have disconnected when
their request is read."""

import socket
import time

from clients import Client, Watch
from support import HOST, MEBIBYTE, Failed, require, wait_until

HOST_LINE = b"Host: 127.0.0.1\r\n"
LARGE_TARGET = b"a" * 15_000
# Too large: a request line and its arguments share the memory of a connection with the headers.
OVERFLOWS = {
    "arguments": b"GET /?" + b"a&" * 9_000 + b" HTTP/1.1\r\n" + HOST_LINE + b"\r\n",
    "arguments behind a long one": b"GET /search?" + b"a&" * 400 + b"a" * 16_000 + b"&" + b"b&" * 400 + b" HTTP/1.1\r\n" +
        HOST_LINE + b"\r\n",
    "empty arguments": b"GET /?" + b"&" * 15_000 + b" HTTP/1.1\r\n" + HOST_LINE + b"\r\n",
    "an unknown coding": b"POST /" + LARGE_TARGET + b" HTTP/1.1\r\n" + HOST_LINE + b"Transfer-Encoding: x\r\n\r\nabc",
    "cookies": b"GET / HTTP/1.1\r\n" + HOST_LINE + b"Cookie: " + b"a=b;" * 6_000 + b"\r\n\r\n",
    "headers": b"GET / HTTP/1.1\r\n" + HOST_LINE + b"X: y\r\n" * 4_000 + b"\r\n",
    "a request line alone": b"GET /" + LARGE_TARGET + b" HTTP/1.1\r\n",
}
# Requests that get a response or are closed; the others are not complete yet.
WHOLE = [name for name in OVERFLOWS if name != "a request line alone"]
ANSWER_SECONDS = 5
# The number of connections after which one waits for its response.
PACE = 100
# The permitted growth of memory, in bytes.
GROWTH = 20 * MEBIBYTE
STOP_SECONDS = 3
# The time after which nothing is left of disconnected clients, in seconds, except for this number of descriptors.
CLOSE_SECONDS = 2
SLACK = 5


class Sources:
    """Source addresses, each for so few connections that no port is reused while it is in TIME_WAIT."""

    EACH = 2000

    def __init__(self):
        self.count = 0

    def next(self):
        self.count += 1
        number = self.count // self.EACH
        return f"127.7.{number // 250}.{number % 250 + 1}"


SOURCES = Sources()


def send_and_go(server, data, times):
    for number in range(times):
        # A pause, so that the accept queue does not overflow: this case does not test speed.
        if number % PACE == 0:
            server.ask("/healthz", lambda: Client(server.port).get("/healthz"))
        with socket.create_connection((HOST, server.port), timeout=10, source_address=(SOURCES.next(), 0)) as connection:
            try:
                connection.sendall(data)
            except ConnectionError:
                pass


def seconds_to_answer(server, name, data):
    """The time until the response to `data` arrives, or the connection is closed."""
    begin = time.monotonic()
    with socket.create_connection((HOST, server.port), timeout=ANSWER_SECONDS, source_address=(SOURCES.next(), 0)) as connection:
        try:
            connection.sendall(data)
            connection.recv(1000)
        except TimeoutError as error:
            raise Failed(f"{name}: nothing within {ANSWER_SECONDS} s") from error
        except ConnectionError:
            pass
    return time.monotonic() - begin


def overflows(run):
    times = run.choose(1500, 10_000)
    grown, slowest, stopped = {}, 0, 0
    for name, data in OVERFLOWS.items():
        # A separate server for each, because memory that one has left could be reused by the next.
        server = run.serve("--mode", "development")
        send_and_go(server, data, 200)
        time.sleep(0.5)
        before = server.memory()
        with Watch(server, ANSWER_SECONDS):
            send_and_go(server, data, times)
            if name in WHOLE:
                slowest = max(slowest, seconds_to_answer(server, name, data))
        require(wait_until(lambda: server.memory() - before < GROWTH, 5),
                f"{name}: {(server.memory() - before) / MEBIBYTE:.0f} MiB more after {times} requests")
        grown[name] = server.memory() - before
        took = server.stop()
        require(took < STOP_SECONDS, f"{name}: stopping took {took:.1f} s")
        stopped = max(stopped, took)
    worst = max(grown, key=grown.get)
    return (f"{times} requests each of {len(OVERFLOWS)} kinds, {grown[worst] / MEBIBYTE:.1f} MiB more at most ({worst}), answered "
            f"within {slowest:.1f} s, stopped within {stopped:.1f} s")


def gone(run):
    """Sends data and closes at once, so that the server sees both in one event."""
    times = run.choose(1000, 10_000)
    server = run.serve("--mode", "development")
    Client(server.port).get("/healthz")
    before = server.descriptors()
    most = 0
    for data in (b"G", b"GET /", b"GET /aaaaaaaaaa HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n", b"",
                 b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"):
        send_and_go(server, data, times)
        begin = time.monotonic()
        left = server.descriptors() - before
        require(wait_until(lambda: server.descriptors() <= before + SLACK, CLOSE_SECONDS),
                f"{server.descriptors() - before} descriptors are still open {CLOSE_SECONDS} s after {times} clients of {data!r} have gone")
        most = max(most, time.monotonic() - begin)
        require(Client(server.port).get("/healthz").status == 200, f"not alive after {left} clients of {data!r}")
    server.require_up("the clients")
    return f"6 times {times} clients, all closed {most:.1f} s after the last one"


CASES = [("requests that overflow", overflows), ("clients that have gone", gone)]
