"""Invalid responses of a chat backend: broken framing, broken JSON, and unexpected values."""

import gzip
import os
import random
import re
from dataclasses import dataclass

CRLF = b"\r\n"
# A mark in unrequested responses: it must not appear on any page.
POISON = b"POISON"
# HTML that must not appear unescaped on a page, and a cookie that must not reach a browser.
MARKUP = b"<img src=x onerror=alert(1)>"
COOKIE = b"session=evil"


@dataclass
class Truth:
    """A parsed response of the backend."""

    status: bytes
    kind: bytes
    body: bytes

    def whole(self, body=None, headers=b"", length=None, status=None, kind=None):
        body = self.body if body is None else body
        length = b"%d" % len(body) if length is None else length
        return ((status or self.status) + CRLF + b"Content-Type: " + (kind or self.kind) + CRLF + headers +
                b"Content-Length: " + length + CRLF * 2 + body)

    def unframed(self, headers, body):
        return self.status + CRLF + b"Content-Type: " + self.kind + CRLF + headers + CRLF + body

    def poisoned(self):
        """The same with other names: a response that no request asked for."""
        return self.whole(re.sub(rb'"(name|text|content|idAlias)":"[^"]*"', rb'"\1":"' + POISON + rb'"', self.body))

    def chunked(self, headers=b""):
        return self.unframed(headers + b"Transfer-Encoding: chunked\r\n",
                             b"%x\r\n" % len(self.body) + self.body + b"\r\n0\r\n\r\n" if self.body else b"0\r\n\r\n")

    def renamed(self, name):
        return self.whole(re.sub(rb'"name":"[^"]*"', lambda _: b'"name":"' + name + b'"', self.body))

    def counted(self, number):
        return self.whole(re.sub(rb'"unreadCount":\d+', b'"unreadCount":' + number, self.body))

    def dated(self, date):
        return self.whole(re.sub(rb"20\d\d-\d\d-\d\dT", date + b"T", self.body))


BOMB = gzip.compress(bytes(100_000_000))
ANSWER = b"HTTP/1.1 "

# Responses that are sent completely, after which the connection stays open.
OPEN = {
    "an answer more": lambda truth: truth.whole() + truth.poisoned(),
    "five answers more": lambda truth: truth.whole() + truth.poisoned() * 5,
    "bytes more": lambda truth: truth.whole() + b"garbage",
    "an empty line more": lambda truth: truth.whole() + CRLF,
    "a head more": lambda truth: truth.whole() + truth.poisoned()[:40],
    "an answer more in chunks": lambda truth: truth.chunked() + truth.poisoned(),
    "100 before": lambda truth: ANSWER + b"100 Continue\r\n\r\n" + truth.whole(),
    "103 fifty times before": lambda truth: (ANSWER + b"103 Early Hints\r\nLink: x\r\n\r\n") * 50 + truth.whole(),
    "101 before": lambda truth: ANSWER + b"101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n" + truth.whole(),
    "204 with a body": lambda truth: truth.whole(truth.poisoned(), status=ANSWER + b"204 x"),
    "304 with a body": lambda truth: truth.whole(truth.poisoned(), status=ANSWER + b"304 x"),
    "chunks": lambda truth: truth.chunked(),
    "chunks and a length": lambda truth: truth.chunked(b"Content-Length: 5\r\n") + truth.poisoned(),
    "a length that is too short": lambda truth: truth.whole(length=b"%d" % max(0, len(truth.body) - 3)),
    "a length of nothing": lambda truth: truth.whole(truth.poisoned(), length=b"0"),
    "two lengths": lambda truth: truth.whole(headers=b"Content-Length: 1\r\n"),
    "a length with a sign": lambda truth: truth.whole(length=b"+%d" % len(truth.body)),
    "lengths in a list": lambda truth: truth.whole(length=b"%d, %d" % (len(truth.body), len(truth.body))),
    "a length in hexadecimal": lambda truth: truth.whole(length=b"0x%x" % len(truth.body)),
    "bare LFs": lambda truth: truth.whole(b"").replace(CRLF, b"\n") + truth.body,
    "a folded header": lambda truth: truth.whole(headers=b"X: a\r\n b\r\n"),
    "NUL in a header": lambda truth: truth.whole(headers=b"X\0: a\0\r\n"),
    "a space before a colon": lambda truth: truth.whole(headers=b"Transfer-Encoding : chunked\r\n"),
    "a header of 500 kB": lambda truth: truth.whole(headers=b"X: " + b"a" * 500_000 + CRLF),
    "20,000 headers": lambda truth: truth.whole(headers=b"X: a\r\n" * 20_000),
    "status 999": lambda truth: truth.whole(status=ANSWER + b"999 x"),
    "status 1": lambda truth: truth.whole(status=ANSWER + b"1 x"),
    "a negative status": lambda truth: truth.whole(status=ANSWER + b"-200 x"),
    "a status beyond 64 bits": lambda truth: truth.whole(status=ANSWER + b"18446744073709551816 x"),
    "a redirect": lambda truth: ANSWER + b"302 Found\r\nLocation: http://127.0.0.1:9/steal\r\nContent-Length: 0\r\n\r\n",
    "gzip": lambda truth: truth.whole(gzip.compress(truth.body), b"Content-Encoding: gzip\r\n"),
    "gzip of 100 MB": lambda truth: truth.whole(BOMB, b"Content-Encoding: gzip\r\n"),
    "a cookie": lambda truth: truth.whole(headers=b"Set-Cookie: " + COOKIE + b"; Path=/\r\n"),
    "HTML": lambda truth: truth.whole(kind=b"text/html"),
    "broken UTF-8": lambda truth: truth.whole(truth.body.replace(b"A", b"\xff")),
    "100,000 arrays in each other": lambda truth: truth.whole(b"[" * 100_000),
    "50,000 arrays in a field": lambda truth: truth.whole(
        truth.body.replace(b'"name":', b'"zz":' + b"[" * 50_000 + b"]" * 50_000 + b',"name":', 1)),
    "a number beyond 64 bits": lambda truth: truth.counted(b"9" * 23),
    "the least number": lambda truth: truth.counted(b"-9223372036854775808"),
    "a number with an exponent": lambda truth: truth.counted(b"1e999"),
    "a count of 32 bits": lambda truth: truth.counted(b"4294967295"),
    "the year 9999": lambda truth: truth.dated(b"9999-12-31"),
    "the year 0": lambda truth: truth.dated(b"0000-01-01"),
    "no such day": lambda truth: truth.dated(b"2026-02-31"),
    "a leap second": lambda truth: truth.whole(re.sub(rb"T\d\d:\d\d:\d\d", b"T23:59:60", truth.body)),
    "half a surrogate": lambda truth: truth.renamed(b"\\ud800"),
    "a wrong escape": lambda truth: truth.renamed(b"\\u-000"),
    "NUL and line separators": lambda truth: truth.renamed(b"\\u0000\\u2028\\u202e"),
    "markup": lambda truth: truth.renamed(MARKUP + b"\\\"'"),
    "markup in an alias": lambda truth: truth.whole(re.sub(
        rb'"idAlias":"[^"]*"', lambda _: b'"idAlias":"\\">' + MARKUP + b'\\r\\nX: y"', truth.body)),
    "a name of 100 kB": lambda truth: truth.renamed(b"A" * 100_000),
    "a key twice": lambda truth: truth.whole(re.sub(rb'"name":("[^"]*")', rb'"name":"twice","name":\1', truth.body)),
    "every item fifty times": lambda truth: truth.whole(
        b"[" + b",".join([truth.body[1:-1]] * 50) + b"]" if truth.body[:1] == b"[" and len(truth.body) > 2 else None),
    "an empty list": lambda truth: truth.whole(b"[]"),
    "an empty object": lambda truth: truth.whole(b"{}"),
    "null": lambda truth: truth.whole(b"null"),
    "no JSON": lambda truth: truth.whole(b"no JSON"),
    "no body": lambda truth: truth.whole(b""),
}
# Responses after which the backend closes the connection.
CLOSED = {
    "nothing": lambda truth: b"",
    "noise": lambda truth: os.urandom(2000),
    "half of the body": lambda truth: truth.whole()[:-max(1, len(truth.body) // 2)],
    "a part of the head": lambda truth: truth.whole()[:20],
    "no length": lambda truth: truth.unframed(b"", truth.body),
    "HTTP/1.0": lambda truth: truth.whole(status=b"HTTP/1.0 200 OK"),
    "HTTP/2": lambda truth: truth.whole(status=b"HTTP/2 200 OK"),
    "a negative length": lambda truth: truth.whole(length=b"-1"),
    "a length beyond 64 bits": lambda truth: truth.whole(length=b"9" * 20),
    "a length of 16 MiB": lambda truth: truth.whole(length=b"16777216"),
    "a length of 17 MiB": lambda truth: truth.whole(length=b"17825793"),
    "a chunk size beyond 64 bits": lambda truth: truth.unframed(
        b"Transfer-Encoding: chunked\r\n", b"FFFFFFFFFFFFFFFFFF\r\n" + truth.body),
    "chunks of 20 MiB": lambda truth: truth.unframed(
        b"Transfer-Encoding: chunked\r\n", (b"100000\r\n" + b" " * (1 << 20) + CRLF) * 20 + b"0\r\n\r\n"),
}


def pauses(name, data, truth):
    """Parts of a response, each with the seconds to wait after it, for responses with wrong timing."""
    if name == "an answer more, right behind":
        return [(data, 0), (truth.poisoned(), 0)]
    if name == "an answer more, later":
        return [(data, random.choice([0.0003, 0.001, 0.005, 0.05])), (truth.poisoned(), 0)]
    if name == "byte by byte":
        return [(data[index:index + 1], 0.002) for index in range(min(300, len(data)))] + [(data[300:], 0)]
    if name == "in small parts":
        return [(data[index:index + 97], 0) for index in range(0, len(data), 97)]
    if name == "half, then silence":
        return [(data[:len(data) // 2], 12)]
    if name == "silence":
        return [(b"", 12)]
    return [(data, 0)]


SLOW = ["an answer more, right behind", "an answer more, later", "byte by byte", "in small parts", "half, then silence", "silence"]
# Responses that begin with the complete valid one: a page that fails has read something else as its response.
UNASKED = ["an answer more", "five answers more", "an empty line more", "a head more", "an answer more, right behind",
           "an answer more, later"]
# HTTP/1.1 does not say which request a response belongs to: one that arrives after the next request was sent is read as
# its response, until the real one arrives unrequested. This number of pages may show it.
MISTAKEN_PAGES = {"an answer more, right behind": 2, "an answer more, later": 4}
CLOSED_AFTER = {"half, then silence", "silence"}
