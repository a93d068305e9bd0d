"""Requests without a session must not fill the disk with audit entries."""

import http.client

from clients import Client
from support import FORM, HOST, require

POSTS = 3000
ROWS_AT_MOST = 200
PASSWORD_FAILURES = 100


def rows(server):
    return server.rows("audit.sqlite", "select count(*) from audit")[0][0]


def flood(run):
    server = run.serve("--sign-in", "password", *run.unlimited)
    Client(server.port, "localhost").register("somebody")
    before = rows(server)
    origin = f"http://localhost:{server.port}"
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
    headers = {"Host": origin[7:], "Origin": origin, "Content-Type": FORM}
    statuses = set()

    def post(path, body):
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        statuses.add(answer.status)

    for _ in range(POSTS):
        post("/sign-in/passkey", "answer=x&ticket=x")
    added = rows(server) - before
    for number in range(PASSWORD_FAILURES):
        post("/sign-in", f"method=password&user=nobody{number}&password=aaaaaaaa1")
    connection.close()
    server.require_up("the posts")
    require(max(statuses) < 500, f"statuses {sorted(statuses)}")
    require(added <= ROWS_AT_MOST, f"{POSTS} posts without a session added {added} rows")
    return f"{POSTS} posts added {added} rows, {PASSWORD_FAILURES} wrong passwords {rows(server) - before - added}"


CASES = [("audit log filled from outside", flood)]
