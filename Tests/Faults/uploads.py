"""The process is killed while people send files, and a hundred large files arrive at once, before a store of objects too."""

import contextlib
import hashlib
import http.client
import random
import secrets
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from clients import Client
from senders import MESSAGES, require_sound, sample_site
from support import HOST, require, wait_until

# What the process may need beyond what it needs anyway, while a hundred files arrive.
MEMORY_OF_UPLOADS = 50 << 20
CHUNK = 1 << 16
OBJECT_SERVER = Path(__file__).parents[1] / "Python" / "object_server.py"
KEY, SECRET, BUCKET = "test:tester", "testing", "files"


class Form:
    """A message with a text and files, as a form without scripts sends it; the same each time."""

    def __init__(self, text, sizes):
        self.text = text
        self.key = secrets.token_hex(16)
        self.files = [(f"{number}.bin", random.Random(f"{text} {number}").randbytes(size))
                      for number, size in enumerate(sizes)]

    def body(self):
        boundary = "boundary-of-the-form"
        parts = [f"--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n".encode()
                 for name, value in (("key", self.key), ("text", self.text))]
        for name, content in self.files:
            parts.append(f"--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n"
                         "Content-Type: application/octet-stream\r\n\r\n".encode() + content + b"\r\n")
        return f"multipart/form-data; boundary={boundary}", b"".join(parts) + f"--{boundary}--\r\n".encode()

    def send(self, client):
        kind, body = self.body()
        return client.post(MESSAGES, body, headers={"Content-Type": kind})


def keep_sending(client, name, acknowledged, unknown, is_over):
    number = 0
    while not is_over.is_set():
        form = Form(f"{name}-{number}.", [random.randrange(1, 2_000_000), random.randrange(1, 200_000)])
        try:
            status = form.send(client).status
        except (OSError, http.client.HTTPException):
            unknown.append(form)
            return
        require(status == 303, f"{form.text} was answered with {status}")
        acknowledged.append(form)
        number += 1


def killed(run):
    """kill -9 again and again while files arrive: each message has its files, and no file is left over."""
    server = sample_site(run)
    data, acknowledged, repeated = server.data, [], 0
    times = run.choose(4, 20)
    for life in range(times):
        unknown, is_over = [], threading.Event()
        client = Client(server.port).sign_in("alice")
        threads = [threading.Thread(target=keep_sending, args=(client, f"life {life}-{number}", acknowledged, unknown, is_over))
                   for number in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0.3, 1.0))
        server.kill()
        is_over.set()
        for thread in threads:
            thread.join(timeout=40)
        server = sample_site(run, data=data)
        client = Client(server.port).sign_in("alice")
        for form in unknown:
            status = form.send(client).status
            require(status == 303, f"{form.text} was answered with {status} the second time")
            acknowledged.append(form)
            repeated += 1
    require(wait_until(lambda: not left_over(server), 20), f"left over: {left_over(server)[:3]}")
    server.stop()
    require_sound(run, data)
    for form in acknowledged:
        hashes = server.rows("chat.sqlite", "SELECT count(DISTINCT messages.id), group_concat(hex(files.hash), ' ') FROM messages "
                             f"JOIN files ON files.message = messages.id WHERE text = '{form.text}'")
        wanted = sorted(hashlib.sha256(content).hexdigest().upper() for _, content in form.files)
        require(hashes[0][0] == 1 and sorted((hashes[0][1] or "").split()) == wanted, f"{form.text} has {hashes}")
        for digest in wanted:
            content = data / "files" / digest[:2].lower() / digest[2:].lower()
            require(hashlib.sha256(content.read_bytes()).hexdigest().upper() == digest, f"{content} is damaged")
    return f"killed {times} times, {len(acknowledged)} messages there once with their files, {repeated} of them repeated"


def left_over(server):
    """The contents that no row has, and what has not arrived completely."""
    known = {row[0] for row in server.rows("chat.sqlite", "SELECT lower(hex(hash)) FROM files WHERE message IS NOT NULL")}
    folder = server.data / "files"
    contents = [path for path in folder.glob("??/*") if path.parent.name + path.name not in known]
    return contents + list((folder / "incoming").iterdir())


@contextlib.contextmanager
def object_store(run):
    """A real store of objects with an empty bucket; what the site is told of it."""
    folder = tempfile.mkdtemp(dir=run.folder, prefix="objects-")
    # Debian's Python, whose packages it needs.
    store = subprocess.Popen(["/usr/bin/python3", "-B", OBJECT_SERVER, folder, KEY, SECRET], stdout=subprocess.PIPE, text=True)
    try:
        endpoint = f"http://{HOST}:{int(store.stdout.readline())}"
        # By the store's own interface, which needs no signature.
        ask = urllib.request.Request(f"{endpoint}/auth/v1.0", headers={"X-Auth-User": KEY, "X-Auth-Key": SECRET})
        with urllib.request.urlopen(ask) as answer:
            account, token = answer.headers["X-Storage-Url"], answer.headers["X-Auth-Token"]
        ask = urllib.request.Request(f"{account}/{BUCKET}", method="PUT", headers={"X-Auth-Token": token})
        urllib.request.urlopen(ask).close()
        key = run.folder / "objects-key"
        key.write_text(f"{KEY}\n{SECRET}\n")
        key.chmod(0o600)
        yield ["--files", f"s3://{BUCKET}/", "--files-endpoint", endpoint, "--files-key", str(key)]
    finally:
        store.kill()
        store.wait()


def large_to_objects(run):
    """The same before a store of objects."""
    with object_store(run) as arguments:
        return large(run, run.choose(4, 100), *arguments)


def large(run, megabytes=None, *arguments):
    """A hundred large files at once: the memory of the process stays as it is."""
    size = (megabytes or run.choose(20, 100)) * 1_000_000
    server = sample_site(run, "--files-per-person", "20480", *arguments)
    client = Client(server.port).sign_in("alice")
    Form("warm", [1_000_000]).send(client)
    before = server.memory()
    server.forget_peak()
    start, failures = threading.Barrier(100), []

    def upload(number):
        kind, body = Form(f"large {number}", [1]).body()
        head, tail = body[:body.index(b"octet-stream\r\n\r\n") + 16], b"\r\n--boundary-of-the-form--\r\n"
        chunk = random.Random(number).randbytes(CHUNK)
        try:
            start.wait(60)
            with socket.create_connection((HOST, client.port), timeout=600) as connection:
                connection.sendall(
                    f"POST {MESSAGES} HTTP/1.1\r\nHost: {client.host}\r\nOrigin: {client.origin}\r\n"
                    f"Cookie: {client.cookie_header()}\r\nContent-Type: {kind}\r\n"
                    f"Content-Length: {len(head) + size + len(tail)}\r\n\r\n".encode() + head)
                left = size
                while left:
                    connection.sendall(chunk[:min(left, CHUNK)])
                    left -= min(left, CHUNK)
                connection.sendall(tail)
                answer = connection.recv(100)
            if not answer.startswith(b"HTTP/1.1 303"):
                failures.append(answer)
        except (OSError, threading.BrokenBarrierError) as error:
            failures.append(error)

    threads = [threading.Thread(target=upload, args=(number,)) for number in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    more = server.peak() - before
    require(not failures, f"{len(failures)} uploads failed: {failures[:2]}")
    require(more <= MEMORY_OF_UPLOADS, f"they took {more >> 20} MiB")
    sent = server.rows("chat.sqlite", f"SELECT count(*) FROM files WHERE bytes = {size} AND message IS NOT NULL")[0][0]
    require(sent == 100, f"{sent} of 100 files were sent")
    return f"100 uploads of {size // 1_000_000} MB at once took {more / (1 << 20):.1f} MiB"


CASES = [("kill -9 while files arrive", killed), ("a hundred large files", large),
         ("a hundred large files to a store of objects", large_to_objects)]
