"""The proxies' files, with the proxies themselves: a page, a form, an upload and an event stream go through them."""

import os

from support import DEPLOY, HOST, NAME, Failed, Program, check, free_port, run, serve, wait_until

MEBIBYTE = 1 << 20
VERANDA = "/conversations/550e8400-e29b-41d4-a716-446655450001"
# An event must not wait for others in a buffer.
EVENT_SECONDS = 3
FORGED = "203.0.113.9"


def make_certificate(folder):
    path = folder / "tls"
    if not path.exists():
        path.mkdir()
        made = run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", path / "key.pem", "-out",
            path / "certificate.pem")
        check(made.returncode == 0, "a certificate is made", made.stderr)
    return path


class Browser:
    """curl over HTTP/2, with cookies, that knows the site by its name only."""

    def __init__(self, folder, name, port, certificate):
        self.folder = folder
        self.cookies = folder / f"{name}.cookies"
        self.origin = f"https://{NAME}:{port}"
        self.words = [
            "curl", "-s", "--http2", "--max-time", "20", "--cacert", str(certificate), "--resolve",
            f"{NAME}:{port}:{HOST}", "-b", str(self.cookies), "-H", f"Origin: {self.origin}"]

    def ask(self, path, *arguments):
        """The response: its head, and its body."""
        answer = run(*self.words, "-c", str(self.cookies), "-i", *arguments, self.origin + path).stdout
        # curl prints the heads of interim responses first.
        while answer.startswith("HTTP/2 1"):
            answer = answer.partition("\n\n")[2]
        head, _, body = answer.partition("\n\n")
        return head, body

    def status(self, path, *arguments):
        return int((self.ask(path, *arguments)[0].split() or ["", "0"])[1])

    def stream(self, path):
        # Without `-c`: curl empties the file for a moment at its end, when another one may read it.
        return Program(self.folder, "stream", *self.words[:4], "300", *self.words[5:], "-N", self.origin + path)


def use(name, folder, browser, site, binary):
    """Checks the site behind the proxy."""
    head, body = browser.ask("/sign-in")
    check(head.startswith("HTTP/2 200") and "<html" in body, f"{name}: a page, over HTTP/2", head)
    check("strict-transport-security" in head.lower(), f"{name}: the site knows that people are at https", head)
    head, _ = browser.ask("/sign-in", "-d", "user=alice", "-H", f"X-Forwarded-For: {FORGED}")
    check(" 303" in head and "__Host-session=" in head, f"{name}: a form", head)
    audit = run(binary, "audit", "--data", site.data).stdout
    check(HOST in audit and FORGED not in audit, f"{name}: a client can't forge its address", audit)
    check(browser.status("/conversations") == 200, f"{name}: the session cookie comes back")
    with browser.stream("/events") as stream:
        wait_until(lambda: stream.log.stat().st_size > 0, EVENT_SECONDS)
        text = f"through {name} 縁側"
        check(browser.status(f"{VERANDA}/messages", "--data-urlencode", f"text={text}") == 303, f"{name}: a message")
        check(wait_until(lambda: "event:" in stream.log.read_text(), EVENT_SECONDS),
              f"{name}: its event arrives at once", stream.log.read_text())
    check(text in browser.ask(VERANDA)[1], f"{name}: the message is on the page")
    check_uploads(name, folder, browser)


def check_uploads(name, folder, browser):
    """The proxy takes what the site reads to its end, and so the site's own page says that it is too much."""
    file = folder / "upload"

    def upload(size):
        file.write_bytes(b"x" * size)
        return browser.ask(f"{VERANDA}/draft", "-H", "Expect:", "-F", f"text=<{file}")

    head, _ = upload(MEBIBYTE - 1024)
    check(" 413" not in head and head.startswith("HTTP/2 "), f"{name}: an upload of 1 MiB reaches the site", head)
    head, _ = upload(15 * MEBIBYTE)
    check(" 413" in head and "content-security-policy" in head, f"{name}: one of 15 MiB gets the site's own page", head)
    head, _ = upload(17 * MEBIBYTE)
    check(" 413" in head or not head, f"{name}: one of 17 MiB is refused", head)


def started(binary, folder, name, port):
    site = serve(
        binary, folder, "--public-url", f"https://{NAME}:{port}", "--trusted-proxies", HOST, "--sign-in", "user-id",
        name=f"site-{name}")
    site.data = folder / f"site-{name}-data"
    return site


def check_nginx(binary, folder):
    certificate = make_certificate(folder)
    port, plain = free_port(), free_port()
    text = (DEPLOY / "nginx" / "engawa.conf").read_text()
    with started(binary, folder, "nginx", port) as site:
        for there, here in [
            ("listen [::]:443 ssl http2;", ""), ("listen [::]:80;", ""), ("listen 80;", f"listen {HOST}:{plain};"),
            ("listen 443 ssl http2;", f"listen {HOST}:{port} ssl http2;"), ("127.0.0.1:8080;", f"{HOST}:{site.port};"),
            ("/etc/engawa/tls", str(certificate)),
        ]:
            check_contains(text, there)
            text = text.replace(there, here)
        temporary = "".join(
            f"{kind}_temp_path {folder}/nginx-{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        path = folder / "nginx.conf"
        path.write_text(
            f"daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr warn;\n"
            f"events {{ worker_connections 512; }}\nhttp {{ access_log off; {temporary}\n{text}\n}}\n")
        checked = run("nginx", "-t", "-c", path)
        check(checked.returncode == 0 and "[warn]" not in checked.stderr, "nginx accepts its file", checked.stderr)
        browser = Browser(folder, "nginx", port, certificate / "certificate.pem")
        with Program(folder, "nginx", "nginx", "-c", path) as proxy:
            proxy.wait_for(lambda: browser.status("/healthz") == 200)
            use("nginx", folder, browser, site, binary)
            moved = run("curl", "-si", "-H", f"Host: {NAME}", f"http://{HOST}:{plain}/conversations?a=b").stdout
            check(f"Location: https://{NAME}/conversations?a=b" in moved, "nginx redirects http to https", moved)


def check_caddy(binary, folder):
    certificate = make_certificate(folder)
    port, plain = free_port(), free_port()
    text = (DEPLOY / "caddy" / "Caddyfile").read_text()
    environment = {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "SITE": f"https://{NAME}:{port}"}
    formatted = run("caddy", "fmt", DEPLOY / "caddy" / "Caddyfile")
    check(formatted.stdout == text, "Caddy's file is formatted as Caddy does", formatted.stdout)
    with started(binary, folder, "caddy", port) as site:
        environment["UPSTREAM"] = f"{HOST}:{site.port}"
        # Where Caddy has no certificate of its own, and the ports are free.
        text = text.replace(
            "{$SITE:chat.example.org} {",
            "{\n\tadmin off\n\tskip_install_trust\n\thttp_port %d\n\thttps_port %d\n}\n\n{$SITE:chat.example.org} {\n"
            "\tbind %s\n\ttls %s/certificate.pem %s/key.pem" % (plain, port, HOST, certificate, certificate))
        path = folder / "Caddyfile"
        path.write_text(text)
        checked = run("caddy", "validate", "--adapter", "caddyfile", "--config", path, env={**os.environ, **{
            key: str(value) for key, value in environment.items()}})
        check(checked.returncode == 0, "Caddy accepts its file", checked.stderr)
        browser = Browser(folder, "caddy", port, certificate / "certificate.pem")
        with Program(
                folder, "caddy", "caddy", "run", "--adapter", "caddyfile", "--config", path, env=environment) as proxy:
            proxy.wait_for(lambda: browser.status("/healthz") == 200)
            use("Caddy", folder, browser, site, binary)


def check_contains(text, part):
    if part not in text:
        raise Failed(f"the file does not contain {part}")
