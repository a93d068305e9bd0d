"""A plain OAuth 2.0 service on loopback that knows one person, and counts how often it was asked for a token."""

import asyncio
import json

HOST = "127.0.0.1"


class Provider:
    def __init__(self):
        self.tokens = 0
        self.port = None

    async def start(self):
        self.server = await asyncio.start_server(self._connected, HOST, 0)
        self.port = self.server.sockets[0].getsockname()[1]

    def arguments(self, name, secret_file):
        """The settings of a site that has it as a sign-in method."""
        values = {
            "authorization-url": self._url("authorize"), "token-url": self._url("token"),
            "userinfo-url": self._url("userinfo"), "subject": "id", "client-id": "engawa",
            "client-secret-file": secret_file}
        return [part for key, value in values.items() for part in (f"--sign-in-{name}-{key}", value)]

    def _url(self, path):
        return f"http://{HOST}:{self.port}/{path}"

    async def _connected(self, reader, writer):
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                               if line.startswith(b"content-length:")), 0)
                await reader.readexactly(length)
                body = json.dumps(self._answer(head.split()[1])).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                             % (len(body), body))
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            writer.close()

    def _answer(self, path):
        if path == b"/token":
            self.tokens += 1
            return {"access_token": "token", "token_type": "Bearer", "expires_in": 3600}
        return {"id": "1", "name": "Somebody"}

    def close(self):
        self.server.close()
