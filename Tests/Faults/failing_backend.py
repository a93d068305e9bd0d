"""A proxy of a correct backend that can be told to hang, to reset connections, and to send its answers slowly or in part."""

import http.client
import socket
import struct
import threading
import time
from socketserver import StreamRequestHandler, ThreadingTCPServer

from support import HOST

# The kinds of failure.
HANG = "hang"
RESET = "reset"
RESET_LATE = "reset after the change"
TRICKLE = "trickle"
CUT = "cut"
SILENT = "silent after the change"
# The pause after each byte of a slow answer, in seconds.
BYTE_SECONDS = 0.2
ASK_SECONDS = 20
# With these options a socket that is closed sends a reset (socket(7), SO_LINGER).
NO_LINGER = struct.pack("ii", 1, 0)


class FailingBackend(ThreadingTCPServer):
    """Passes requests on, and fails in the way `kind` once one is set. What is under way then goes on as it began."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, backend):
        super().__init__((HOST, 0), Conversation)
        self.backend = backend
        self.kind = None
        # How many requests have met a failure.
        self.failed = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://{HOST}:{self.server_address[1]}"

    def ask(self, line, headers, body):
        """The bytes of the backend's answer."""
        connection = http.client.HTTPConnection(HOST, self.backend.port, timeout=ASK_SECONDS)
        method, path, _ = line.decode().split(" ")
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        fields = [(name, value) for name, value in answer.getheaders()
                  if name.lower() not in ("connection", "content-length", "transfer-encoding")]
        if answer.status not in (204, 304):
            fields.append(("Content-Length", str(len(content))))
        head = "".join(f"{name}: {value}\r\n" for name, value in fields)
        return f"HTTP/1.1 {answer.status} {answer.reason}\r\n{head}\r\n".encode() + content

    def handle_error(self, request, client_address):
        # The site has closed the connection, as it should after most failures.
        pass

    def close(self):
        self.shutdown()
        self.server_close()


class Conversation(StreamRequestHandler):
    """Serves one connection of the site."""

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
            kind = self.server.kind
            self.server.failed += kind is not None
            if kind == HANG:
                return self.wait_for_close()
            if kind == RESET:
                return self.reset()
            answer = self.server.ask(line, headers, body)
            if kind == RESET_LATE:
                return self.reset()
            if kind == SILENT:
                return self.wait_for_close()
            if kind == CUT:
                return self.request.sendall(answer[:len(answer) // 2])
            if kind == TRICKLE:
                self.trickle(answer)
            else:
                self.request.sendall(answer)

    def wait_for_close(self):
        while self.rfile.read1():
            pass

    def reset(self):
        # The server shuts a connection down before it closes it, which would end it in order.
        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        self.wfile.close()
        self.rfile.close()
        self.request.close()

    def trickle(self, answer):
        for index in range(len(answer)):
            self.request.sendall(answer[index:index + 1])
            time.sleep(BYTE_SECONDS)
