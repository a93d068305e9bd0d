"""Glewlwyd, from Debian, on loopback: starts it, sets it up, and uses it like a browser."""

import gzip
import json
import pathlib
import shutil
import sqlite3
import subprocess
import urllib.parse

from browser import Browser, wait_for

ADMIN = {"username": "admin", "password": "password"}
PERSON = {"username": "hanako", "password": "correct horse battery"}
DOCUMENTS = pathlib.Path("/usr/share/doc/glewlwyd")


class Glewlwyd:
    def __init__(self, port, folder, key):
        self.base = f"http://localhost:{port}"
        self.issuer = f"{self.base}/api/oidc"
        self.folder = pathlib.Path(folder)
        self.port = port
        self.key = key
        self.process = None

    def start(self):
        web = self.folder / "webapp"
        shutil.copytree("/usr/share/glewlwyd/webapp", web, symlinks=False, ignore=shutil.ignore_patterns("config.json"))
        shutil.copy("/etc/glewlwyd/config-2.7.json/config.json", web / "config.json")
        script = gzip.open(DOCUMENTS / "database/init.sqlite3.sql.gz", "rt").read()
        with sqlite3.connect(self.folder / "glewlwyd.db") as database:
            database.executescript(script)
        sample = gzip.open(DOCUMENTS / "glewlwyd.conf.sample.gz", "rt").read()
        for name, value in {
            "port": str(self.port),
            "bind_address": '"127.0.0.1"',
            "external_url": f'"{self.base}"',
            "cookie_domain": '"localhost"',
            "cookie_secure": "0",
            "static_files_path": f'"{web}/"',
        }.items():
            sample = set_option(sample, name, value)
        sample = sample.replace("/var/cache/glewlwyd/glewlwyd.db", str(self.folder / "glewlwyd.db"))
        (self.folder / "glewlwyd.conf").write_text(sample)
        self.process = subprocess.Popen(
            ["glewlwyd", "-c", str(self.folder / "glewlwyd.conf"), "-m", "console", "-l", "WARNING"],
            stdout=open(self.folder / "glewlwyd.log", "w"),
            stderr=subprocess.STDOUT,
        )
        wait_for(f"{self.base}/config/")

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(10)

    def set_up(self, client, redirect_uri, return_uri, logout_uri):
        admin = Browser()
        admin.send("POST", f"{self.base}/api/auth/", ADMIN)

        def add(path, body):
            status, _, text = admin.send("POST", f"{self.base}/api/{path}/", body)
            assert status == 200, (path, status, text)

        add("scope", {"name": "profile", "display_name": "profile", "password_required": True, "scheme": {}})
        add(
            "mod/plugin",
            {
                "module": "oidc",
                "name": "oidc",
                "display_name": "OIDC",
                "enabled": True,
                "parameters": plugin_parameters(self.issuer, self.key),
            },
        )
        # Its revocation endpoint accepts Basic only, and only from clients with permission.
        for method in ["client_secret_basic", "client_secret_post"]:
            add(
                "client",
                {
                    "client_id": f"{client['id']}-{method}",
                    "name": "Engawa",
                    "enabled": True,
                    "confidential": True,
                    "password": client["secret"],
                    "client_secret": client["secret"],
                    "redirect_uri": [redirect_uri],
                    "authorization_type": ["code", "refresh_token"],
                    "token_endpoint_auth_method": sorted({method, "client_secret_basic"}),
                    "post_logout_redirect_uri": return_uri,
                    "backchannel_logout_uri": logout_uri,
                    "backchannel_logout_session_required": "1",
                    "scope": [],
                },
            )
        add(
            "user",
            {**PERSON, "name": "Hanako", "email": "hanako@example.test", "enabled": True,
             "scope": ["openid", "profile", "g_profile"]},
        )

    def agree(self, browser, url, scope):
        """The callback parameters after the user has signed in and consented."""
        client = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["client_id"][0]
        status, location, text = browser.send("GET", url)
        assert status == 302 and "login.html" in location, (status, location, text)
        callback = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)["callback_url"][0]
        status, _, text = browser.send("POST", f"{self.base}/api/auth/", PERSON)
        assert status == 200, (status, text)
        status, _, text = browser.send("PUT", f"{self.base}/api/auth/grant/{client}", {"scope": scope})
        assert status == 200, (status, text)
        status, location, text = browser.send("GET", f"{callback}&g_continue")
        assert status == 302, (status, text)
        return urllib.parse.urlsplit(location).query


def set_option(text, name, value):
    lines = [line for line in text.splitlines() if not line.lstrip("# ").startswith(f"{name}=")]
    return "\n".join([f"{name}={value}", *lines]) + "\n"


def plugin_parameters(issuer, key):
    return {
        "iss": issuer,
        "jwks-private": json.dumps({"keys": [key]}),
        "default-kid": key["kid"],
        "jwks-show": True,
        "oauth-as-iss-id": True,
        "access-token-duration": 3600,
        "refresh-token-duration": 1209600,
        "code-duration": 600,
        "refresh-token-rolling": True,
        "refresh-token-one-use": "always",
        "allow-non-oidc": False,
        "auth-type-code-enabled": True,
        "auth-type-code-revoke-replayed": True,
        "auth-type-token-enabled": False,
        "auth-type-id-token-enabled": False,
        "auth-type-none-enabled": False,
        "auth-type-password-enabled": False,
        "auth-type-client-enabled": False,
        "auth-type-device-enabled": False,
        "auth-type-refresh-enabled": True,
        "scope": [],
        "additional-parameters": [],
        "claims": [],
        "secret-type": "pairwise",
        "subject-type": "public",
        "address-claim": {"type": "no"},
        "name-claim": "mandatory",
        "name-claim-scope": [],
        "email-claim": "mandatory",
        "email-claim-scope": [],
        "scope-claim": "no",
        "scope-claim-scope": [],
        "allowed-scope": ["openid", "profile"],
        "pkce-allowed": True,
        "pkce-method-plain-allowed": False,
        "pkce-required": True,
        "introspection-revocation-allowed": True,
        "introspection-revocation-auth-scope": [],
        "introspection-revocation-allow-target-client": True,
        "register-client-allowed": False,
        "session-management-allowed": True,
        "session-cookie-name": "GLEWLWYD2_OIDC_SID",
        "session-cookie-expiration": 2419200,
        "front-channel-logout-allowed": False,
        "back-channel-logout-allowed": True,
        "request-parameter-allow": False,
        "request-maximum-exp": 3600,
        "encrypt-out-token-allow": False,
    }
