"""A TCP proxy on loopback before another socket, which can hold bytes back, and cut its connections."""

import asyncio

READ_BYTES = 1 << 16
UP, DOWN = "up", "down"


class Pair:
    """A client's connection and the one to the server, with a gate in each direction."""

    def __init__(self, client, server):
        self.writers = {UP: server, DOWN: client}
        self.gates = {UP: asyncio.Event(), DOWN: asyncio.Event()}
        for gate in self.gates.values():
            gate.set()

    async def pump(self, reader, direction):
        """Passes bytes on, in their order, and the end after them."""
        writer = self.writers[direction]
        try:
            while data := await reader.read(READ_BYTES):
                await self.gates[direction].wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            # Whoever has closed its end gets nothing more here.
            self.cut()

    def cut(self):
        for writer in self.writers.values():
            writer.transport.abort()


class Proxy:
    def __init__(self, server):
        """:param server: the path of its socket, or its port on loopback"""
        self.server_socket = server
        self.pairs = set()
        self.port = None
        self.tasks = set()

    async def start(self):
        self.server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _connected(self, reader, writer):
        self.tasks.add(asyncio.current_task())
        try:
            await self._pass_on(reader, writer)
        except asyncio.CancelledError:
            pass
        finally:
            self.tasks.discard(asyncio.current_task())

    async def _pass_on(self, reader, writer):
        try:
            server_reader, server_writer = await self._connect()
        except OSError:
            return writer.transport.abort()
        pair = Pair(writer, server_writer)
        self.pairs.add(pair)
        try:
            await asyncio.gather(pair.pump(reader, UP), pair.pump(server_reader, DOWN))
        finally:
            self.pairs.discard(pair)

    async def _connect(self):
        if isinstance(self.server_socket, int):
            return await asyncio.open_connection("127.0.0.1", self.server_socket)
        return await asyncio.open_unix_connection(self.server_socket)

    async def hold(self, pairs, directions, seconds):
        """Holds back what passes through these connections meanwhile, and passes it on then."""
        for pair in pairs:
            for direction in directions:
                pair.gates[direction].clear()
        try:
            await asyncio.sleep(seconds)
        finally:
            for pair in pairs:
                for direction in directions:
                    pair.gates[direction].set()

    def cut(self, pairs):
        """Ends these connections at once (RST)."""
        for pair in pairs:
            pair.cut()

    async def close(self):
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks)
