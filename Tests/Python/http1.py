"""An HTTP/1.1 client on asyncio: connections that are kept, and event streams."""

import asyncio
import re

TIMEOUT_SECONDS = 10
HOST = "127.0.0.1"
READ_BYTES = 1 << 20
FORM = "application/x-www-form-urlencoded"


class Answer:
    def __init__(self, status, fields, cookies, body):
        self.status = status
        self.fields = fields
        # Those that the answer sets, as a request sends them.
        self.cookies = cookies
        self.body = body

    @property
    def text(self):
        return self.body.decode()


class Gone(ConnectionError):
    """The server has closed a kept connection before the answer began."""


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
        self.reader = self.writer = None

    async def ask(self, method, path, fields=(), body=b""):
        """Asks again over a new connection if the kept one was closed, as browsers do."""
        async with self.turn:
            try:
                async with asyncio.timeout(self.patience):
                    was_kept = self.writer is not None
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
        if not self.writer:
            self.reader, self.writer = await asyncio.open_connection(
                HOST, self.port, local_addr=(self.source, 0), limit=READ_BYTES)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.authority}", *fields]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        try:
            self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            head = await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            self.close()
            raise Gone from error
        status, *lines = head.decode().split("\r\n")[:-2]
        fields, cookies = {}, []
        for line in lines:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookies.append(value.split(";")[0])
            fields[name.lower()] = value
        length = fields.get("content-length")
        status = int(status.split()[1])
        content = await self.reader.readexactly(int(length)) if length else b""
        answer = Answer(status, fields, cookies, content)
        if not length and status not in (204, 304):
            raise ValueError(f"{method} {path}: {status} without a length")
        if fields.get("connection") == "close":
            self.close()
        return answer

    def close(self):
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


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
