"""Clients: a browser with cookies, raw bytes, and a second client that measures response times."""

import http.client
import socket
import threading
import time
from urllib.parse import urlencode

from support import ANSWER_SECONDS, BYSTANDER, FORM, HOST, TooSlow, require


class Client:
    """A browser: stores cookies, and sends an `Origin` with its forms."""

    def __init__(self, port, host=HOST, source=HOST, scheme="http"):
        self.port = port
        self.host = f"{host}:{port}"
        self.origin = f"{scheme}://{self.host}"
        self.source = source
        self.cookies = {}

    def cookie_header(self):
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method, path, form=None, headers=None, timeout=30, source=None):
        """Returns the response, with its text in `text`. `form` is pairs, or bytes that are sent unchanged."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=timeout, source_address=(source or self.source, 0))
        fields = {"Host": self.host}
        if self.cookies:
            fields["Cookie"] = self.cookie_header()
        body = None
        if method not in ("GET", "HEAD"):
            fields["Origin"] = self.origin
            fields["Content-Type"] = FORM
            body = form if isinstance(form, bytes) else urlencode(form or {}).encode()
        fields.update(headers or {})
        try:
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            answer.text = answer.read().decode(errors="replace")
        finally:
            connection.close()
        for cookie in answer.headers.get_all("set-cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            if value and "Max-Age=0" not in cookie:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer

    def get(self, path, **options):
        return self.ask("GET", path, **options)

    def post(self, path, form=None, **options):
        return self.ask("POST", path, form, **options)

    def sign_in(self, user):
        """Signs in by User ID."""
        answer = self.post("/sign-in", {"user": user})
        require(answer.status == 303 and self.cookies, f"{user} can't sign in: {answer.status}")
        return self

    def register(self, alias, password="correct-horse-battery-9"):
        answer = self.post("/register", {
            "username": alias, "email": f"{alias}@example.org", "name": alias.title(), "password": password,
            "password-again": password, "stay": "on"})
        require(answer.status == 303, f"{alias} can't register: {answer.status}")
        return self

    def ask_for_stream(self, path="/events", timeout=10):
        """The socket of an event stream."""
        stream = socket.create_connection((HOST, self.port), timeout=timeout, source_address=(self.source, 0))
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie_header()}\r\n"
                       "Accept: text/event-stream\r\n\r\n".encode())
        return stream

    def open_stream(self, path="/events", timeout=10):
        """The socket of an event stream, and its first bytes."""
        stream = self.ask_for_stream(path, timeout)
        return stream, stream.recv(4096)


def exchange(port, data, timeout=5, ends_writing=False, source=HOST):
    """The response to `data`, and whether the connection was closed within `timeout`."""
    answer = b""
    with socket.create_connection((HOST, port), timeout=timeout, source_address=(source, 0)) as connection:
        try:
            connection.sendall(data)
            if ends_writing:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            return answer, False
        except ConnectionError:
            pass
    return answer, True


class Watch:
    """Requests /healthz continuously from another address, and records the longest response time."""

    def __init__(self, server, seconds=ANSWER_SECONDS, pause=0.05):
        self.server = server
        self.seconds = seconds
        self.pause = pause
        self.worst = 0.0
        self.count = 0
        self.failures = []
        self.is_over = False
        self.thread = threading.Thread(target=self.keep_asking, daemon=True)

    def keep_asking(self):
        while not self.is_over:
            begin = time.monotonic()
            try:
                status = Client(self.server.port, source=BYSTANDER).get("/healthz", timeout=10).status
                if status != 200:
                    self.failures.append(str(status))
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
            self.worst = max(self.worst, time.monotonic() - begin)
            self.count += 1
            time.sleep(self.pause)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, error, trace):
        self.is_over = True
        self.thread.join(timeout=15)
        if kind:
            return
        self.server.require_up("the attack")
        require(not self.failures, f"{len(self.failures)} of {self.count} others were not answered: {self.failures[:2]}")
        if self.worst > self.seconds:
            raise TooSlow(f"another's answer took {self.worst:.2f} s")

    def __str__(self):
        return f"others waited {self.worst * 1000:.0f} ms at most ({self.count} asked)"
