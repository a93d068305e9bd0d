"""The end of a request must be unambiguous: otherwise it is refused and the connection is closed, so that the bytes after
it are not read as another request."""

import socket
from concurrent.futures import ThreadPoolExecutor

from clients import Client, exchange
from framing_corpus import ALONE, CORPUS, OPEN, RIGHT, WAITING
from support import HOST, require

# The bytes that follow each sample in the same send.
SECOND = b"GET /a-second-request HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
CLOSE_SECONDS = 3
TOGETHER = 8


def answers(data, heads=()):
    """The statuses and bodies of the consecutive responses in `data`; those with an index in `heads` have no body.
    Bytes that are no response are returned as the last body, with the status `None`."""
    found = []
    while data:
        head, separator, rest = data.partition(b"\r\n\r\n")
        if not separator or not head.startswith(b"HTTP/1.1 "):
            return found + [(None, data)]
        status = int(head[9:12])
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        if 100 <= status < 200:
            data = rest
            continue
        body, data = b"", rest
        if len(found) not in heads and status not in (204, 304):
            if b"transfer-encoding" in fields:
                body, data = unchunked(rest)
            else:
                length = int(fields.get(b"content-length", len(rest)))
                body, data = rest[:length], rest[length:]
        found.append((status, body))
    return found


def unchunked(data):
    body = b""
    while True:
        size, _, data = data.partition(b"\r\n")
        length = int(size or b"0", 16)
        if not length:
            return body, data.partition(b"\r\n")[2]
        body, data = body + data[:length], data[length + 2:]


def flaw(server, sample):
    """The error in the response to `sample`; `None` if it is right."""
    data, is_closed = exchange(server.port, sample.data + SECOND, CLOSE_SECONDS)
    found = answers(data)
    if not found and not is_closed:
        return None if sample.fate == WAITING else f"{sample.name}: no answer"
    status = found[0][0] if found else None
    if status not in sample.statuses:
        return f"{sample.name}: {status or 'closed without an answer'}"
    if not is_closed:
        return f"{sample.name}: {status}, and the connection stays open"
    # libmicrohttpd 0.9.75 sends the head of its own error responses twice, and closes.
    rest = [status for status, _ in found[1:] if status]
    is_understood = status in RIGHT
    if rest and not (rest == [404] and (is_understood and sample.fate != ALONE or sample.fate == OPEN)):
        return f"{sample.name}: {status}, and then {rest}"
    return None


def corpus(run):
    server = run.serve("--mode", "development")
    with ThreadPoolExecutor(TOGETHER) as pool:
        flaws = [flaw for flaw in pool.map(lambda sample: flaw(server, sample), CORPUS) if flaw]
    server.require_up("the requests")
    require("/hidden-in-a-body" not in server.log.read_text(errors="replace"), "a body was taken for a request")
    require(not flaws, f"{len(flaws)} of {len(CORPUS)} requests: {'; '.join(flaws)}")
    return f"{len(CORPUS)} requests"


def heads(run):
    server = run.serve("--mode", "development")
    client = Client(server.port).sign_in("bob")
    wrong = []
    paths = ["/events", "/conversations", "/sign-in", "/healthz", "/nowhere", "/profile", "/favicon.ico"]
    for path in paths:
        request = (f"HEAD {path} HTTP/1.1\r\nHost: {client.host}\r\nCookie: {client.cookie_header()}\r\n"
                   f"Accept: text/event-stream\r\n\r\n")
        found = answers(exchange(server.port, request.encode() + SECOND, CLOSE_SECONDS)[0], heads={0})
        if not found or found[0][0] is None or any(status != 404 for status, _ in found[1:]) or len(found) > 2:
            wrong.append(f"{path}: {[(status, body[:20]) for status, body in found]}")
    server.require_up("HEAD")
    require(not wrong, f"something follows the head of {'; '.join(wrong)}")
    return f"nothing follows {len(paths)} heads"


def expectation(run):
    """RFC 9110, section 10.1.1."""
    server = run.serve("--mode", "development")
    client = Client(server.port)
    body = b"user=alice"
    head = (f"POST /sign-in HTTP/1.1\r\nHost: {client.host}\r\nOrigin: {client.origin}\r\nExpect: 100-continue\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n")
    with socket.create_connection((HOST, server.port), timeout=5) as connection:
        connection.sendall(head.encode())
        first = connection.recv(1000)
        require(first.startswith(b"HTTP/1.1 100"), f"no 100 before the body: {first[:40]!r}")
        connection.sendall(body)
        final = connection.recv(1000)
        require(final.startswith(b"HTTP/1.1 303"), f"the body is answered with {final[:40]!r}")
    statuses = [status for status, _ in answers(exchange(server.port, head.encode() + body, CLOSE_SECONDS)[0])]
    require(statuses == [303], f"a body that did not wait is answered with {statuses}")
    return "100 before the body, 303 behind it"


CASES = [("framing", corpus), ("framing of HEAD", heads), ("framing with Expect", expectation)]
