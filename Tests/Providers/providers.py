"""Signs in at real providers with the site's own relying party, as a browser and a person would."""

import base64
import json
import random
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.hazmat.primitives.asymmetric import ec, rsa

import glewlwyd

SECRET = "s e:cret/+%"


class RelyingParty:
    """The tool beside this file: a command a line, an answer a line."""

    def __init__(self, tool, issuer, client, method, redirect_uri, scopes):
        self.process = subprocess.Popen(
            [tool, issuer, client, method, SECRET, redirect_uri, scopes],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command, argument=""):
        self.process.stdin.write(f"{command} {argument}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def do(self, command, argument=""):
        answer = self.ask(command, argument)
        assert "ok" in answer, (command, answer)
        return answer["ok"]

    def refusal(self, command, argument=""):
        answer = self.ask(command, argument)
        assert "error" in answer, (command, answer)
        return answer["error"]

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


class Mailbox:
    """Where back-channel logout tokens arrive."""

    def __init__(self):
        tokens = self.tokens = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
                tokens.extend(urllib.parse.parse_qs(body).get("logout_token", []))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/logout"


def number(value, size):
    return base64.urlsafe_b64encode(value.to_bytes(size, "big")).rstrip(b"=").decode()


def ec_key():
    numbers = ec.generate_private_key(ec.SECP256R1()).private_numbers()
    public = numbers.public_numbers
    return {"kty": "EC", "crv": "P-256", "x": number(public.x, 32), "y": number(public.y, 32),
            "d": number(numbers.private_value, 32), "kid": "ec", "alg": "ES256", "use": "sig"}


def rsa_key():
    numbers = rsa.generate_private_key(65537, 2048).private_numbers()
    return {"kty": "RSA", "n": number(numbers.public_numbers.n, 256), "e": "AQAB", "d": number(numbers.d, 256),
            "p": number(numbers.p, 128), "q": number(numbers.q, 128), "dp": number(numbers.dmp1, 128),
            "dq": number(numbers.dmq1, 128), "qi": number(numbers.iqmp, 128), "kid": "rsa", "alg": "RS256",
            "use": "sig"}


def at_glewlwyd(tool, key, method):
    redirect_uri, return_uri = "http://127.0.0.1:9/callback", "http://127.0.0.1:9/"
    mailbox = Mailbox()
    with tempfile.TemporaryDirectory() as folder:
        provider = glewlwyd.Glewlwyd(random.randint(20000, 29999), folder, key)
        try:
            provider.start()
            provider.set_up({"id": "engawa", "secret": SECRET}, redirect_uri, return_uri, mailbox.url)
            party = RelyingParty(
                tool, provider.issuer, f"engawa-client_secret_{method}", method, redirect_uri, "openid")
            browser = glewlwyd.Browser()

            answer = provider.agree(browser, party.do("begin"), "openid")
            person = party.do("finish", answer)
            assert person["issuer"] == provider.issuer and person["subject"], person
            assert person["profile"] == {"name": "Hanako", "email": "hanako@example.test"}, person
            assert party.do("profile")["name"] == "Hanako"
            print("  signed in, and asked userinfo")

            assert "noTransaction" in party.refusal("finish", answer)
            other = urllib.parse.parse_qs(party.do("begin").split("?")[1])["state"][0]
            replayed = urllib.parse.parse_qsl(answer)
            replayed = [(n, other if n == "state" else v) for n, v in replayed]
            assert "invalid_code" in party.refusal("finish", urllib.parse.urlencode(replayed))
            print("  a callback and a code are good once")

            # The replayed code made the provider take its tokens back: begin anew.
            person = party.do("finish", provider.agree(glewlwyd.Browser(), party.do("begin"), "openid"))
            renewed = party.do("refresh")
            assert renewed["newAccess"], renewed
            print("  refreshed", renewed)

            leaving = party.do("leave", return_uri)
            status, location, text = browser.send("GET", leaving)
            assert status in (200, 302), (status, text)
            print("  the provider takes the person who leaves:", status, (location or "")[:60])

            if method == "basic":
                party.do("revoke")
                assert "sessionEnded" in party.refusal("refresh")
                print("  a revoked session is over")
            for token in mailbox.tokens:
                print("  back-channel:", party.ask("logout", token))
            party.close()
        finally:
            provider.stop()


def main():
    tool = sys.argv[1]
    for key in [ec_key(), rsa_key()]:
        for method in ["basic", "post"]:
            print(f"glewlwyd {key['alg']} {method}", flush=True)
            at_glewlwyd(tool, key, method)
    print("providers: all is well")


if __name__ == "__main__":
    main()
