"""Uses the site before Better Auth: no registration, the cookie with each request, sign-out on both sides."""

import http.client
import itertools
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from better_auth_server import running


class Visitor:
    """A browser with the functions that sign-in needs."""

    # The service counts attempts by client address, so each visitor has one of its own.
    addresses = itertools.count(2)

    def __init__(self, port):
        self.port = port
        self.address = f"127.0.0.{next(self.addresses)}"
        self.cookies = {}

    def ask(self, method, path, /, **form):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(self.address, 0))
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method == "POST":
            headers |= {
                "Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urllib.parse.urlencode(form) if form else None, headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, rest = value.split("=", 1)
                self.cookies[key] = rest.split(";")[0]
        return answer.status, answer.headers.get("Location"), answer.read().decode()

    def sign_in(self, name, password):
        return self.ask("POST", "/sign-in", method="password", user=name, password=password)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def create_account(backend, name):
    """Creates an account at the backend, as its operator would."""
    account = {"username": name, "email": f"{name.lower()}@example.com", "name": name, "password": "correct horse"}
    request = urllib.request.Request(
        f"{backend}/api/auth/sign-up/email", json.dumps(account).encode(), {"Content-Type": "application/json"})
    urllib.request.urlopen(request).close()


def walk(port, backend):
    alice = Visitor(port)
    account = {"username": "Alice", "email": "alice@example.com", "name": "Alice", "password": "correct horse"}
    status, _, page = alice.ask("POST", "/register", **account)
    assert status == 403 and "<form" not in page, status
    assert alice.sign_in("alice", "correct horse")[0] == 422
    print("  registering is refused, and leaves no account behind")

    create_account(backend, "Alice")
    assert alice.sign_in("alice", "correct horse")[:2] == (303, "/conversations")
    assert alice.ask("GET", "/conversations")[0] == 200
    told = [Visitor(port).sign_in(*pair) for pair in [("alice", "wrong horse"), ("nobody", "correct horse")]]
    assert [status for status, _, _ in told] == [422, 422], told
    other = Visitor(port)
    assert other.sign_in("alice", "correct horse")[:2] == (303, "/conversations")
    print("  signed in; a refusal does not say what was wrong")

    assert other.ask("POST", "/sign-out")[0] == 303
    assert other.ask("GET", "/conversations")[1].startswith("/sign-in")
    assert alice.ask("GET", "/conversations")[0] == 200
    print("  signed out, and only this session")

    create_account(backend, "stranger")
    status, _, page = Visitor(port).sign_in("stranger", "correct horse")
    assert status == 403 and "no place in the chat" in page, status
    print("  an account without a chat user gets a message about it")


def main():
    with running() as backend, tempfile.TemporaryDirectory() as folder:
        port = free_port()
        site = subprocess.Popen([
            sys.argv[1], "serve", "--listen", f"127.0.0.1:{port}", "--data", folder, "--backend", backend,
            "--sign-in", "password", "--log-level", "warning",
        ])
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            walk(port, backend)
        finally:
            site.terminate()
            site.wait(10)
    print("the site with better-auth-server: passed")


if __name__ == "__main__":
    main()
