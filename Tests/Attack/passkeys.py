"""An authenticator that announces more than it sends: CBOR announces the number of bytes, items or levels beforehand."""

import time

from authenticator import HAS_CREDENTIAL, HAS_EXTENSIONS, PRESENT, VERIFIED, Authenticator, Prompt, cbor, cbor_head
from clients import Client, Watch
from support import ANSWER_SECONDS, MEBIBYTE, TooSlow, require

# The permitted growth of the server's peak memory, in bytes.
GROWTH = 64 * MEBIBYTE
BYTES, TEXT, ARRAY, MAP, TAG = 2, 3, 4, 5, 6
LARGE = [1 << 16, 1 << 24, 1 << 27, 1 << 30, (1 << 32) - 1, 1 << 34, 1 << 48, (1 << 61) - 1, 1 << 61, (1 << 63) - 1, (1 << 64) - 1]


def hostile_items():
    """Names and bytes of invalid authenticator responses."""
    for number in LARGE:
        for major, name in ((BYTES, "bytes"), (TEXT, "text"), (ARRAY, "items"), (MAP, "pairs")):
            yield f"{number:#x} {name}", cbor_head(major, number)
    for number in (1 << 16, 1 << 20, 1 << 24):
        for major, name in ((ARRAY, "arrays"), (MAP, "maps")):
            head = cbor_head(major, number)
            yield f"nested {name} of {number:#x}", (head if major == ARRAY else head + b"\x00") * 60
    for name, opening in (("arrays", b"\x81"), ("maps", b"\xa1\x00"), ("open arrays", b"\x9f"), ("open maps", b"\xbf\x00"),
                          ("tags", b"\xc1"), ("open bytes", b"\x5f"), ("map keys", b"\xa1")):
        for depth in (100, 4000):
            yield f"{depth} {name} in each other", opening * depth
    yield "an open array of small arrays", b"\x9f" + b"\x80" * 8000 + b"\xff"
    yield "an open map of small keys", b"\xbf" + b"\x61a\x01" * 4000 + b"\xff"
    yield "a length of a reserved width", b"\x5c"
    yield "a break alone", b"\xff"
    yield "nothing", b""


class Attacker:
    """A browser that is signed in for half of the attempts, and signed out for the others."""

    def __init__(self, run, server):
        self.server = server
        self.origin = f"http://localhost:{server.port}"
        self.tries = 0
        self.key = Authenticator(self.origin)
        self.person = Client(server.port, "localhost").register("honest")
        self.statuses = set()

    def source(self):
        """A separate address for each attempt, so that the limits of one address do not apply."""
        self.tries += 1
        return f"127.4.{self.tries // 250}.{self.tries % 250 + 1}"

    def keep(self, key, attestation_object=None):
        page = self.person.post("/profile/security/passkey", {"name": "k"}).text
        prompt = Prompt(page)
        return lambda: self.person.post("/profile/security/keep-passkey", {
            "name": "k", "ticket": prompt.ticket, "answer": key.create(prompt, attestation_object)}, timeout=30)

    def sign_in(self, data=None):
        client = Client(self.server.port, "localhost", source=self.source())
        prompt = Prompt(client.get("/sign-in").text)
        return lambda: client.post("/sign-in/passkey", {"ticket": prompt.ticket, "answer": self.key.get(prompt, data)}, timeout=30)

    def behave(self):
        """The valid flow, without which the other attempts would prove nothing."""
        status = self.keep(self.key)().status
        require(status < 400, f"an honest passkey can't be kept: {status}")
        status = self.sign_in()().status
        require(status == 303, f"an honest passkey signs nobody in: {status}")

    def try_out(self, name, send):
        begin = time.monotonic()
        status = self.server.ask(name, send).status
        took = time.monotonic() - begin
        self.server.require_up(name)
        self.statuses.add(status)
        # 429 would mean that the response was not parsed.
        require(400 <= status < 500 and status != 429, f"{name}: {status}")
        if took > ANSWER_SECONDS:
            raise TooSlow(f"{name} took {took:.1f} s")

    def places(self, item):
        """The places of a CBOR item."""
        key = Authenticator(self.origin)
        flags = PRESENT | VERIFIED
        yield "as attestation object", self.keep(key, item)
        yield "as statement", self.keep(key, key.attestation_object(statement=item))
        yield "as key", self.keep(key, key.attestation_object(key.data(flags | HAS_CREDENTIAL, key.credential(item))))
        yield "as extension of a new passkey", self.keep(key, key.attestation_object(
            key.data(flags | HAS_CREDENTIAL | HAS_EXTENSIONS, key.credential() + item)))
        yield "as extension, signed out", self.sign_in(self.key.data(flags | HAS_EXTENSIONS, item))


def hostile_authenticator(run):
    server = run.serve("--sign-in", "password", *run.unlimited, is_bounded=True)
    attacker = Attacker(run, server)
    attacker.behave()
    server.forget_peak()
    before = server.memory()
    count = 0
    with Watch(server) as watch:
        for name, item in hostile_items():
            for place, send in attacker.places(item):
                attacker.try_out(f"{name} {place}", send)
                count += 1
                grown = server.peak() - before
                require(grown < GROWTH, f"{grown // MEBIBYTE} MiB more after {name} {place}")
        attacker.try_out("a credential id beyond the end", attacker.keep(
            attacker.key, attacker.key.attestation_object(attacker.key.data(
                PRESENT | VERIFIED | HAS_CREDENTIAL, attacker.key.credential(id_length=0xFFFF)))))
    return (f"{count} answers of statuses {sorted(attacker.statuses)}, {(server.peak() - before) / MEBIBYTE:.0f} MiB more at "
            f"most; {watch}")


CASES = [("hostile authenticator", hostile_authenticator)]
