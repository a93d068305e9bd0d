"""A fuzzer of the live site: it sends mutations of the site's own forms and links, as two users and without a session,
while event streams are open. The server must not exit, hang, respond with 5xx, or grow."""

import os
import random
import re
import socket
import subprocess
import threading
import time

from authenticator import Authenticator, Prompt, code
from clients import Client, Watch
from fuzzer_requests import Generator, Page
from support import HOST, MEBIBYTE, Failed, require, wait_until

# The longest permitted response time of a complete request, in seconds.
ANSWER_SECONDS = 5
# The time to wait for a response to an incomplete request, in seconds.
BROKEN_SECONDS = 0.05
# The permitted growth of memory from the first third to the end, in bytes.
GROWTH = 64 * MEBIBYTE
# The permitted additional descriptors at the end: connections to a backend, and those that are being closed.
DESCRIPTORS = 45
STREAMS = 8
# The number of requests after which the pages are read again, because their content may have changed.
LEARN_EACH = 1500
PAGES = 40
# Statuses for an unknown method or version, which are errors of the client although they are 5xx.
HARMLESS = (501, 505)


class Site:
    """The site under attack, and how its users sign in."""

    def __init__(self, run, server, sign_in):
        self.run = run
        self.server = server
        self.sign_in = sign_in
        self.people = [Client(server.port, "localhost")]
        self.people += [sign_in(server, number) for number in range(2)]

    def renew(self, number):
        """Signs users in again who were signed out by a fuzzed request."""
        if number:
            self.people[number] = self.sign_in(self.server, number - 1)


def by_user_id(server, number):
    return Client(server.port, "localhost").sign_in(("alice", "bob")[number])


def by_password(server, number):
    """Registers a new user each time, because passwords may be changed; every second one has two second factors."""
    address = ".".join(str(random.randrange(1, 223)) for _ in range(4))
    client = Client(server.port, "localhost")
    alias = f"person{random.randrange(10**9)}"
    form = {"username": alias, "email": f"{alias}@example.org", "name": alias, "password": "correct-horse-battery-9",
            "password-again": "correct-horse-battery-9", "stay": "on"}
    status = client.post("/register", form, headers={"X-Forwarded-For": address}).status
    require(status == 303, f"nobody can register: {status}")
    if number:
        page = client.post("/profile/security/authenticator").text
        secret = re.sub(r"\s", "", re.search(r'class="[^"]*\bsecret"[^>]*>([^<]*)<', page)[1])
        client.post("/profile/security/confirm-authenticator", {"code": code(secret)})
        prompt = Prompt(client.post("/profile/security/passkey", {"name": "k"}).text)
        client.post("/profile/security/keep-passkey", {
            "name": "k", "ticket": prompt.ticket, "answer": Authenticator(client.origin).create(prompt)})
    return client


class Listeners:
    """Event streams that are read continuously, and opened again when they end."""

    def __init__(self, site):
        self.site = site
        self.is_over = False
        self.threads = [threading.Thread(target=self.listen, args=(1 + number % 2,), daemon=True) for number in range(STREAMS)]
        for thread in self.threads:
            thread.start()

    def listen(self, number):
        while not self.is_over:
            try:
                stream, _ = self.site.people[number].open_stream(timeout=1)
                with stream:
                    while not self.is_over:
                        try:
                            if not stream.recv(65536):
                                break
                        except TimeoutError:
                            pass
            except OSError:
                pass
            time.sleep(0.2)

    def close(self):
        self.is_over = True
        for thread in self.threads:
            thread.join()


class Fuzzer:
    def __init__(self, site, seed):
        self.site = site
        self.seed = seed
        self.random = random.Random(seed)
        self.generator = Generator(self.random)
        self.statuses = {}

    def learn(self):
        """Reads the pages as each user, and stores their links and forms."""
        for number, person in enumerate(self.site.people):
            waiting, seen = ["/", "/sign-in", "/register", "/conversations", "/profile", "/profile/security", "/search?q=a"], set()
            while waiting and len(seen) < PAGES:
                target = waiting.pop(0)
                if target in seen or target.startswith(("/events", "/assets")):
                    continue
                seen.add(target)
                templates = Page(self.site.server.ask(target, lambda: person.get(target)).text).templates
                self.generator.learn(templates)
                waiting += [each.path for each in templates if each.method == "GET"]
            if number and person.get("/conversations").status != 200:
                self.site.renew(number)

    def send(self, data, seconds):
        """The status of the response; `None` if the connection was closed without one."""
        with socket.create_connection((HOST, self.site.server.port), timeout=ANSWER_SECONDS) as connection:
            try:
                connection.sendall(data)
                connection.settimeout(seconds)
                answer = connection.recv(4096)
                while answer.startswith(b"HTTP/1.1 100"):
                    answer = answer.partition(b"\r\n\r\n")[2] or connection.recv(4096)
            except ConnectionError:
                answer = b""
        return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else None

    def attack(self, data, is_whole):
        begin = time.monotonic()
        server = self.site.server
        try:
            status = self.send(data, ANSWER_SECONDS if is_whole else BROKEN_SECONDS)
        except TimeoutError as error:
            if is_whole:
                server.require_up(self.told("the request before or", data), 1)
                raise Failed(self.told("no answer", data)) from error
            status = "none yet"
        except ConnectionRefusedError as error:
            server.require_up(self.told("the request before or", data), 2)
            raise Failed(self.told("refused", data)) from error
        if is_whole and time.monotonic() - begin > ANSWER_SECONDS:
            raise Failed(self.told("too slow", data))
        if not server.is_up:
            raise Failed(self.told(f"the server ended with {server.process.returncode}", data))
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if isinstance(status, int) and status >= 500 and status not in HARMLESS:
            raise Failed(self.told(status, data))
        return status

    def told(self, what, data):
        return f"{what} (ATTACK_SEED={self.seed}): {data[:700]!r}{'…' if len(data) > 700 else ''}"

    def run(self, seconds):
        server = self.site.server
        before = server.descriptors()
        begin, count, settled = time.monotonic(), 0, None
        listeners = Listeners(self.site)
        try:
            with Watch(server, ANSWER_SECONDS, pause=0.5):
                while (now := time.monotonic()) < begin + seconds:
                    if count % LEARN_EACH == 0:
                        self.learn()
                    if settled is None and now > begin + seconds / 3:
                        settled = server.memory()
                    number = self.random.randrange(3)
                    status = self.attack(*self.generator.request(self.site.people[number]))
                    if status == 401:
                        self.site.renew(number)
                    count += 1
        finally:
            listeners.close()
        grown = server.memory() - (settled or 0)
        require(grown < GROWTH,
                f"{grown / MEBIBYTE:.0f} MiB more than after a third of {count} requests (ATTACK_SEED={self.seed})")
        require(wait_until(lambda: server.descriptors() < before + DESCRIPTORS, 40),
                f"{server.descriptors()} descriptors are open (ATTACK_SEED={self.seed})")
        return (f"{count} requests, seed {self.seed}, statuses {dict(sorted(self.statuses.items(), key=str))}, "
                f"{grown / MEBIBYTE:+.1f} MiB after the first third, {server.descriptors() - before:+d} descriptors")


def fuzz(run, server, sign_in, share):
    seed = int(os.environ.get("ATTACK_SEED", random.randrange(1 << 32)))
    return Fuzzer(Site(run, server, sign_in), seed).run(run.seconds * share)


def development(run):
    server = run.serve("--mode", "development", "--trusted-proxies", HOST, *run.unlimited, is_bounded=True)
    subprocess.run([run.binary, "accounts", "role", "--user", "alice", "--role", "admin", "--data", str(server.data)],
                   check=True, capture_output=True)
    return fuzz(run, server, by_user_id, run.choose(1, 1 / 3))


def production(run):
    server = run.serve("--sign-in", "password", "--trusted-proxies", HOST, *run.unlimited, is_bounded=True)
    return fuzz(run, server, by_password, 1 / 3)


def remote(run):
    backend = run.start("backend", "--sample-world", "on")
    server = run.serve("--sign-in", "user-id", "--backend", f"http://{HOST}:{backend.port}", "--backend-access", "open",
                       "--trusted-proxies", HOST, *run.unlimited, is_bounded=True)
    return fuzz(run, server, by_user_id, 1 / 3)


CASES = [("fuzzer in development", development), ("fuzzer in production", production), ("fuzzer before a backend", remote)]
