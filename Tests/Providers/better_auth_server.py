"""Signs in with passwords at Better Auth itself, using the site's code for a backend in session access."""

import contextlib
import json
import socket
import subprocess
import sys
import threading

import uvicorn
from better_auth import BetterAuth, EmailAndPassword, RateLimit
from better_auth.integrations.fastapi import BetterAuthFastAPI
from better_auth.plugins_ext.username import UsernamePlugin
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

CHAT_USER = {
    "id": "550e8400-e29b-41d4-a716-446655440001", "idAlias": "alice", "name": "Alice",
    "avatarUrl": None, "createdAt": "2026-11-21T10:38:56Z",
}


def backend(port):
    """Better Auth with user names, a rate limit, and the two routes of a chat backend that sign-in uses."""
    auth = BetterAuth(
        secret="for a test only, and nowhere else",
        base_url=f"http://127.0.0.1:{port}",
        email_and_password=EmailAndPassword(enabled=True),
        rate_limit=RateLimit(enabled=True, custom_rules={"/sign-up/email": False}),
        plugins=[UsernamePlugin()],
    )
    app = FastAPI()
    mounted = BetterAuthFastAPI(auth)
    app.include_router(mounted.router)

    @app.post("/users/login")
    async def login(request: Request):
        if (await request.json())["idAlias"] == "alice":
            return CHAT_USER
        return JSONResponse({"message": "User not found"}, 404)

    @app.get("/conversations")
    async def conversations(request: Request):
        found = await mounted.session(request)
        return [] if found else JSONResponse({"error": "Unauthorized", "message": "no"}, 401)

    return app


class Leash:
    """The program under test: one command a line, one response a line."""

    def __init__(self, program, url):
        self.process = subprocess.Popen(
            [program, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


@contextlib.contextmanager
def running():
    """Starts the service on loopback; returns its URL."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(backend(port), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join()


def main():
    with running() as url:
        leash = Leash(sys.argv[1], url)
        try:
            walk(leash)
        finally:
            leash.end()
    print("better-auth-server: passed")


def walk(leash):
    new = leash.ask("sign-up", "Alice", "alice@example.com", "correct horse", "Alice Liddell")
    assert new.get("username") == "alice" and new["user"] == "alice", new
    assert new["name"] == "Alice Liddell" and new["expiresAt"], new
    print("  signed up, and found in the chat by the lower-case user name")

    def refusal(*words):
        return leash.ask(*words).get("error")

    assert refusal("sign-up", "alice", "a2@example.com", "correct horse", "x") == "nameTaken"
    assert refusal("sign-up", "alice2", "alice@example.com", "correct horse", "x") == "emailTaken"
    assert refusal("sign-up", "alice3", "a3@example.com", "short", "x") == "passwordTooShort"
    assert refusal("sign-up", "has-hyphen", "a4@example.com", "correct horse", "x") == "malformedName"
    assert refusal("sign-up", "ab", "a5@example.com", "correct horse", "x") == "malformedName"
    print("  each refusal of a registration has its own error")

    # Each from a separate address: the service counts attempts by client address.
    first = leash.ask("sign-in", "ALICE", "correct horse", "192.0.2.1")
    assert first.get("username") == "alice" and first["user"] == "alice", first
    assert first["credential"] != new["credential"]
    assert refusal("sign-in", "alice", "wrong horse", "192.0.2.2") == "wrongCredentials"
    assert refusal("sign-in", "nobody", "correct horse", "192.0.2.3") == "wrongCredentials"
    assert refusal("sign-in", "a!b", "correct horse", "192.0.2.4") == "malformedName"
    print("  signed in; refused with a wrong password, an unknown user and an invalid name")

    answers = [refusal("sign-in", "alice", "wrong horse", "192.0.2.9") for _ in range(12)]
    assert answers[0] == "wrongCredentials", answers
    assert answers[-1].startswith("tooManyAttempts(after: Optional("), answers
    assert refusal("sign-in", "alice", "correct horse", "192.0.2.10") is None
    print("  too many attempts return the time to wait, and do not affect another address")

    again = leash.ask("check", first["credential"])
    assert again["user"] == "alice" and again["expiresAt"], again
    assert leash.ask("check", first["credential"][:-3] + "AAA") == {}
    assert leash.ask("sign-out", first["credential"]) == {}
    assert leash.ask("check", first["credential"]) == {}
    assert leash.ask("sign-out", first["credential"]) == {}
    assert leash.ask("check", new["credential"])["user"] == "alice"
    print("  signed out, also repeatedly, and only this session")

    other = leash.ask("sign-in", "alice", "correct horse", "192.0.2.11")
    assert refusal("change", new["credential"], "wrong horse", "another horse", "192.0.2.20") == "wrongCredentials"
    assert refusal("change", new["credential"], "correct horse", "short", "192.0.2.21") == "passwordTooShort"
    changed = leash.ask("change", new["credential"], "correct horse", "another horse", "192.0.2.22")
    assert changed["user"] == "alice" and changed["credential"] != new["credential"], changed
    assert leash.ask("check", new["credential"]) == {} and leash.ask("check", other["credential"]) == {}
    assert leash.ask("check", changed["credential"])["user"] == "alice"
    assert refusal("change", new["credential"], "another horse", "correct horse", "192.0.2.23") == "forbidden"
    assert refusal("sign-in", "alice", "correct horse", "192.0.2.12") == "wrongCredentials"
    assert leash.ask("sign-in", "alice", "another horse", "192.0.2.13")["user"] == "alice"
    print("  changed the password, which ended all sessions except the new one")

    stranger = leash.ask("sign-up", "stranger", "stranger@example.com", "correct horse", "Nobody")
    assert stranger["user"] == "" and stranger["credential"], stranger
    print("  an account without a chat user has a session, but no access to the chat")


if __name__ == "__main__":
    main()
