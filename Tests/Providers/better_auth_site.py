"""Uses the site itself with Better Auth as backend: registration, the cookie with each request, sign-out on both sides."""

import http.client
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

from better_auth_server import running


class Visitor:
    """A browser with the functions that sign-in needs."""

    def __init__(self, port):
        self.port = port
        self.cookies = {}

    def ask(self, method, path, /, **form):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
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


def walk(port):
    alice = Visitor(port)
    account = {"username": "Alice", "email": "alice@example.com", "name": "Alice", "password": "short"}
    status, _, page = alice.ask("POST", "/register", **account)
    assert status == 422 and "password-fault" in page, status
    status, place, _ = alice.ask("POST", "/register", **{**account, "password": "correct horse"})
    assert (status, place) == (303, "/conversations"), (status, place)
    assert alice.ask("GET", "/conversations")[0] == 200
    print("  registered, and signed in with the new account")

    told = [Visitor(port).sign_in(*pair) for pair in [("alice", "wrong horse"), ("nobody", "correct horse")]]
    assert [status for status, _, _ in told] == [422, 422], told
    other = Visitor(port)
    assert other.sign_in("alice", "correct horse")[:2] == (303, "/conversations")
    print("  signed in; a refusal does not say what was wrong")

    status, place, page = other.ask("POST", "/register", **{**account, "password": "correct horse"})
    assert status == 409 and "username-fault" in page, status
    assert other.ask("POST", "/sign-out")[0] == 303
    assert other.ask("GET", "/conversations")[1].startswith("/sign-in")
    assert alice.ask("GET", "/conversations")[0] == 200
    print("  signed out, and only this session")

    status, _, page = Visitor(port).ask(
        "POST", "/register", username="stranger", email="s@example.com", name="S", password="correct horse")
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
            walk(port)
        finally:
            site.terminate()
            site.wait(10)
    print("the site with better-auth-server: passed")


if __name__ == "__main__":
    main()
