"""Generates requests for the fuzzer: mutations of the site's own links and forms, and of the requests that scripts
send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from support import FORM

ID = "550e8400-e29b-41d4-a716-446655450001"
# Paths that scripts, providers and machines request, and no page links to.
UNLINKED = [
    ("GET", "/events"), ("GET", f"/events?watch={ID}&after=0"), ("POST", f"/conversations/{ID}/draft"),
    ("POST", f"/conversations/{ID}/typing"), ("POST", f"/conversations/{ID}/read"), ("GET", f"/conversations/{ID}/messages"),
    ("POST", f"/conversations/{ID}/messages"), ("GET", f"/avatars/{ID}/0"), ("GET", "/assets/0/engawa.css"), ("GET", "/healthz"),
    ("GET", "/readyz"), ("GET", "/session"), ("GET", "/sign-in/x/callback?code=c&state=s"), ("POST", "/sign-in/x/callback"),
    ("POST", "/sign-in/x/notice"), ("POST", "/sign-in/passkey"), ("POST", "/sign-in/second-factor"), ("GET", "/admin/sessions"),
    ("POST", "/admin/sessions"), ("GET", "/admin/metrics"), ("GET", "/admin/people?q=a"), ("GET", "/admin/figures"),
    ("GET", "/admin/audit?from=2026-11-01&to=2026-11-25&person=alice&kind=signed-in&before=1795255200000.1"), ("POST", "/admin/audit"),
    ("POST", f"/admin/people/{ID}"),
    ("GET", "/favicon.ico"), ("POST", "/profile/security/keep-passkey"),
    ("GET", "/sign-in?return=/profile"), ("GET", "/welcome?return=/"), ("POST", "/preferences"), ("POST", "/profile/confirm"),
]
FIELDS = ["user", "password", "method", "stay", "text", "key", "reply", "message", "add", "remove", "state", "return", "kind",
          "name", "people", "person", "language", "zone", "typing", "code", "answer", "ticket", "id", "username", "email", "alias",
          "up-to", "session", "device", "remember", "logout_token", "deed", "deed-fields", "current", "new-password", "q", "from",
          "to", "before"]
NUMBERS = ["0", "-1", "1", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "253402300800000", "1e9", "0x10",
           "+1", "٣", "NaN", "-0", "9" * 40, "1.5"]
TEXTS = ["", "a", "a" * 64, "a" * 65, "a" * 300, "a" * 10_001, "\0", "a\0b", "\r\n", "\u2028", "\uffff", "\U0010ffff", "e\u0301",
         '"\u0301', "👩‍👩‍👧‍👦", "🇯🇵", "\u202e", "<script>", "\"'><", "../", "..%2f", "%", "%zz", "%00", '{"a":1}', "[[", "null", "ALICE",
         "ａｌｉｃｅ", "//evil.example", "/\\evil.example", "javascript:x", "NEAR(", '"*^', "a* OR b", "東京", "ﾊﾝｶｸ", "ß", "İ",
         "\u0345" * 50, "\u0301" * 300, "a " * 200, "`" * 500, "*" * 500, "[" * 300, "> " * 200, "\x7f", "\x1b[0m", "١٢٣٤٥٦", "123456",
         "'; drop table messages;--", "%s%n", "@alice", "Asia//Tokyo", "posix/Asia/Tokyo", "\u0600,"]
# These remove data that other requests need, so they are rare.
DESTRUCTIVE = ("/sign-out", "/remove", "/delete", "/profile/sessions", "/members")
HEADERS = {
    "Accept-Language": ["ja", "en;q=nan", "*;q=1e400", "ja;q=-1", "a," * 500, "ja;q=0x1p3"],
    "Accept-Encoding": ["gzip", "br", "gzip, br;q=0", "*", "gzip;q=0", "identity;q=0"],
    "If-None-Match": ["*", '"x"', 'W/"x"', '"', "x", '"a","b"'], "Last-Event-ID": NUMBERS, "User-Agent": TEXTS,
    "X-Forwarded-Proto": ["https", "http", "x", ","], "Sec-Fetch-Site": ["same-origin", "cross-site", "none"],
    "Range": ["bytes=0-1", "bytes=-1", "bytes=9-1"], "Host": ["", "evil.example", "[::1]:1", "a" * 300],
    "Expect": ["100-continue", "x"], "Connection": ["close", "keep-alive", "upgrade", "x, close"], "Accept": ["text/event-stream"],
    "Content-Type": ["text/plain", "application/json", "", ";;;", "multipart/form-data", "multipart/form-data; boundary="],
}
COOKIES = ["session", "zone", "language", "reading", "device", "passkey", "typing"]


@dataclass
class Template:
    """A valid request of the site."""

    method: str
    path: str
    query: list = field(default_factory=list)
    form: list = field(default_factory=list)

    @classmethod
    def of(cls, method, target, form=()):
        parts = urlsplit(target)
        return cls(method, parts.path or "/", parse_qsl(parts.query, keep_blank_values=True), list(form))


class Page(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, text):
        super().__init__()
        self.templates = []
        self.form = None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "a" and (values.get("href") or "").startswith("/"):
            self.templates.append(Template.of("GET", values["href"]))
        elif tag == "form" and (values.get("action") or "/").startswith("/"):
            self.form = Template.of((values.get("method") or "get").upper(), values.get("action") or "/")
            self.templates.append(self.form)
        elif tag in ("input", "textarea", "select", "button") and self.form and values.get("name"):
            pairs = self.form.form if self.form.method == "POST" else self.form.query
            pairs.append((values["name"], values.get("value") or "x"))

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


class Generator:
    """Generates bytes to send, deterministically from seed and templates."""

    def __init__(self, random):
        self.random = random
        self.templates = [Template.of(method, target) for method, target in UNLINKED]

    def learn(self, templates):
        known = {(each.method, each.path, tuple(name for name, _ in each.form)) for each in self.templates}
        for each in templates:
            key = each.method, each.path, tuple(name for name, _ in each.form)
            if key not in known and len(self.templates) < 2000:
                known.add(key)
                self.templates.append(each)

    def likely(self, chance):
        return self.random.random() < chance

    def value(self, old=""):
        kind = self.random.random()
        if kind < 0.3:
            return old
        if kind < 0.6:
            return self.random.choice(TEXTS)
        if kind < 0.7:
            return self.random.choice(NUMBERS)
        if kind < 0.8:
            return self.random.choice(TEXTS) + self.random.choice(TEXTS)
        if kind < 0.9:
            return "".join(chr(self.random.choice([self.random.randrange(32, 127), self.random.randrange(0x80, 0x3100),
                                                   self.random.randrange(0x1F300, 0x1FA00), self.random.randrange(32)]))
                           for _ in range(self.random.randrange(1, 40)))
        return old[:self.random.randrange(len(old) + 1)] + self.random.choice(TEXTS) + old

    def pairs(self, pairs):
        changed = [(name, self.value(value)) if self.likely(0.5) else (name, value) for name, value in pairs if self.likely(0.9)]
        if self.likely(0.3):
            changed.append((self.random.choice(FIELDS), self.value()))
        if changed and self.likely(0.1):
            changed.append(self.random.choice(changed))
        if self.likely(0.02):
            changed += [(f"f{number}", "x") for number in range(self.random.choice([150, 200, 201, 500]))]
        self.random.shuffle(changed)
        return changed

    def path(self, path):
        if self.likely(0.75):
            return path
        parts = path.split("/")
        index = self.random.randrange(len(parts))
        parts[index] = quote(self.value(parts[index]).encode(errors="replace"), safe=self.random.choice(["", "/%?#", ";+&=@:"]))
        if self.likely(0.2):
            parts.insert(index, self.random.choice(["", ".", "..", "%2e%2e", ID, "x"]))
        return "/".join(parts) if parts[0] == "" else "/" + "/".join(parts)

    def body(self, pairs):
        """A body and its media type."""
        kind = self.random.random()
        encoded = urlencode([(name, value.encode(errors="replace")) for name, value in pairs]).encode()
        if kind < 0.8:
            return encoded, FORM
        if kind < 0.95:
            boundary = self.random.choice(["b", "x" * 70, "a b", "--", "'"])
            body = b"".join(
                f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{self.random.choice(["", "; filename=x"])}\r\n\r\n'
                .encode(errors="replace") + value.encode(errors="replace") + b"\r\n" for name, value in pairs)
            return body + f"--{boundary}--\r\n".encode(), f'multipart/form-data; boundary="{boundary}"'
        if kind < 0.98:
            return self.random.randbytes(self.random.randrange(3000)), self.random.choice(HEADERS["Content-Type"])
        return b"text=" + b"a" * self.random.choice([1 << 16, 1 << 20, (1 << 20) + 1]), FORM

    def request(self, client):
        """The bytes to send for `client`, and whether they are certainly a complete request."""
        template = self.random.choice(self.templates)
        if template.method == "POST" and template.path.endswith(DESTRUCTIVE) and self.likely(0.9):
            template = self.random.choice(self.templates)
        method = template.method
        if self.likely(0.05):
            method = self.random.choice(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "get", "X"])
        target = self.path(template.path)
        query = self.pairs(template.query) if template.query or self.likely(0.2) else []
        if query:
            target += "?" + urlencode([(name, value.encode(errors="replace")) for name, value in query])
        headers, body = self.headers(client, method), b""
        if method not in ("GET", "HEAD"):
            body, kind = self.body(self.pairs(template.form))
            headers["Origin"] = client.origin
            headers.setdefault("Content-Type", kind)
            if self.likely(0.9):
                headers["Content-Length"] = str(len(body))
            else:
                headers["Transfer-Encoding"] = "chunked"
                body = (b"%x\r\n" % len(body) + body + b"\r\n" if body else b"") + b"0\r\n\r\n"
        fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        data = f"{method} {target} HTTP/1.1\r\n{fields}\r\n".encode(errors="replace") + body
        if self.likely(0.2):
            return self.broken(data), False
        return data, "Expect" not in headers

    def headers(self, client, method):
        address = ".".join(str(self.random.randrange(1, 223)) for _ in range(4))
        headers = {"Host": client.host, "X-Forwarded-For": address}
        cookies = dict(client.cookies)
        if self.likely(0.1):
            cookies[self.random.choice(COOKIES)] = quote(self.value("x").encode(errors="replace"))
        headers["Cookie"] = self.random.choice(["; "] * 9 + [";"]).join(f"{name}={value}" for name, value in cookies.items())
        for name, values in HEADERS.items():
            if self.likely(0.03) and not (name == "Host" and method != "GET"):
                value = self.random.choice(values)
                headers[name] = "".join(character for character in value if character not in "\r\n\0")
        return headers

    def broken(self, data):
        """`data` with a few bytes changed, removed, repeated or inserted."""
        data = bytearray(data)
        for _ in range(self.random.randrange(1, 6)):
            index = self.random.randrange(len(data) or 1)
            kind = self.random.randrange(6)
            if kind == 0 and data:
                data[index] = self.random.randrange(256)
            elif kind == 1:
                del data[index:index + self.random.randrange(1, 20)]
            elif kind == 2:
                data[index:index] = bytes([self.random.choice(b" \t\r\n\0:;=&%\xff/?#\"'-")]) * self.random.randrange(1, 6)
            elif kind == 3 and data:
                begin = self.random.randrange(len(data))
                data[index:index] = data[begin:begin + self.random.randrange(1, 50)]
            elif kind == 4:
                data[index:index] = self.random.choice(NUMBERS).encode()
            elif self.likely(0.3):
                del data[index:]
        return bytes(data)
