"""The framing corpus through real proxies that keep their connections to the gateway open: if a proxy and the
gateway disagree about the end of a request, the next user gets the response to another request."""

import os
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

from clients import Client, exchange
from framing_corpus import CORPUS
from support import HOST, Failed, free_port, require, wait_until

# The bytes that a disagreement would put before the next user's request: a complete request, and the beginning of one
# that reads the next request line as a header.
BEHIND = [b"GET /a-second-request HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"GET /a-second-request HTTP/1.1\r\nX: "]
PATIENCE = 0.5
TOGETHER = 6
VICTIMS_EACH = 2

NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
    access_log off; server_tokens off; ignore_invalid_headers off; underscores_in_headers on; merge_slashes off;
    client_body_temp_path {folder}/nginx-1; proxy_temp_path {folder}/nginx-2; fastcgi_temp_path {folder}/nginx-3;
    uwsgi_temp_path {folder}/nginx-4; scgi_temp_path {folder}/nginx-5;
    upstream gateway {{ server 127.0.0.1:{gateway}; keepalive 8; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://gateway; proxy_http_version 1.1; proxy_request_buffering off;
            proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
        }}
    }}
}}
"""
HAPROXY = """
global
    log 127.0.0.1:9 local0 emerg
defaults
    mode http
    timeout connect 5s
    timeout client 20s
    timeout server 20s
    option http-keep-alive
    option forwardfor
    option accept-invalid-http-request
    http-reuse always
frontend people
    bind 127.0.0.1:{port}
    default_backend gateway
backend gateway
    server gateway 127.0.0.1:{gateway} pool-max-conn 8
"""
CADDY = """
{{
    admin off
    auto_https off
    log {{
        output discard
    }}
}}
http://127.0.0.1:{port}, http://:{port} {{
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:{gateway} {{
        flush_interval -1
    }}
}}
"""
PROXIES = {
    "nginx": (NGINX, lambda path: ["nginx", "-c", path]),
    "haproxy": (HAPROXY, lambda path: ["haproxy", "-db", "-f", path]),
    "caddy": (CADDY, lambda path: ["caddy", "run", "--adapter", "caddyfile", "--config", path]),
}


class Proxy:
    """A proxy in front of the gateway, on a separate port."""

    def __init__(self, run, name, gateway):
        template, command = PROXIES[name]
        folder = run.folder / name
        folder.mkdir(exist_ok=True)
        self.port = free_port()
        path = folder / "configuration"
        path.write_text(template.format(folder=folder, port=self.port, gateway=gateway.port))
        # caddy writes files into the home folder.
        environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        with open(folder / "output", "w") as output:
            self.process = subprocess.Popen(
                command(str(path)), stdout=output, stderr=output, stdin=subprocess.DEVNULL, env=environment)
        wait_until(lambda: self.process.poll() is not None or self.is_answering(), 15)
        if not self.is_answering():
            self.stop()
            raise Failed(f"{name} did not start: {(folder / 'output').read_text()[-300:]}")

    def is_answering(self):
        try:
            return self.process.poll() is None and Client(self.port).get("/healthz").status == 200
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Victims:
    """Users who each search for a unique word, and must find it on the page that they get."""

    def __init__(self, port):
        self.person = Client(port).sign_in("bob")
        self.lock = threading.Lock()
        self.asked = self.failed = 0
        self.flaws = []

    def ask(self, after):
        with self.lock:
            self.asked += 1
            word = f"word{self.asked}x"
        try:
            answer = self.person.get(f"/search?q={word}", timeout=10)
            if answer.status in (502, 503):
                # The proxy had no connection; that is not another user's response, so try again.
                with self.lock:
                    self.failed += 1
                answer = self.person.get(f"/search?q={word}", timeout=10)
            if answer.status != 200 or f'"{word}"' not in answer.text:
                self.flaws.append(f"{answer.status} after {after}")
        except OSError as error:
            self.flaws.append(f"{error!r} after {after}")


def attack(port, victims, sample, behind):
    exchange(port, sample.data + behind, PATIENCE)
    for _ in range(VICTIMS_EACH):
        victims.ask(sample.name)


def through(name):
    def case(run):
        server = run.serve("--mode", "development", "--trusted-proxies", HOST, *run.unlimited)
        proxy = Proxy(run, name, server)
        try:
            victims = Victims(proxy.port)
            with ThreadPoolExecutor(TOGETHER) as pool:
                for _ in range(run.choose(1, 5)):
                    work = [(sample, behind) for behind in BEHIND for sample in CORPUS]
                    list(pool.map(lambda each: attack(proxy.port, victims, *each), work))
            require(proxy.process.poll() is None, f"{name} has ended")
        finally:
            proxy.stop()
        server.require_up("the requests")
        require(not victims.flaws, f"{len(victims.flaws)} of {victims.asked} people: {'; '.join(victims.flaws[:3])}")
        return f"{victims.asked} people got their own answers, {victims.failed} of them at the second try"

    return case


CASES = [(f"framing through {name}", through(name)) for name in PROXIES]
