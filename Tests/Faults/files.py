"""Files of the data folder that are damaged, lost or replaced."""

import os
import shutil

from clients import Client
from senders import audit, command, counts, require_refused, require_sound, sample_site, send, text_box
from support import require, wait_until

PAGE = 4096


def filled(run, count=50):
    """A folder with messages, after a site has stopped; and the messages."""
    server = sample_site(run)
    client = Client(server.port).sign_in("alice")
    texts = [f"message {number}." for number in range(count)]
    for text in texts:
        require(send(client, text).status == 303, "a message was refused")
    return server, texts


def flipped_pages(run):
    server, _ = filled(run)
    # A backup has no write-ahead log that would hide a damaged page.
    whole = server.data.with_suffix(".whole")
    made = command(run, "backup", "--data", str(server.data), "--out", str(whole))
    require(made.returncode == 0, f"engawa backup: {made.stderr}")
    server.stop()
    found, names = 0, ["chat.sqlite", "sessions.sqlite", "audit.sqlite"]
    for name in names:
        pages = (whole / name).stat().st_size // PAGE
        for page in sorted({0, 1, pages // 2}):
            damaged = server.data.with_suffix(f".{name}-{page}")
            shutil.copytree(whole, damaged)
            with open(damaged / name, "r+b") as file:
                file.seek(page * PAGE)
                file.write(os.urandom(PAGE))
            require_refused(run, damaged, name, "is damaged: restore a backup")
            require(command(run, "check", "--data", str(damaged)).returncode == 1, "engawa check finds nothing")
            found += 1
    require_sound(run, whole)
    return f"{found} damaged pages of {len(names)} databases refused"


def lost_log(run):
    """Without the write-ahead log the newest messages are gone, and nothing else."""
    server, texts = filled(run)
    server.kill()
    for suffix in ("-wal", "-shm"):
        (server.data / f"chat.sqlite{suffix}").unlink(missing_ok=True)
    server = sample_site(run, data=server.data)
    client = Client(server.port).sign_in("alice")
    require(send(client, "afterwards").status == 303, "a message was refused")
    server.stop()
    require_sound(run, server.data)
    stored = counts(server.data)
    there = [text in stored for text in texts]
    require(there == sorted(there, reverse=True), "there are gaps among the messages")
    audit(server.data, ["afterwards"])
    return f"{sum(there)} of {len(texts)} messages were in the database itself"


def deleted_folder(run):
    server, texts = filled(run)
    client = Client(server.port).sign_in("alice")
    away = server.data.with_suffix(".away")
    os.rename(server.data, away)
    answer = send(client, "keep me")
    require(answer.status == 503, f"a message to a deleted folder: {answer.status}")
    require(text_box(answer) == "keep me", "the text is not in its box")
    require(wait_until(lambda: client.get("/readyz").status == 503, 8), "it is ready without its folder")
    require(wait_until(lambda: "were deleted or replaced" in server.log.read_text(), 15), "the log says nothing")
    os.rename(away, server.data)
    require(wait_until(lambda: client.get("/readyz").status == 200, 8), "it is not ready with its folder")
    require(send(client, "keep me").status == 303, "a message was refused")
    server.stop()
    audit(server.data, [*texts, "keep me"])
    return "changes refused, the text kept, and all went on when the folder was back"


CASES = [("flipped pages", flipped_pages), ("lost log", lost_log), ("deleted folder", deleted_folder)]
