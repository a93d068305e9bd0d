"""A disk that is full or read-only: a small one in memory, which only root can mount."""

import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from clients import Client
from senders import VERANDA, audit, require_refused, require_sound, sample_site, send, text_box
from support import MEBIBYTE, require, wait_until

DISK_BYTES = 24 * MEBIBYTE
# A message that needs pages of its own.
LONG_TEXT = "縁" * 9_000
# What is left at first on a disk that is full.
LEFT_BYTES = 256 * 1024
# How long readiness may take to notice, in seconds.
NOTICE_SECONDS = 8


@contextmanager
def small_disk(run):
    folder = Path(tempfile.mkdtemp(dir=run.folder, prefix="disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        yield None
        return
    try:
        yield folder
    finally:
        run.end_servers()
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder):
    """Takes all room that is left, but a little, so that the next messages take it."""
    path = folder / "filler"
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            file.truncate(file.tell() - LEFT_BYTES)
            return path


def full(run):
    with small_disk(run) as folder:
        if folder is None:
            return "skipped: a small disk can only be mounted by root"
        server = sample_site(run, data=folder / "data")
        alice, bob = Client(server.port).sign_in("alice"), Client(server.port).sign_in("bob")
        acknowledged = ["before"]
        require(send(alice, "before").status == 303, "a message was refused")
        filler = fill(folder)
        for number in range(100):
            text = f"{number} {LONG_TEXT}"
            answer = send(alice, text)
            if answer.status != 303:
                break
            acknowledged.append(text)
        require(len(acknowledged) > 1, "nothing was stored in the room that was left")
        require(answer.status == 507, f"a message on a full disk: {answer.status}")
        require("disk is full" in answer.text, "the page does not say that the disk is full")
        require(text_box(answer) == text, "the text is not in its box")
        page = bob.get(f"/conversations/{VERANDA}")
        require(page.status == 200 and acknowledged[-1] in page.text, f"bob's page with unread messages: {page.status}")
        require(bob.get("/conversations").status == 200, "the list can't be read")
        require(wait_until(lambda: bob.get("/readyz").status == 503, NOTICE_SECONDS), "it is ready on a full disk")
        require(bob.get("/healthz").status == 200, "it is not alive")
        require(wait_until(lambda: "little room is left on the disk" in server.log.read_text(), 15), "the log says nothing")
        os.remove(filler)
        require(wait_until(lambda: bob.get("/readyz").status == 200, NOTICE_SECONDS), "it is not ready with room again")
        require(send(alice, text).status == 303, "a message is refused with room again")
        acknowledged.append(text)
        server.stop()
        require_sound(run, server.data)
        audit(server.data, acknowledged)
        return f"507 after {len(acknowledged) - 2} long messages, the text kept, reading went on, recovered"


def read_only(run):
    with small_disk(run) as folder:
        if folder is None:
            return "skipped: a small disk can only be mounted by root"
        server = sample_site(run, data=folder / "data")
        client = Client(server.port).sign_in("alice")
        require(send(client, "before").status == 303, "a message was refused")
        server.stop()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        require_refused(run, server.data, "can't be written to")
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
        server = sample_site(run, data=server.data)
        server.stop()
        audit(server.data, ["before"])
        return "refused with a sentence, and started once it was writable"


@contextmanager
def immutable(files):
    """Files that can't be written to, also by who has them open; whether that was possible."""
    is_possible = subprocess.run(["chattr", "+i", *files], capture_output=True).returncode == 0
    try:
        yield is_possible
    finally:
        subprocess.run(["chattr", "-i", *files], capture_output=True)


def turned_read_only(run):
    server = sample_site(run)
    alice, bob = Client(server.port).sign_in("alice"), Client(server.port).sign_in("bob")
    require(send(alice, "before").status == 303, "a message was refused")
    with immutable([server.data / f"chat.sqlite{suffix}" for suffix in ("", "-wal")]) as is_possible:
        if not is_possible:
            return "skipped: only root can make files immutable, on some file systems"
        answer = send(alice, "keep me")
        require(answer.status == 503, f"a message to read-only files: {answer.status}")
        require(text_box(answer) == "keep me", "the text is not in its box")
        page = bob.get(f"/conversations/{VERANDA}")
        require(page.status == 200 and "before" in page.text, f"bob's page with unread messages: {page.status}")
        require(wait_until(lambda: bob.get("/readyz").status == 503, NOTICE_SECONDS), "it is ready with read-only files")
        require(wait_until(lambda: "can't be written to" in server.log.read_text(), 15), "the log says nothing")
    require(wait_until(lambda: bob.get("/readyz").status == 200, NOTICE_SECONDS), "it is not ready with writable files")
    require(send(alice, "keep me").status == 303, "a message is refused")
    server.stop()
    require_sound(run, server.data)
    audit(server.data, ["before", "keep me"])
    return "changes refused, the text kept, reading went on, recovered"


CASES = [("full disk", full), ("read-only disk", read_only), ("turned read-only", turned_read_only)]
