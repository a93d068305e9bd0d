"""An HTTP/1.1 client on asyncio: connections that are kept, and event streams."""

import asyncio
import re

TIMEOUT_SECONDS = 10
HOST = "127.0.0.1"
FORM = "application/x-www-form-urlencoded"


class Answer:
    def __init__(self, head, body):
        status, *self._lines = head.decode().split("\r\n")
        self.status = int(status.split()[1])
        self.body = body

    @property
    def text(self):
        return self.body.decode()

    @property
    def fields(self):
        """By name in lower case; the last of those with the same name."""
        pairs = (line.partition(": ") for line in self._lines)
        return {name.lower(): value for name, _, value in pairs}

    @property
    def cookies(self):
        """Those that the answer sets, as a request sends them."""
        pairs = (line.partition(": ") for line in self._lines)
        return [value.split(";")[0] for name, _, value in pairs if name.lower() == "set-cookie"]


class Gone(ConnectionError):
    """The server has closed a kept connection before the answer began."""


class Exchanges(asyncio.Protocol):
    """The requests of one connection, one after the other, and their answers.

    It reads without `asyncio.StreamReader`, whose copies of an answer would take as long as the server needs to make it.
    """

    LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
    CLOSES = re.compile(rb"\r\nconnection: close\r\n", re.IGNORECASE)

    def __init__(self):
        self.transport = None
        self.answer = None
        self._begin(b"")

    def _begin(self, rest):
        self.bytes = bytearray(rest)
        # Where the head ends and the whole answer, once that is known.
        self.head = self.end = None

    def connection_made(self, transport):
        self.transport = transport

    def ask(self, request):
        self.answer = asyncio.get_running_loop().create_future()
        if self.transport.is_closing():
            self.connection_lost(None)
        else:
            self.transport.write(request)
        return self.answer

    def data_received(self, data):
        self.bytes += data
        if self.end is None:
            end = self.bytes.find(b"\r\n\r\n")
            if end < 0:
                return
            self.head = end + 4
            length = self.LENGTH.search(self.bytes, 0, self.head)
            self.end = self.head + (int(length[1]) if length else 0)
        if len(self.bytes) < self.end or not self.answer or self.answer.done():
            return
        head, body = bytes(self.bytes[:self.head - 4]), bytes(self.bytes[self.head:self.end])
        self._begin(self.bytes[self.end:])
        if self.CLOSES.search(head + b"\r\n"):
            self.transport.close()
        answer = Answer(head, body)
        if not self.LENGTH.search(head + b"\r\n") and answer.status not in (204, 304):
            self.answer.set_exception(ValueError(f"{answer.status} without a length"))
        else:
            self.answer.set_result(answer)

    def connection_lost(self, error):
        if self.answer and not self.answer.done():
            is_begun = bool(self.bytes)
            self.answer.set_exception(
                asyncio.IncompleteReadError(bytes(self.bytes), self.end) if is_begun else Gone("it was closed"))


class Connection:
    """One connection of one client, which asks one thing after the other."""

    def __init__(self, port, source, patience=TIMEOUT_SECONDS, authority=None):
        self.port = port
        self.source = source
        # What the field `Host` says.
        self.authority = authority or f"{HOST}:{port}"
        # How long an answer may take, in seconds.
        self.patience = patience
        self.turn = asyncio.Lock()
        self.exchanges = None

    async def ask(self, method, path, fields=(), body=b""):
        """Asks again over a new connection if the kept one was closed, as browsers do."""
        async with self.turn:
            try:
                async with asyncio.timeout(self.patience):
                    was_kept = self.exchanges is not None
                    try:
                        return await self._ask(method, path, fields, body)
                    except Gone:
                        if not was_kept:
                            raise
                        return await self._ask(method, path, fields, body)
            except BaseException:
                self.close()
                raise

    async def _ask(self, method, path, fields, body):
        if not self.exchanges:
            _, self.exchanges = await asyncio.get_running_loop().create_connection(
                Exchanges, HOST, self.port, local_addr=(self.source, 0))
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.authority}", *fields]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        try:
            answer = await self.exchanges.ask("\r\n".join([*lines, "", ""]).encode() + body)
        except ConnectionError:
            self.close()
            raise
        if self.exchanges.transport.is_closing():
            self.close()
        return answer

    def close(self):
        if self.exchanges:
            self.exchanges.transport.close()
        self.exchanges = None


class EventStream(asyncio.Protocol):
    """An event stream: hands the name, id and data of each event to `take`."""

    EVENT = re.compile(rb"(?:id: (\S+)\n)?event: (\w+)\ndata: (.*)\n\n")

    def __init__(self, port, path, fields, take):
        self.request = "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {HOST}:{port}", *fields, "", ""]).encode()
        self.take = take
        self.transport = None
        self.rest = b""
        self.events = b""
        self.is_open = asyncio.get_running_loop().create_future()
        self.is_closed = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, port, source, path, fields, take, patience=TIMEOUT_SECONDS):
        loop = asyncio.get_running_loop()
        stream = cls(port, path, fields, take)
        try:
            async with asyncio.timeout(patience):
                await loop.create_connection(lambda: stream, HOST, port, local_addr=(source, 0))
                await stream.is_open
        except BaseException:
            stream.close()
            raise
        return stream

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data):
        self.rest += data
        if not self.is_open.done() and not self._read_head():
            return
        self._read_chunks()
        end = self.events.rfind(b"\n\n") + 2
        if end >= 2:
            for id, name, value in self.EVENT.findall(self.events[:end]):
                self.take(name.decode(), id.decode() if id else None, value)
            self.events = self.events[end:]

    def _read_head(self):
        head, separator, self.rest = self.rest.partition(b"\r\n\r\n")
        if not separator:
            self.rest = head
            return False
        if head.startswith(b"HTTP/1.1 200"):
            self.is_open.set_result(True)
            return True
        self.is_open.set_exception(ValueError(f"no stream: {head[:40]}"))
        self.transport.close()
        return False

    def _read_chunks(self):
        while True:
            size, separator, rest = self.rest.partition(b"\r\n")
            if not separator:
                return
            length = int(size, 16)
            if length == 0:
                # The end of the stream, after which the server may keep the connection.
                return self.transport.close()
            if len(rest) < length + 2:
                return
            self.events += rest[:length]
            self.rest = rest[length + 2:]

    def connection_lost(self, error):
        if not self.is_open.done():
            self.is_open.set_exception(ConnectionError("the stream was refused"))
        if not self.is_closed.done():
            self.is_closed.set_result(error)

    def close(self):
        if self.transport:
            self.transport.abort()
