"""Signs in at real providers with the site's own relying party, like a browser and its user."""

import base64
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.hazmat.primitives.asymmetric import ec, rsa

import canaille
import glewlwyd
from browser import Browser

# Letters only: RFC 6749 §2.3.1 encodes the others for Basic, and glewlwyd does not decode them.
SECRET = "correcthorsebatterystaple"


METHODS = {"basic": "client_secret_basic", "post": "client_secret_post", "key": "private_key_jwt"}


class RelyingParty:
    """The tool beside this file: one command a line, one response a line."""

    def __init__(self, tool, issuer, client, method, redirect_uri, scopes, secret=SECRET):
        self.process = subprocess.Popen(
            [tool, issuer, client, method, secret, redirect_uri, scopes],
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
    """The server that receives back-channel logout tokens."""

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
            browser = Browser()

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
            print("  a callback and a code are accepted once")

            # The replayed code made the provider revoke its tokens: start again.
            person = party.do("finish", provider.agree(Browser(), party.do("begin"), "openid"))
            renewed = party.do("refresh")
            assert renewed == {"newAccess": True, "newRefresh": True}, renewed
            print("  refreshed")

            leaving = party.do("leave", return_uri)
            status, location, text = browser.send("GET", leaving)
            assert status == 302, (status, text)
            assert "login.html" in location, location

            party.do("revoke")
            assert "sessionEnded" in party.refusal("refresh")
            print("  a revoked session is over")

            session = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)["sid"][0]
            status, _, text = browser.send("DELETE", f"{provider.base}/api/oidc/session/{session}")
            assert status == 200, (status, text)
            for _ in range(100):
                if mailbox.tokens:
                    break
                time.sleep(0.1)
            assert mailbox.tokens, "no logout token came"
            ended = [party.do("logout", token) for token in mailbox.tokens]
            assert all(one["subject"] == person["subject"] or one["session"] for one in ended), ended
            assert "jti" in party.refusal("logout", mailbox.tokens[0])
            print("  received a back-channel logout token")
            party.close()
        finally:
            provider.stop()


def at_canaille(tool, program, algorithm, method):
    redirect_uri, return_uri = "http://127.0.0.1:9/callback", "http://127.0.0.1:9/"
    with tempfile.TemporaryDirectory() as folder:
        provider = canaille.Canaille(program, random.randint(20000, 29999), folder, [rsa_key(), ec_key()])
        try:
            provider.start()
            ours = {**ec_key(), "kid": "ours"}
            provider.set_up("engawa", SECRET, METHODS[method], algorithm, redirect_uri, return_uri, ours)
            party = RelyingParty(tool, provider.issuer, "engawa", method, redirect_uri, "openid profile email",
                                 json.dumps(ours) if method == "key" else SECRET)
            browser = Browser()

            denied = provider.agree(browser, party.do("begin"), redirect_uri, answer="deny")
            assert "cancelledByPerson" in party.refusal("finish", denied)
            print("  a denied consent is reported as such")

            answer = provider.agree(browser, party.do("begin"), redirect_uri)
            assert "iss=" in answer, answer
            person = party.do("finish", answer)
            assert person["issuer"] == provider.issuer and person["subject"] == "hanako", person
            assert party.do("profile") == {"name": "Hanako Yamada", "email": "hanako@example.test"}
            assert "noTransaction" in party.refusal("finish", answer)
            print("  signed in, and requested userinfo; a callback is accepted once")

            renewed = party.do("refresh")
            assert renewed == {"newAccess": True, "newRefresh": True}, renewed
            print("  refreshed")

            leaving = party.do("leave", return_uri)
            left = browser.walk(leaving, return_uri, {"answer": "logout"})
            assert left == f"{return_uri}?state=s", left
            print("  signed out at the provider, and redirected back")

            if method == "key":
                # Canaille's revocation endpoint accepts the secret in the header only.
                assert "invalid_client" in party.refusal("revoke")
            else:
                party.do("revoke")
                assert "sessionEnded" in party.refusal("refresh")
                print("  a revoked session is over")
            party.close()
        except BaseException:
            for log in provider.folder.glob("*.log"):
                print(log.read_text()[-3000:])
            raise
        finally:
            provider.stop()


def main():
    tool, program = sys.argv[1:]
    for algorithm, method in [("RS256", "basic"), ("ES256", "post"), ("RS256", "key")]:
        print(f"canaille {algorithm} {method}", flush=True)
        at_canaille(tool, program, algorithm, method)
    for key in [ec_key(), rsa_key()]:
        for method in ["basic", "post"]:
            print(f"glewlwyd {key['alg']} {method}", flush=True)
            at_glewlwyd(tool, key, method)
    print("providers: passed")


if __name__ == "__main__":
    main()
