"""Canaille, from PyPI, on loopback: starts it, sets it up, and uses it like a browser."""

import json
import os
import pathlib
import secrets
import subprocess
import urllib.parse

from browser import Browser, wait_for

PERSON = {"user_name": "hanako", "password": "correct horse battery staple"}


class Canaille:
    def __init__(self, program, port, folder, keys):
        self.program = program
        self.base = self.issuer = f"http://localhost:{port}"
        self.port = port
        self.folder = pathlib.Path(folder)
        self.process = None
        configuration = [
            f'SECRET_KEY = "{secrets.token_hex(32)}"',
            f'SERVER_NAME = "localhost:{port}"',
            'PREFERRED_URL_SCHEME = "http"',
            "[CANAILLE]",
            'DATABASE = "sql"',
            "[CANAILLE_SQL]",
            f'DATABASE_URI = "sqlite:///{self.folder}/canaille.sqlite"',
            "[CANAILLE_OIDC]",
            "TRUSTED_DOMAINS = []",
            "ACTIVE_JWKS = [" + ",".join("{" + ",".join(f"{n}={json.dumps(v)}" for n, v in key.items()) + "}"
                                         for key in keys) + "]",
        ]
        (self.folder / "canaille.toml").write_text("\n".join(configuration))

    @property
    def environment(self):
        return {**os.environ, "CONFIG": str(self.folder / "canaille.toml"),
                # Cookies over http, a setting for development.
                "SESSION_COOKIE_SECURE": "false"}

    def run(self, *arguments):
        subprocess.run([self.program, *arguments], check=True, env=self.environment, cwd=self.folder,
                       stdout=subprocess.DEVNULL, stderr=open(self.folder / "canaille.log", "a"))

    def start(self):
        self.run("install")
        self.process = subprocess.Popen(
            [self.program, "run", "--bind", f"127.0.0.1:{self.port}"], env=self.environment, cwd=self.folder,
            stdout=open(self.folder / "server.log", "w"), stderr=subprocess.STDOUT)
        wait_for(f"{self.base}/.well-known/openid-configuration")

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(10)

    def set_up(self, client, secret, method, algorithm, redirect_uri, return_uri, key):
        self.run("create", "user", "--user-name", PERSON["user_name"], "--password", PERSON["password"],
                 "--emails", "hanako@example.test", "--given-name", "Hanako", "--family-name", "Yamada",
                 "--formatted-name", "Hanako Yamada")
        self.run("create", "client", "--client-id", client, "--client-secret", secret, "--client-name", "Engawa",
                 "--client-uri", "https://engawa.test",
                 "--redirect-uris", redirect_uri, "--post-logout-redirect-uris", return_uri,
                 "--token-endpoint-auth-method", method, "--grant-types", "authorization_code",
                 "--grant-types", "refresh_token", "--response-types", "code", "--scope", "openid",
                 "--scope", "profile", "--scope", "email", "--scope", "offline_access",
                 "--id-token-signed-response-alg", algorithm,
                 "--jwks", json.dumps({"keys": [{n: v for n, v in key.items() if n != "d"}]}))
        # Without it, the ID token has no audience.
        self.run("set", "client", client, "--audience", client)

    def agree(self, browser, url, redirect_uri, answer="accept"):
        """The callback parameters after the user has signed in and consented or denied."""
        answers = {"login": PERSON["user_name"], "password": PERSON["password"], "answer": answer}
        return urllib.parse.urlsplit(browser.walk(url, redirect_uri, answers)).query
