"""Requests whose end two programs could determine differently (RFC 9112, sections 2 to 7 and 11.2), and some that are
only unusual. Each lists the permitted response statuses."""

from dataclasses import dataclass

HOST_LINE = b"Host: 127.0.0.1\r\n"
POST_HEADERS = HOST_LINE + b"Origin: http://127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
BODY = b"a=b"
CHUNKS = b"3\r\na=b\r\n0\r\n\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"

# The permitted states of the connection, besides closed. After a refused request with an unambiguous end, it may stay
# open; the server may wait for the rest of a body; and a request that libmicrohttpd 0.9.75 parses leniently may be
# accepted, as long as the bytes after it are not.
OPEN, WAITING, ALONE = "open", "waiting", "alone"
# The responses to invalid and to valid requests: the requested pages exist, but POST is not
# permitted for one, and lacks its fields for the other.
WRONG = (400,)
LARGE = (400, 413, 414, 431)
CODING = (400, 501)
VERSION = (400, 505)
# libmicrohttpd closes without a response if there is no method.
SILENCE = (400, None)
RIGHT = (200, 303, 404, 405, 422)


@dataclass(frozen=True)
class Sample:
    """Statuses in RIGHT mean that the request is accepted, and that the connection may be used again."""

    name: str
    data: bytes
    statuses: tuple = WRONG
    fate: str = ""


def get(headers=b"", line=b"GET /healthz HTTP/1.1", host=HOST_LINE):
    return line + b"\r\n" + host + headers + b"\r\n"


def post(headers, body=BODY):
    return b"POST /healthz HTTP/1.1\r\n" + POST_HEADERS + headers + b"\r\n" + body


def length(value, body=BODY):
    return post(b"Content-Length:" + value + b"\r\n", body)


def chunked(body, headers=CHUNKED):
    return post(headers, body)


LENGTHS = [
    Sample("two equal lengths", post(b"Content-Length: 3\r\nContent-Length: 3\r\n")),
    Sample("two lengths", post(b"Content-Length: 3\r\nContent-Length: 40\r\n")),
    Sample("two lengths, the larger first", post(b"Content-Length: 40\r\nContent-Length: 3\r\n")),
    Sample("lengths in a list", length(b" 3, 3")),
    Sample("a length and a comma", length(b" 3,")),
    Sample("a length with a sign", length(b" +3")),
    Sample("a negative length", length(b" -1")),
    Sample("a length of minus nothing", length(b" -0")),
    Sample("a length in hexadecimal", length(b" 0x3")),
    Sample("a length in two words", length(b" 3 x")),
    Sample("a length with a space inside", length(b" 3 0")),
    Sample("a length with a dot", length(b" 3.0")),
    Sample("an empty length", length(b" ")),
    Sample("a length beyond 64 bits", length(b" 18446744073709551619"), LARGE),
    Sample("a length beyond 63 bits", length(b" 9223372036854775808"), LARGE),
    Sample("a length of 64 bits", length(b" 18446744073709551615"), LARGE),
    Sample("a length of 63 bits", length(b" 9223372036854775807"), LARGE, WAITING),
    Sample("a length in wide digits", length(" ３".encode())),
    Sample("a length behind a vertical tab", length(b" \x0b3")),
    Sample("a space before the colon of a length", post(b"Content-Length : 3\r\n")),
    Sample("a length in a trailer's place", post(b"Content-Length: 3\r\n\0Content-Length: 40\r\n")),
    Sample("a length whose name has an underscore", post(b"Content_Length: 40\r\nContent-Length: 3\r\n"), WRONG + RIGHT),
]
CODINGS = [
    Sample("chunks and a length", chunked(CHUNKS, CHUNKED + b"Content-Length: 3\r\n")),
    Sample("a length and chunks", chunked(CHUNKS, b"Content-Length: 3\r\n" + CHUNKED)),
    Sample("chunks twice", chunked(CHUNKS, CHUNKED * 2)),
    Sample("chunks twice in a list", chunked(CHUNKS, b"Transfer-Encoding: chunked, chunked\r\n")),
    Sample("chunks, then identity", chunked(CHUNKS, b"Transfer-Encoding: chunked, identity\r\n"), CODING),
    Sample("identity, then chunks", chunked(CHUNKS, b"Transfer-Encoding: identity, chunked\r\n"), CODING),
    Sample("identity and a length", post(b"Transfer-Encoding: identity\r\nContent-Length: 3\r\n"), CODING),
    Sample("an unknown coding", chunked(CHUNKS, b"Transfer-Encoding: xchunked\r\n"), CODING),
    Sample("an unknown coding in a line of its own", chunked(CHUNKS, b"Transfer-Encoding: x\r\n" + CHUNKED), CODING),
    Sample("gzip and chunks", chunked(CHUNKS, b"Transfer-Encoding: gzip, chunked\r\n"), CODING),
    Sample("chunks in quotation marks", chunked(CHUNKS, b'Transfer-Encoding: "chunked"\r\n'), CODING),
    Sample("chunks with a parameter", chunked(CHUNKS, b"Transfer-Encoding: chunked;a=b\r\n"), CODING),
    Sample("chunks behind a comma", chunked(CHUNKS, b"Transfer-Encoding: ,chunked\r\n"), CODING + RIGHT),
    Sample("an empty coding", chunked(CHUNKS, b"Transfer-Encoding:\r\n"), CODING),
    Sample("chunks behind a vertical tab", chunked(CHUNKS, b"Transfer-Encoding: \x0bchunked\r\n"), CODING),
    Sample("chunks behind a NUL", chunked(CHUNKS, b"Transfer-Encoding: \0chunked\r\n"), CODING),
    Sample("chunks behind obs-text", chunked(CHUNKS, b"Transfer-Encoding: \xa0chunked\r\n"), CODING),
    Sample("chunks behind a tab", chunked(CHUNKS, b"Transfer-Encoding:\tchunked\r\n"), CODING + RIGHT),
    Sample("chunks in capitals", chunked(CHUNKS, b"TRANSFER-ENCODING: CHUNKED\r\n"), CODING + RIGHT),
    Sample("a space before the colon of a coding", chunked(CHUNKS, b"Transfer-Encoding : chunked\r\n")),
    Sample("a coding on a folded line", chunked(CHUNKS, b"Transfer-Encoding:\r\n chunked\r\n")),
    Sample("a folded line before a coding", chunked(CHUNKS, b"X: y\r\n " + CHUNKED)),
    Sample("chunks in HTTP/1.0", b"POST /healthz HTTP/1.0\r\nConnection: keep-alive\r\n" + POST_HEADERS + CHUNKED + b"\r\n" + CHUNKS),
    Sample("chunks", chunked(CHUNKS), RIGHT),
]
IN_CHUNKS = [
    Sample("a chunk with an extension", chunked(b"3;a=b\r\na=b\r\n0;x\r\n\r\n"), WRONG + RIGHT),
    Sample("a chunk extension ended by a bare LF", chunked(b"3;a\na=b\r\n0\r\n\r\n"), WRONG + RIGHT, ALONE),
    Sample("a chunk extension with a bare CR", chunked(b"3;a\rb\r\na=b\r\n0\r\n\r\n"), WRONG + RIGHT, ALONE),
    Sample("a long chunk extension", chunked(b"3;" + b"a" * 20_000 + b"\r\na=b\r\n0\r\n\r\n"), LARGE + RIGHT),
    Sample("chunks on bare LFs", chunked(b"3\na=b\n0\n\n"), WRONG + RIGHT, ALONE),
    Sample("a chunk size on a bare LF", chunked(b"3\na=b\r\n0\r\n\r\n"), WRONG + RIGHT, ALONE),
    Sample("a chunk size on a bare CR", chunked(b"3\ra=b\r\n0\r\n\r\n"), WRONG + RIGHT, ALONE),
    Sample("chunk data ended by a bare LF", chunked(b"3\r\na=b\n0\r\n\r\n"), WRONG + RIGHT, ALONE),
    Sample("the last chunk on a bare LF", chunked(b"3\r\na=b\r\n0\n\r\n"), WRONG + RIGHT, ALONE),
    Sample("a negative chunk size", chunked(b"-3\r\na=b\r\n0\r\n\r\n")),
    Sample("a chunk size with a sign", chunked(b"+3\r\na=b\r\n0\r\n\r\n")),
    Sample("a chunk size with 0x", chunked(b"0x3\r\na=b\r\n0\r\n\r\n")),
    Sample("a space before a chunk size", chunked(b" 3\r\na=b\r\n0\r\n\r\n")),
    Sample("a space behind a chunk size", chunked(b"3 \r\na=b\r\n0\r\n\r\n")),
    Sample("an empty chunk size", chunked(b"\r\na=b\r\n0\r\n\r\n")),
    Sample("a chunk size of letters", chunked(b"xyz\r\na=b\r\n0\r\n\r\n")),
    Sample("a chunk size of 64 bits", chunked(b"FFFFFFFFFFFFFFFF\r\na=b\r\n0\r\n\r\n"), LARGE, WAITING),
    Sample("a chunk size beyond 64 bits", chunked(b"10000000000000003\r\na=b\r\n0\r\n\r\n"), LARGE),
    Sample("a chunk size beyond 32 bits", chunked(b"100000003\r\na=b\r\n0\r\n\r\n"), LARGE, WAITING),
    Sample("a hundred zeros before a chunk size", chunked(b"0" * 100 + b"3\r\na=b\r\n0\r\n\r\n"), WRONG + RIGHT),
    Sample("more data than the chunk size", chunked(b"3\r\na=bXX\r\n0\r\n\r\n")),
    Sample("trailers", chunked(b"3\r\na=b\r\n0\r\nX: y\r\n\r\n"), WRONG + RIGHT),
    Sample("a trailer without a colon", chunked(b"3\r\na=b\r\n0\r\ngarbage\r\n\r\n"), WRONG + RIGHT),
    Sample("a trailer that sets a length", chunked(b"3\r\na=b\r\n0\r\nContent-Length: 40\r\n\r\n"), WRONG + RIGHT),
]
LINES = [
    Sample("bare LFs", b"GET /healthz HTTP/1.1\nHost: 127.0.0.1\n\n"),
    Sample("a request line on a bare LF", b"GET /healthz HTTP/1.1\nHost: 127.0.0.1\r\n\r\n"),
    Sample("a header on a bare LF", get(b"X: y\nZ: a\r\n")),
    Sample("a bare LF that hides a length", post(b"X: y\nContent-Length: 3\r\n")),
    Sample("a head that ends with a bare LF", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\n"),
    Sample("a head that ends with LF and CR LF", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\n\r\n"),
    Sample("a bare CR in a value", get(b"X: a\rb\r\n")),
    Sample("a bare CR that hides a length", post(b"X: y\rContent-Length: 3\r\n")),
    Sample("a bare CR in a name", get(b"X\rY: b\r\n")),
    Sample("CR CR LF", get(b"X: a\r\r\n")),
    Sample("a bare CR in the request line", get(line=b"GET /heal\rthz HTTP/1.1")),
    Sample("a bare CR behind the version", get(line=b"GET /healthz HTTP/1.1\r")),
    Sample("a folded line", get(b"X: a\r\n b\r\n")),
    Sample("a line folded by a tab", get(b"X: a\r\n\tb\r\n")),
    Sample("a folded first line", b"GET /healthz HTTP/1.1\r\n X: a\r\n" + HOST_LINE + b"\r\n"),
    Sample("a header without a colon", get(b"garbage\r\n")),
    Sample("an empty name", get(b": y\r\n")),
    Sample("a space before a colon", get(b"X : y\r\n")),
    Sample("a tab before a colon", get(b"X\t: y\r\n")),
    Sample("a space in a name", get(b"X Y: z\r\n")),
    Sample("a name that is no token", get(b"X(Y): z\r\n")),
    Sample("obs-text in a name", get(b"X\xe9: z\r\n")),
    Sample("NUL in a name", get(b"X\0Y: z\r\n")),
    Sample("NUL in a value", get(b"X: a\0b\r\n")),
    Sample("a control character in a value", get(b"X: a\x01b\r\n")),
    Sample("DEL in a value", get(b"X: a\x7fb\r\n")),
    Sample("obs-text in a value", get(b"X: \xe9\xff\r\n"), WRONG + RIGHT),
    Sample("an empty value", get(b"X:\r\n"), RIGHT),
    Sample("200 headers", get(b"".join(b"X%d: y\r\n" % number for number in range(200))), LARGE + RIGHT),
    Sample("5,000 headers", get(b"".join(b"X%d: y\r\n" % number for number in range(5000))), LARGE),
    Sample("a header of 64 kB", get(b"X: " + b"a" * 65_536 + b"\r\n"), LARGE),
    Sample("a name of 64 kB", get(b"a" * 65_536 + b": x\r\n"), LARGE),
]
HOSTS = [
    Sample("no host", get(host=b"")),
    Sample("two hosts", get(b"Host: other.example\r\n")),
    Sample("two equal hosts", get(HOST_LINE)),
    Sample("an empty host", get(host=b"Host:\r\n")),
    Sample("a host with a space", get(host=b"Host: 127.0.0.1 evil.example\r\n")),
    Sample("a host with a path", get(host=b"Host: 127.0.0.1/evil\r\n")),
    Sample("a host with a name before it", get(host=b"Host: evil@127.0.0.1\r\n")),
    Sample("a host in a list", get(host=b"Host: 127.0.0.1, evil.example\r\n")),
    Sample("a space before the colon of the host", get(host=b"Host : 127.0.0.1\r\n")),
    Sample("another host in the target", get(line=b"GET http://evil.example/healthz HTTP/1.1"), (400, 421), OPEN),
    Sample("the same host in the target", get(line=b"GET http://127.0.0.1/healthz HTTP/1.1"), WRONG + RIGHT, OPEN),
]
TARGETS = [
    Sample("NUL in the target", get(line=b"GET /heal\0thz HTTP/1.1")),
    Sample("a control character in the target", get(line=b"GET /heal\x01thz HTTP/1.1")),
    Sample("DEL in the target", get(line=b"GET /heal\x7fthz HTTP/1.1")),
    Sample("a space in the target", get(line=b"GET /heal thz HTTP/1.1")),
    Sample("a tab in the target", get(line=b"GET /heal\tthz HTTP/1.1")),
    Sample("obs-text in the target", get(line=b"GET /\xff\xfe HTTP/1.1"), WRONG + RIGHT, OPEN),
    Sample("two spaces before the target", get(line=b"GET  /healthz HTTP/1.1")),
    Sample("two spaces behind the target", get(line=b"GET /healthz  HTTP/1.1")),
    Sample("tabs in the request line", get(line=b"GET\t/healthz\tHTTP/1.1"), SILENCE),
    Sample("a space before the method", get(line=b" GET /healthz HTTP/1.1"), SILENCE),
    Sample("a space behind the version", get(line=b"GET /healthz HTTP/1.1 ")),
    Sample("a target without a slash", get(line=b"GET healthz HTTP/1.1"), WRONG, OPEN),
    Sample("a method that is no token", get(line=b"G@T /healthz HTTP/1.1"), (400, 405, 501), OPEN),
    Sample("no target", get(line=b"GET HTTP/1.1")),
    Sample("no version", get(line=b"GET /healthz"), VERSION),
    Sample("HTTP/1.2", get(line=b"GET /healthz HTTP/1.2"), VERSION + RIGHT),
    Sample("HTTP/2.0", get(line=b"GET /healthz HTTP/2.0"), VERSION),
    Sample("HTTP/0.9", get(line=b"GET /healthz HTTP/0.9"), VERSION),
    Sample("HTTP/1.10", get(line=b"GET /healthz HTTP/1.10"), VERSION),
    Sample("HTTP/1", get(line=b"GET /healthz HTTP/1"), VERSION),
    Sample("a version in small letters", get(line=b"GET /healthz http/1.1"), VERSION),
    Sample("another protocol", get(line=b"GET /healthz ICY/1.1"), VERSION),
    Sample("the preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", VERSION),
    Sample("a target of 64 kB", get(line=b"GET /" + b"a" * 65_536 + b" HTTP/1.1"), LARGE),
    Sample("a method of 64 kB", get(line=b"G" * 65_536 + b" / HTTP/1.1"), LARGE + (501,)),
    Sample("CONNECT", get(line=b"CONNECT evil.example:80 HTTP/1.1"), (400, 404, 405, 501), OPEN),
    Sample("an empty line first", b"\r\n" + get(), WRONG + RIGHT),
    Sample("a thousand empty lines first", b"\r\n" * 1000 + get(), WRONG + RIGHT),
    Sample("a bare LF first", b"\n" + get(), WRONG + RIGHT),
]
BODIES = [
    # Pages accept no body: it is read, and the response is 413.
    Sample("a body of a GET that looks like a request", get(
        b"Content-Length: 54\r\n") + b"GET /hidden-in-a-body HTTP/1.1\r\nHost: 127.0.0.1\r\nX: y",
        RIGHT + WRONG + (413,), OPEN),
    Sample("no length and no chunks", post(b"", b""), RIGHT + (400, 411)),
    Sample("a length of nothing", length(b" 0", b""), RIGHT),
    Sample("a body", length(b" 3"), RIGHT),
    Sample("a page", get(), RIGHT),
]

CORPUS = [*LENGTHS, *CODINGS, *IN_CHUNKS, *LINES, *HOSTS, *TARGETS, *BODIES]
