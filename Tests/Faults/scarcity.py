"""Descriptors that are used up, and a database that another process holds."""

import socket
import sqlite3
import threading
import time

from clients import Client, Watch
from senders import VERANDA, audit, require_refused, require_sound, sample_site, send, text_box
from support import HOST, require, wait_until

DESCRIPTORS = 96
HOLD_SECONDS = 12


def descriptors(run):
    server = sample_site(run, prefix=["prlimit", f"--nofile={DESCRIPTORS}"])
    client = Client(server.port).sign_in("alice")
    require(send(client, "before").status == 303, "a message was refused")
    held = []
    for _ in range(2 * DESCRIPTORS):
        connection = socket.create_connection((HOST, server.port), timeout=5)
        held.append(connection)
    server.require_up("the connections", 1)
    require(wait_until(lambda: "few file descriptors are left" in server.log.read_text(), 15), "the log says nothing")
    for connection in held:
        connection.close()
    require(wait_until(lambda: client.get("/readyz", timeout=5).status == 200, 10), "it is not ready afterwards")
    require(send(client, "after").status == 303, "a message was refused afterwards")
    server.stop()
    require_sound(run, server.data)
    audit(server.data, ["before", "after"])
    return f"{len(held)} connections with {DESCRIPTORS} descriptors; it went on when they were closed"


def foreign_lock(run):
    server = sample_site(run)
    alice, bob = Client(server.port).sign_in("alice"), Client(server.port).sign_in("bob")
    holder = sqlite3.connect(server.data / "chat.sqlite", isolation_level=None)
    worst, reads = 0.0, 0
    with Watch(server):
        holder.execute("BEGIN IMMEDIATE")
        end = time.monotonic() + HOLD_SECONDS
        answers = []
        sending = threading.Thread(target=lambda: answers.append(send(alice, "held back")))
        sending.start()
        # Read by a script that reports what was seen, so that the page itself marks nothing.
        bob.cookies["reading"] = "told"
        while time.monotonic() < end:
            begin = time.monotonic()
            require(bob.get(f"/conversations/{VERANDA}").status == 200, "the page can't be read")
            worst, reads = max(worst, time.monotonic() - begin), reads + 1
        sending.join(timeout=1)
        require(answers and answers[0].status == 503, f"a message while another holds the database: {answers}")
        require(text_box(answers[0]) == "held back", "the text is not in its box")
        holder.execute("ROLLBACK")
    require(worst < 1, f"a page took {worst:.2f} s")
    require(send(alice, "held back").status == 303, "a message was refused afterwards")
    require_refused(run, server.data, "can't be locked: another process serves from this folder")
    server.stop()
    for name in ("chat.sqlite", "audit.sqlite"):
        holder = sqlite3.connect(server.data / name, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        require_refused(run, server.data, name, "locked")
        holder.close()
    audit(server.data, ["held back"])
    return f"a second site refused, {reads} pages read meanwhile, {worst * 1000:.0f} ms at most"


CASES = [("descriptors", descriptors), ("foreign lock", foreign_lock)]
