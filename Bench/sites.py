"""The servers that are compared: Engawa in several configurations, and the others."""

import http.server
import json
import os
import threading

from machine import HERE, Client, Failure

# Header fields that each server writes itself; they are not copied.
OWN_FIELDS = {"date", "connection", "content-length", "transfer-encoding", "keep-alive"}
NO_CACHE = {"ENGAWA_BENCH_NO_CACHE": "on"}
# All load comes from one address and a few people, so the rate limits would reject it.
ONE_ADDRESS = {"ENGAWA_CONNECTIONS_PER_ADDRESS": "12000", "ENGAWA_REQUEST_LIMIT": "off"}


class Engawa:
    """`engawa serve` or `engawa backend`, without access log, like the other servers."""

    def __init__(self, machine, binary, name, arguments, environment=None):
        self.port = machine.port()
        self.command = [
            binary, *arguments, "--listen", f"127.0.0.1:{self.port}", "--sample-world", "off"]
        if "--log-level" not in arguments:
            self.command += ["--log-level", "warning"]
        if arguments[0] == "serve":
            self.command += ["--sign-in", "user-id", "--assets", os.path.join(os.path.dirname(HERE), "Public")]
        self.process = machine.start(name, self.command, self.port, {**ONE_ADDRESS, **(environment or {})})


class Recorder:
    """A proxy between the site and its backend that records the requests of one page."""

    def __init__(self, backend_port):
        self.questions = []
        recorder = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length) if length else None
                recorder.questions.append(
                    {"method": self.command, "target": self.path, "body": body.decode() if body else None})
                headers = {"Content-Type": self.headers["Content-Type"]} if body else {}
                status, fields, answer = Client(backend_port).ask(self.command, self.path, body, headers)
                self.send_response(status)
                for name, value in fields:
                    if name.lower() not in OWN_FIELDS:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST = do_DELETE = do_PUT = pass_on

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


def bare(machine, tools, name, headers, body):
    """libmicrohttpd sending `body` from memory."""
    port = machine.port()
    fields = "".join(f"{field}: {value}\n" for field, value in headers if field.lower() not in OWN_FIELDS)
    process = machine.start(name, [
        os.path.join(tools, "bare"), str(port), "2", machine.file(f"{name}.headers", fields),
        machine.file(f"{name}.body", body)], port)
    return port, process


def nginx(machine, backend_port):
    """nginx as a proxy of the backend."""
    port = machine.port()
    configuration = f"""
        daemon off; worker_processes 2; error_log stderr; pid {machine.work}/nginx.pid;
        events {{ worker_connections 1024; }}
        http {{
            access_log off; client_body_temp_path {machine.work}/nginx; proxy_temp_path {machine.work}/nginx;
            fastcgi_temp_path {machine.work}/nginx; uwsgi_temp_path {machine.work}/nginx;
            scgi_temp_path {machine.work}/nginx;
            upstream backend {{ server 127.0.0.1:{backend_port}; keepalive 64; keepalive_requests 1000000; }}
            server {{
                listen 127.0.0.1:{port}; keepalive_requests 1000000;
                location / {{ proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; }}
            }}
        }}
        """
    path = machine.file("nginx.conf", configuration)
    process = machine.start("nginx", ["nginx", "-p", machine.work, "-e", "stderr", "-c", path], port)
    return port, process


def node(machine, backend_port, cookie, user, headers, page, questions, conversation):
    """Node rendering the page from responses to the same requests, with what all pages have in common cut out of `page`."""
    path = f"/conversations/{conversation}"
    asks = [
        path, f"{path}/messages?limit=50&userId={user}", f"{path}/unread-count?userId={user}",
        f"/users/{user}/bookmarks"]
    if sorted(question["target"] for question in questions) != sorted(asks):
        raise Failure("the page asks other questions than Node does")
    port = machine.port()
    name, token = cookie.split("=", 1)
    own = OWN_FIELDS | {"etag"}
    configuration = {
        "backend": f"http://127.0.0.1:{backend_port}", "cookie": name, "sessions": [{"token": token, "user": user}],
        "page": page.decode(), "headers": {field: value for field, value in headers if field.lower() not in own}}
    process = machine.start("node", [
        "node", os.path.join(HERE, "node.mjs"), str(port),
        machine.file("node.json", json.dumps(configuration))], port)
    return port, process
