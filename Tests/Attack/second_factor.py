"""Guesses the code of a user whose password is known, from hundreds of addresses, interleaved with requests that might
reset the counter of failed codes."""

import re
import threading
import time

from authenticator import Authenticator, Prompt, code
from clients import Client
from support import require

PASSWORD = "correct-horse-battery-9"
THREADS = 4
# The number of guesses for one user, in the whole run.
CODES_AT_MOST = 20
# The status for a code that was checked and is wrong; 429 means that it was not checked.
WRONG, LATER, RIGHT = 422, 429, 303
PAGE = "/sign-in/second-factor"


class Guesses:
    """The guesses for one user."""

    def __init__(self, server, alias, seconds):
        self.server = server
        self.alias = alias
        self.end = time.monotonic() + seconds
        self.lock = threading.Lock()
        self.evaluated = self.refused = self.others = self.sources = 0
        self.is_in = False
        set_up_victim(server, alias)

    def source(self):
        with self.lock:
            self.sources += 1
            return f"127.{20 + self.sources // 62500}.{self.sources // 250 % 250}.{self.sources % 250 + 1}"

    def half_signed_in(self):
        """A browser that has passed the password."""
        client = Client(self.server.port, "localhost", source=self.source())
        answer = client.post("/sign-in", {"method": "password", "user": self.alias, "password": PASSWORD, "stay": "on"})
        return client if answer.status == RIGHT else None

    def guess(self, client, number, extra=None):
        """Sends a random code."""
        form = {"code": f"{number % 1_000_000:06d}", **(extra or {})}
        status = client.post(PAGE, form, source=self.source()).status
        with self.lock:
            self.evaluated += status == WRONG
            self.refused += status == LATER
            self.is_in |= status == RIGHT

    def keep_guessing(self, first, at_once, disturb):
        """Guesses `at_once` codes, calls `disturb`, and so on; sometimes begins again with the password."""
        client = self.half_signed_in()
        number = first
        while time.monotonic() < self.end and client:
            for _ in range(at_once):
                self.guess(client, number)
                number += 1
            client = disturb(self, client) or client
            self.others += 1

    def __str__(self):
        return f"{self.evaluated} codes looked at, {self.refused} refused, {self.others} times something else"


def posts(**form):
    def disturb(guesses, client):
        client.post(PAGE, form, source=guesses.source())
    return disturb


def own_ticket(times):
    """Sends the page's own ticket with a passkey of another user; the second time, the ticket is used."""
    def disturb(guesses, client):
        prompt = Prompt(client.get(PAGE, source=guesses.source()).text)
        form = {"ticket": prompt.ticket, "answer": Authenticator(client.origin).get(prompt)}
        for _ in range(times):
            client.post(PAGE, form, source=guesses.source())
    return disturb


def ticket_of_another_page(guesses, client):
    prompt = Prompt(Client(client.port, "localhost", source=guesses.source()).get("/sign-in").text)
    form = {"ticket": prompt.ticket, "answer": Authenticator(client.origin).get(prompt)}
    client.post(PAGE, form, source=guesses.source())


def failed_sign_in(guesses, client):
    client.post("/sign-in/passkey", {"ticket": "x", "answer": "x"}, source=guesses.source())


def new_sign_in(guesses, client):
    return guesses.half_signed_in()


def page_again(guesses, client):
    client.get(PAGE, source=guesses.source())


def both_at_once(guesses, client):
    guesses.guess(client, 0, {"ticket": "x", "answer": "x"})


# Requests that are no guesses, and must not reset the counter.
DISTURBANCES = {
    "an expired ticket": posts(ticket="x", answer="x"), "no ticket": posts(ticket="", answer=""), "nothing": posts(),
    "no code": posts(code=""), "another's passkey": own_ticket(1), "a spent ticket": own_ticket(2),
    "a ticket of another page": ticket_of_another_page, "a failed sign-in": failed_sign_in, "a new sign-in": new_sign_in,
    "the page": page_again, "code and ticket": both_at_once,
}


def set_up_victim(server, alias):
    victim = Client(server.port, "localhost", source="127.19.0.1").register(alias, PASSWORD)
    page = victim.post("/profile/security/authenticator").text
    secret = re.sub(r"\s", "", re.search(r'class="[^"]*\bsecret"[^>]*>([^<]*)<', page)[1])
    answer = victim.post("/profile/security/confirm-authenticator", {"code": code(secret)})
    require(answer.status < 400, f"the app can't be set up: {answer.status}")
    # With a passkey, the page of the second factor contains tickets.
    prompt = Prompt(victim.post("/profile/security/passkey", {"name": "k"}).text)
    key = Authenticator(victim.origin)
    answer = victim.post("/profile/security/keep-passkey", {"name": "k", "ticket": prompt.ticket, "answer": key.create(prompt)})
    require(answer.status < 400, f"the passkey can't be set up: {answer.status}")


def judge(what, guesses):
    require(not guesses.is_in, f"with {what} somebody is in: {guesses}")
    require(guesses.refused and 0 < guesses.evaluated <= CODES_AT_MOST, f"with {what}: {guesses}")
    return guesses


def guessing(run):
    server = run.serve("--sign-in", "password")
    seconds = run.choose(1, 5)
    everything = []
    for number, (what, disturb) in enumerate(DISTURBANCES.items()):
        guesses = Guesses(server, f"victim{number}", seconds)
        guesses.keep_guessing(0, 4, disturb)
        everything.append(judge(what, guesses))
    guesses = Guesses(server, "victim-of-many", run.choose(3, 30))
    threads = [threading.Thread(target=guesses.keep_guessing, args=(1000 * number, 5, new_sign_in)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything.append(judge(f"{THREADS} threads", guesses))
    server.require_up("the guesses")
    return (f"at most {max(each.evaluated for each in everything)} codes of one person looked at, "
            f"{sum(each.refused for each in everything)} refused, from {sum(each.sources for each in everything)} addresses")


CASES = [("codes guessed", guessing)]
