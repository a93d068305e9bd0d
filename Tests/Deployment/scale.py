"""compose.scale.yaml, with its programs as plain processes: a database, three sites and Caddy, with the environment, the
health check and the Caddyfile that it gives them. Only addresses, ports and the folders of data are others, and the
database takes anybody who reaches its socket."""

import json
import re
import signal
import sys
import time
from pathlib import Path

import yaml

from proxies import Browser, make_certificate
from support import HOST, NAME, REPOSITORY, Program, check, free_port, run, status, wait_until

sys.path.insert(0, str(Path(__file__).parents[1] / "Python"))

from postgresql import PostgreSQL  # noqa: E402

SECRETS = {"SITE": NAME, "ENGAWA_VAULT_KEY": "5a" * 32, "POSTGRES_PASSWORD": "a0b1c2d3"}
DATABASE = "engawa"
PASSWORD = "a veranda in the afternoon"
# An event must not wait for others in a buffer.
EVENT_SECONDS = 3
# How long Caddy may give requests to a site that hangs: `health_interval` and `health_timeout`, and one more round.
HANGING_SECONDS = 6


def substituted(value):
    """A value of the file with the variables that `.env` and the shell set."""
    return re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", lambda found: SECRETS[found[1]], str(value))


def environment(service):
    return {name: substituted(value) for name, value in service["environment"].items()}


class Gateway:
    """A site of the file."""

    def __init__(self, binary, folder, name, service, database, origin):
        self.folder, self.name, self.binary = folder, name, binary
        self.port = free_port()
        given = environment(service)
        check(given["ENGAWA_STORE"].endswith(f"@database/{DATABASE}"), f"{name} uses the database of the file")
        check(given["ENGAWA_PUBLIC_URL"] == f"https://{NAME}", f"{name} has the public name")
        files = folder / "files"
        files.mkdir(exist_ok=True)
        self.environment = {
            **given, "ENGAWA_STORE": database.url(DATABASE), "ENGAWA_PUBLIC_URL": origin, "ENGAWA_LISTEN":
            f"{HOST}:{self.port}", "ENGAWA_TRUSTED_PROXIES": HOST, "ENGAWA_DATA": str(folder / f"{name}-data"),
            "ENGAWA_FILES": str(files)}
        self.program = None

    def start(self):
        self.program = Program(
            self.folder, self.name, self.binary, "serve", cwd=REPOSITORY, env=self.environment)
        return self

    def wait(self):
        self.program.wait_for(lambda: status(f"http://{HOST}:{self.port}/readyz") == 200)

    @property
    def lines(self):
        return [json.loads(line) for line in self.program.log.read_text().splitlines() if line.startswith("{")]

    def has_answered(self, method, path):
        return any(line.get("method") == method and line.get("path") == path for line in self.lines)

    def kill(self):
        self.program.process.kill()
        self.program.process.wait()


def check_scale(binary, folder):
    composition = yaml.safe_load((REPOSITORY / "compose.scale.yaml").read_text())
    services = composition["services"]
    database = PostgreSQL(log=folder / "postgresql.log", is_durable=True)
    gateways, balancer = [], None
    try:
        database.execute("postgres", f"CREATE DATABASE {DATABASE}")
        probe = services["database"]["healthcheck"]["test"][1:]
        # It must not hold for the server that the image starts for itself at first, on a socket alone.
        check("--host" in probe, "the database is healthy when it can be reached")
        probe[probe.index("--host") + 1] = database.folder
        check(run(*probe).returncode == 0, "the health check of the database is a command that works")
        certificate, port = make_certificate(folder), free_port()
        origin = f"https://{NAME}:{port}"
        gateways = [
            Gateway(binary, folder, name, service, database, origin) for name, service in services.items()
            if name.startswith("gateway-")]
        check(len(gateways) == 3, "there are three sites")
        # All at once, with a database without tables.
        for gateway in gateways:
            gateway.start()
        for gateway in gateways:
            gateway.wait()
        balancer = start_balancer(folder, services["caddy"], gateways, certificate, port)
        use(folder, gateways, certificate / "certificate.pem", port, balancer)
        check(not any(line["level"] == "error" for gateway in gateways for line in gateway.lines), "no site had an error")
    finally:
        # One that was started again has another program than at first.
        programs = [gateway.program for gateway in gateways] + [balancer]
        for program in filter(None, programs):
            program.process.kill()
            program.process.wait()
        database.close()


def start_balancer(folder, service, gateways, certificate, port):
    given = environment(service)
    addresses = given["UPSTREAM"].split()
    check(addresses == [f"{gateway.name}:8080" for gateway in gateways], "Caddy knows the three sites")
    mounted = [volume for volume in service["volumes"] if volume.endswith(":/etc/caddy/Caddyfile:ro")]
    check(len(mounted) == 1, "Caddy gets its file")
    file = REPOSITORY / mounted[0].split(":")[0]
    text = file.read_text()
    formatted = run("caddy", "fmt", file)
    check(formatted.stdout == text, "the file is formatted as Caddy does", formatted.stdout)
    # Where Caddy has no certificate of its own, and the ports are free.
    check("{$SITE:chat.example.org} {" in text, "the file takes the site's name")
    text = text.replace(
        "{$SITE:chat.example.org} {",
        "{\n\tadmin off\n\tskip_install_trust\n\thttp_port %d\n\thttps_port %d\n}\n\n{$SITE:chat.example.org} {\n"
        "\tbind %s\n\ttls %s/certificate.pem %s/key.pem" % (free_port(), port, HOST, certificate, certificate))
    path = folder / "Caddyfile.scale"
    path.write_text(text)
    return Program(
        folder, "balancer", "caddy", "run", "--adapter", "caddyfile", "--config", path, env={
            "HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "SITE": f"https://{NAME}:{port}",
            "UPSTREAM": " ".join(f"{HOST}:{gateway.port}" for gateway in gateways)})


def use(folder, gateways, certificate, port, balancer):
    """A person registers, reads and writes through the balancer; then sites are killed and stopped."""
    browser = Browser(folder, "scale", port, certificate)
    balancer.wait_for(lambda: browser.status("/healthz") == 200)
    codes = {line["code"] for gateway in gateways for line in gateway.lines if "code" in line}
    check(len(codes) == 1, "all sites tell the same code for the first admin", str(codes))
    made = browser.status(
        "/first-admin", *fields(code=codes.pop(), name="Mia", alias="mia", password=PASSWORD))
    check(made == 303, "the first admin registers through the balancer", str(made))
    other = Browser(folder, "scale-other", port, certificate)
    check(other.status("/register", *fields(
        name="Kai", username="kai", email="kai@example.org", password=PASSWORD)) == 303, "another registers")
    found = re.search(r'name="people"[^>]*value="([^"]+)"', browser.ask("/conversations/new?q=kai")[1])
    check(found, "one finds the other")
    head, _ = browser.ask("/conversations", *fields(kind="direct", people=found[1]))
    place = re.search(r"(?i)^location: (/conversations/[0-9a-f-]+)", head, re.MULTILINE)[1]

    def answered():
        browser.ask(place)
        return all(gateway.has_answered("GET", place) for gateway in gateways)

    check(wait_until(answered, 10), "each site answers with the conversation to who has signed in at one of them")
    # With eight streams, at least one is at another site than the one that a message goes to.
    streams = [browser.stream(f"/events?watch={place.rpartition('/')[2]}") for _ in range(8)]
    try:
        check(wait_until(lambda: all(stream.log.stat().st_size > 0 for stream in streams), 5), "streams open")
        for number in range(3):
            text = f"message {number} 縁側"
            check(other.status(f"{place}/messages", "--data-urlencode", f"text={text}") == 303, f"a message is sent: {number}")
            check(wait_until(lambda: all(text in stream.log.read_text() for stream in streams), EVENT_SECONDS),
                  "it is heard on all streams, wherever they are")
        check_killed(gateways, browser, other, place)
        check_hanging(gateways[1], browser, place, balancer)
    finally:
        for stream in streams:
            stream.process.kill()
            stream.process.wait()


def check_killed(gateways, browser, other, place):
    gateways[0].kill()
    statuses = [browser.status(place) for _ in range(12)]
    sent = [other.status(f"{place}/messages", "--data-urlencode", f"text=after the end {number}") for number in range(6)]
    check(statuses == [200] * 12, "one site is killed, and each page still comes", str(statuses))
    check(sent == [303] * 6, "each message is still sent", str(sent))

    def stored():
        page = browser.ask(place)[1]
        return [page.count(f"<p>after the end {number}</p>") for number in range(6)]

    # A site shows some milliseconds later what was sent at another one.
    check(wait_until(lambda: stored() == [1] * 6, EVENT_SECONDS), "each is there once", str(stored()))
    gateways[0].start().wait()

    def answered():
        browser.ask(place)
        return gateways[0].has_answered("GET", place)

    check(wait_until(answered, 10), "a site that starts again gets requests again")


def check_hanging(gateway, browser, place, balancer):
    """A site that hangs (SIGSTOP) answers nobody, and takes connections all the same."""
    failed = re.compile(rf"health_checker.*HTTP request failed.*{HOST}:{gateway.port}\b")

    def failures():
        return len(failed.findall(balancer.log.read_text()))

    before = failures()
    gateway.program.process.send_signal(signal.SIGSTOP)
    try:
        check(wait_until(lambda: failures() > before, HANGING_SECONDS), "Caddy finds that one site hangs")
        begin = time.monotonic()
        statuses = [browser.status(place) for _ in range(18)]
        check(statuses == [200] * 18 and time.monotonic() - begin < 10, "one site hangs, and gets no more requests",
              f"{statuses} {time.monotonic() - begin:.1f} s")
    finally:
        gateway.program.process.send_signal(signal.SIGCONT)


def fields(**values):
    return [word for name, value in values.items() for word in ("--data-urlencode", f"{name}={value}")]
