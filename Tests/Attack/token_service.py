"""A token service with invalid or unusual tokens."""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from clients import Client
from support import HOST, require

HEADER = base64.urlsafe_b64encode(b'{"alg":"HS256"}').rstrip(b"=").decode()
TOKENS = [
    f"{HEADER}..", f"{HEADER}.e30.", f"{HEADER}.e30.x{'A' * 43}", f"{HEADER}.e30.A", f"{HEADER}..AAAA", f"{HEADER}.", HEADER,
    "..", "...", ".", "", "a.b.c", "e30.e30.", "e30.e30.e30", f"{HEADER}.{'A' * 100_000}.AAAA", "\0.\0.\0", "=.=.=",
    f"{HEADER}.bnVsbA.", f"{HEADER}.W10.AAAA", f"{HEADER}.e30.{'A' * 1_000_000}",
]
# Also in place of a token.
VALUES = [None, 1, [], {}, True, 1.5]


class Liar:
    """Responds to every request with `answer`, as JSON."""

    def __init__(self):
        self.answer = {}
        self.asked = 0
        liar = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_POST(self):
                liar.asked += 1
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                body = json.dumps(liar.answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST

        self.server = ThreadingHTTPServer((HOST, 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def hostile_answers(run):
    liar = Liar()
    try:
        return believe_nothing(run, liar)
    finally:
        liar.stop()


def believe_nothing(run, liar):
    server = run.serve("--sign-in", "token-service", "--sign-in-token-service-url", f"http://{HOST}:{liar.port}")
    statuses = set()
    # The service is trusted to identify users, and its tokens may be opaque. So these responses may
    # sign a user in; a response without a token must not.
    tokens = [{"access_token": token, "refresh_token": "r", "user": {"id": "u1"}} for token in TOKENS if token]
    tokens += [{"access_token": "x", "refresh_token": value, "user": {"id": "u1"}} for value in VALUES]
    empty = [{"access_token": value, "refresh_token": "r", "user": {"id": "u1"}} for value in [*VALUES, ""]]
    empty += [[], None, 1, "x", {}, {"user": None}]
    answers = [*tokens, *empty]
    for number, answer in enumerate(answers):
        liar.answer = answer
        client = Client(server.port, "localhost", source=f"127.3.1.{number + 1}")
        begin = str(answer)[:60]
        form = {"method": "token-service", "user": f"person{number}@example.org", "password": "whatever12"}
        status = server.ask(f"a sign-in with {begin}", lambda: client.post("/sign-in", form)).status
        require(400 <= status < 600 or status == 303 and number < len(tokens), f"{status} after {begin}")
        statuses.add(status)
    require(liar.asked >= len(answers), f"only {liar.asked} of {len(answers)} sign-ins asked the service")
    return f"{len(answers)} answers, statuses {sorted(statuses)}"


CASES = [("token service that lies", hostile_answers)]
