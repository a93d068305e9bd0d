"""A sign-in service for the browser tests: plain OAuth 2.0, with a consent page."""

import http.server
import json
import secrets
import threading
from urllib.parse import parse_qs, urlencode, urlsplit

CLIENT, SECRET = "engawa", "browser-tests-secret"


class Service:
    """Listens on loopback, under another host than the site, so that no cookie is shared. Its only user is Hanako."""

    def __init__(self):
        self.codes, self.tokens, self.revoked = set(), set(), []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                service.get(self, urlsplit(self.path))

            def do_POST(self):
                form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                service.post(self, urlsplit(self.path).path, {name: values[0] for name, values in form.items()})

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def arguments(self):
        """The site's settings for this service."""
        return [
            "--sign-in-hub-title", "Hub", "--sign-in-hub-client-id", CLIENT, "--sign-in-hub-subject", "id",
            "--sign-in-hub-authorization-url", f"{self.url}/authorize", "--sign-in-hub-token-url", f"{self.url}/token",
            "--sign-in-hub-userinfo-url", f"{self.url}/user", "--sign-in-hub-revocation-url", f"{self.url}/revoke",
        ]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def get(self, request, url):
        if url.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(url.query).items()}
            assert asked["client_id"] == CLIENT and asked["code_challenge_method"] == "S256"
            code = secrets.token_hex(8)
            self.codes.add(code)
            back = f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"
            self.answer(request, 200, "text/html", (
                "<!doctype html><html lang=en><title>Hub</title><link rel=icon href=data:,>"
                f"<h1>Hub</h1><a href=\"{back.replace('&', '&amp;')}\">Agree</a>").encode())
        elif url.path == "/user" and request.headers["Authorization"].removeprefix("Bearer ") in self.tokens:
            self.json(request, 200, {"id": 4711, "name": "Hanako", "email": "hanako@hub.test"})
        else:
            self.json(request, 401, {"error": "invalid_token"})

    def post(self, request, path, form):
        if path == "/revoke":
            self.revoked.append(form["token"])
            self.tokens.discard(form["token"])
            self.json(request, 200, {})
        elif path == "/token" and form.get("code") in self.codes:
            self.codes.remove(form["code"])
            token = secrets.token_hex(8)
            self.tokens.add(token)
            self.json(request, 200, {"access_token": token, "token_type": "bearer", "expires_in": 3600})
        else:
            self.json(request, 400, {"error": "invalid_grant"})

    def json(self, request, status, value):
        self.answer(request, status, "application/json", json.dumps(value).encode())

    def answer(self, request, status, kind, body):
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)
