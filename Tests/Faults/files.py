"""Files of the data folder that are damaged, lost or replaced."""

import os
import shutil
import time
from contextlib import contextmanager

from clients import Client
from senders import audit, command, counts, require_refused, require_sound, sample_site, send, text_box
from support import require, wait_until

PAGE = 4096
DATABASES = ["chat.sqlite", "sessions.sqlite", "audit.sqlite", "passwords.sqlite"]


def filled(run, count=50):
    """A folder with messages, after a site has stopped; and the messages."""
    server = sample_site(run)
    client = Client(server.port).sign_in("alice")
    texts = [f"message {number}." for number in range(count)]
    for text in texts:
        require(send(client, text).status == 303, "a message was refused")
    return server, texts


def backed_up(run):
    """A backup of such a folder: it has no write-ahead log that would hide what is damaged."""
    server, _ = filled(run)
    whole = server.data.with_suffix(".whole")
    made = command(run, "backup", "--data", str(server.data), "--out", str(whole))
    require(made.returncode == 0, f"engawa backup: {made.stderr}")
    server.stop()
    return whole


@contextmanager
def damaged(whole, name, change):
    """A copy of the folder, with one file changed."""
    copy = whole.with_suffix(".damaged")
    shutil.copytree(whole, copy)
    change(copy / name)
    try:
        yield copy
    finally:
        shutil.rmtree(copy)


def overwrite(path, page):
    with open(path, "r+b") as file:
        file.seek(page * PAGE)
        file.write(os.urandom(PAGE))


def flipped_pages(run):
    """Noise in place of a page: some pages of each database in the short form, else each of them."""
    whole = backed_up(run)
    found, worst = 0, 0.0
    for name in DATABASES:
        count = (whole / name).stat().st_size // PAGE
        for page in run.choose(sorted({0, 1, count // 2}), range(count)):
            with damaged(whole, name, lambda path: overwrite(path, page)) as folder:
                begin = time.monotonic()
                require_refused(run, folder, name, "is damaged: restore a backup")
                worst = max(worst, time.monotonic() - begin)
                require(command(run, "check", "--data", str(folder)).returncode == 1, "engawa check finds nothing")
            found += 1
    require_sound(run, whole)
    return f"{found} damaged pages of {len(DATABASES)} databases refused, within {worst:.1f} s"


def cut_files(run):
    """Databases that are too short, and such that are missing."""
    whole = backed_up(run)
    for name in DATABASES:
        size = (whole / name).stat().st_size
        for length in (1, PAGE // 2, PAGE, size // 2, size - PAGE):
            with damaged(whole, name, lambda path: os.truncate(path, length)) as folder:
                require_refused(run, folder, name, "is damaged: restore a backup")
    with damaged(whole, "vault.key", lambda path: os.truncate(path, 40)) as folder:
        require_refused(run, folder, "vault.key is damaged", "Restore a backup")
    for name in ("chat.sqlite", "sessions.sqlite", "vault.key"):
        with damaged(whole, name, os.remove) as folder:
            require_refused(run, folder, name, "is missing", "Restore a backup")
    require_sound(run, whole)
    return "refused with a sentence"


def lost_log(run):
    """Without the write-ahead log the newest messages are gone, and nothing else."""
    server, stored_texts = filled(run)
    # A site that stops writes its log into the database.
    server.stop()
    server = sample_site(run, data=server.data)
    client = Client(server.port).sign_in("alice")
    texts = [f"newer message {number}." for number in range(50)]
    for text in texts:
        require(send(client, text).status == 303, "a message was refused")
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
    audit(server.data, [*stored_texts, "afterwards"])
    return f"{len(stored_texts)} messages of before the last stop are there, and {sum(there)} of {len(texts)} newer ones"


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


CASES = [("flipped pages", flipped_pages), ("cut files", cut_files), ("lost log", lost_log), ("deleted folder", deleted_folder)]
