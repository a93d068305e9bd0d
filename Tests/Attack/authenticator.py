"""A software authenticator for passkeys, and codes of an authenticator app, in the standard library alone."""

import base64
import hashlib
import hmac
import html
import json
import os
import re
import struct
import time

from support import require

# The curve P-256 (FIPS 186-4): y² = x³ - 3x + b.
PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
GENERATOR = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
             0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
# Flags of authenticator data (WebAuthn, section 6.1).
PRESENT, VERIFIED, HAS_CREDENTIAL, HAS_EXTENSIONS = 0x01, 0x04, 0x40, 0x80


def added(one, other):
    """The sum of two points of the curve; None is the point at infinity."""
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % PRIME == 0:
        return None
    if one == other:
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, PRIME)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, PRIME)
    x3 = (slope * slope - x1 - x2) % PRIME
    return x3, (slope * (x1 - x3) - y1) % PRIME


def multiplied(number, point):
    result = None
    while number:
        if number & 1:
            result = added(result, point)
        point = added(point, point)
        number >>= 1
    return result


def der_integer(number):
    data = number.to_bytes((number.bit_length() + 8) // 8, "big")
    return b"\x02" + bytes([len(data)]) + data


def signature(secret, message):
    """ECDSA with SHA-256, as DER."""
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    nonce = int.from_bytes(os.urandom(32), "big") % (ORDER - 1) + 1
    r = multiplied(nonce, GENERATOR)[0] % ORDER
    s = pow(nonce, -1, ORDER) * (digest + r * secret) % ORDER
    body = der_integer(r) + der_integer(s)
    return b"\x30" + bytes([len(body)]) + body


def cbor_head(major, number):
    """The head of a CBOR item (RFC 8949, section 3); `number` may announce any length."""
    if number < 24:
        return bytes([major << 5 | number])
    for additional, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * width:
            return bytes([major << 5 | additional]) + number.to_bytes(width, "big")
    raise ValueError(number)


def cbor(value):
    if isinstance(value, int):
        return cbor_head(0, value) if value >= 0 else cbor_head(1, -1 - value)
    if isinstance(value, bytes):
        return cbor_head(2, len(value)) + value
    if isinstance(value, str):
        return cbor_head(3, len(value.encode())) + value.encode()
    return cbor_head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Prompt:
    """A page's request to an authenticator."""

    def __init__(self, page):
        found = re.search(r'data-options="([^"]*)".*?name="ticket" value="([^"]*)"', page, re.S)
        require(found, "the page asks for no passkey")
        options = json.loads(html.unescape(found[1]))
        self.options = options.get("publicKey", options)
        self.ticket = html.unescape(found[2])

    @property
    def challenge(self):
        return self.options["challenge"]


class Authenticator:
    """An authenticator with one credential for `localhost`."""

    def __init__(self, origin):
        self.origin = origin
        self.secret = int.from_bytes(os.urandom(32), "big") % (ORDER - 1) + 1
        self.id = os.urandom(32)
        self.counter = 0
        self.handle = None

    def key(self):
        """The public key in COSE format (RFC 9053, section 7.1.1)."""
        x, y = multiplied(self.secret, GENERATOR)
        return cbor({1: 2, 3: -7, -1: 1, -2: x.to_bytes(32, "big"), -3: y.to_bytes(32, "big")})

    def data(self, flags, rest=b""):
        self.counter += 1
        return hashlib.sha256(b"localhost").digest() + bytes([flags]) + struct.pack(">I", self.counter) + rest

    def client_data(self, kind, prompt):
        return json.dumps({"type": kind, "challenge": prompt.challenge, "origin": self.origin,
                           "crossOrigin": False}).encode()

    def answer(self, response):
        fields = {name: encoded(value) for name, value in response.items()}
        return json.dumps({"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key", "response": fields})

    def credential(self, key=None, id_length=None):
        length = len(self.id) if id_length is None else id_length
        return bytes(16) + struct.pack(">H", length) + self.id + (key if key is not None else self.key())

    def attestation_object(self, data=None, statement=b"\xa0"):
        data = data if data is not None else self.data(PRESENT | VERIFIED | HAS_CREDENTIAL, self.credential())
        return b"\xa3" + cbor("fmt") + cbor("none") + cbor("attStmt") + statement + cbor("authData") + cbor(data)

    def create(self, prompt, attestation_object=None):
        self.handle = decoded(prompt.options["user"]["id"])
        return self.answer({
            "clientDataJSON": self.client_data("webauthn.create", prompt),
            "attestationObject": attestation_object if attestation_object is not None else self.attestation_object()})

    def get(self, prompt, data=None):
        client_data = self.client_data("webauthn.get", prompt)
        data = data if data is not None else self.data(PRESENT | VERIFIED)
        return self.answer({
            "clientDataJSON": client_data, "authenticatorData": data, "userHandle": self.handle or b"",
            "signature": signature(self.secret, data + hashlib.sha256(client_data).digest())})


def code(secret, moment=None):
    """The code of an authenticator app (RFC 6238), of the Base32 `secret`."""
    key = base64.b32decode(secret.upper() + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(moment or time.time()) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"
