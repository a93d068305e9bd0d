"""Signs in to the real program at real providers with a real Chromium: consent, denial, sign-out, and sessions that end
at the provider."""

import datetime
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse

from playwright.sync_api import sync_playwright

import canaille
import glewlwyd
from browser import wait_for
from providers import SECRET, ec_key, rsa_key

CHROMIUM = "/usr/bin/chromium"
# The deadline for a session that ended at its provider, in seconds.
MINUTE = 60


class Site:
    def __init__(self, program, port, folder, *arguments):
        # Cookies are shared by the ports of one host, so the providers use another host.
        self.url = f"http://127.0.0.1:{port}"
        self.log = open(f"{folder}/engawa.log", "w+")
        self.process = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{port}", "--public-url", self.url, "--data", f"{folder}/data",
             "--mode", "production", *arguments],
            stdout=self.log, stderr=self.log, cwd=pathlib.Path(__file__).parents[2],
            env={**os.environ, "ENGAWA_SIGN_IN_CANAILLE_CLIENT_SECRET": SECRET,
                 "ENGAWA_SIGN_IN_GLEWLWYD_CLIENT_SECRET": SECRET})
        try:
            wait_for(f"{self.url}/readyz")
        except SystemExit:
            print(self.said)
            raise

    def stop(self):
        self.process.terminate()
        assert self.process.wait(10) == 0

    def ended_at(self, provider, since):
        """The seconds from `since` until a session ended because the provider refused it."""
        [line] = [line for line in self.said.splitlines()
                  if "a session is over at its service" in line and f"at {provider}" in line]
        return (datetime.datetime.fromisoformat(line.split()[0].replace("Z", "+00:00")) - since).total_seconds()

    @property
    def said(self):
        return pathlib.Path(self.log.name).read_text()


class Person:
    """A separate browser context."""

    def __init__(self, chromium, site):
        self.site = site
        self.context = chromium.new_context(locale="en-GB")
        self.context.set_default_timeout(15_000)
        self.page = self.context.new_page()

    def set_out(self, name):
        self.page.goto(f"{self.site.url}/sign-in")
        self.page.click(f"text=Sign in with {name}")

    def become(self, alias):
        """Sets up a profile."""
        self.page.wait_for_url(f"{self.site.url}/welcome*")
        self.page.fill("[name=alias]", alias)
        self.page.click("main form[action='/welcome'] button[type=submit]")
        self.arrive()

    def arrive(self):
        self.page.wait_for_url(f"{self.site.url}/conversations")

    def is_signed_in(self):
        answer = self.context.request.get(f"{self.site.url}/profile", max_redirects=0)
        return answer.status == 200

    def sign_out(self):
        self.page.goto(f"{self.site.url}/profile")
        self.page.click("form[action='/sign-out'] button")

    def wait_until_over(self):
        """The seconds until the page reports the end of the session, without any action."""
        since = time.monotonic()
        self.page.wait_for_selector("text=Your session has ended", timeout=MINUTE * 1_000)
        return time.monotonic() - since

    def close(self):
        self.context.close()


def canaille_login(page, agrees=True):
    for name, value in [("login", canaille.PERSON["user_name"]), ("password", canaille.PERSON["password"])]:
        page.wait_for_selector(f"input[name={name}]")
        page.fill(f"input[name={name}]", value)
        page.press(f"input[name={name}]", "Enter")
    if agrees:
        page.wait_for_selector("[name=answer][value=accept]")


def at_canaille(chromium, site, provider):
    nobody = Person(chromium, site)
    nobody.set_out("Canaille")
    canaille_login(nobody.page)
    nobody.page.click("[name=answer][value=deny]")
    nobody.page.wait_for_url(f"{site.url}/sign-in/canaille/callback*")
    assert nobody.page.query_selector("[role=alert]") is None, nobody.page.content()
    assert nobody.page.is_visible("text=Sign in with Canaille")
    assert not nobody.is_signed_in()
    nobody.close()
    print("  after denial, the sign-in page is shown without an error", flush=True)

    person = Person(chromium, site)
    person.set_out("Canaille")
    canaille_login(person.page)
    person.page.click("[name=answer][value=accept]")
    person.page.wait_for_url(f"{site.url}/welcome*")
    assert person.page.input_value("[name=name]") == "Hanako Yamada"
    person.become("hanako")
    assert person.is_signed_in()
    print("  after consent, the user sets up a profile and is signed in", flush=True)

    person.sign_out()
    person.page.wait_for_url(f"{site.url}/sign-in?signed-out*")
    assert person.page.is_visible("text=You are signed out.")
    assert not person.is_signed_in()
    person.set_out("Canaille")
    person.page.wait_for_selector("input[name=login]")
    print("  signed out at the site and at the provider", flush=True)

    canaille_login(person.page, agrees=False)
    person.arrive()
    person.page.goto(f"{provider.base}/consent/")
    person.page.click("text=Revoke access")
    person.page.goto(f"{site.url}/conversations")
    return person, datetime.datetime.now(datetime.timezone.utc)


def glewlwyd_login(page):
    page.fill("#username", glewlwyd.PERSON["username"])
    page.fill("#password", glewlwyd.PERSON["password"])
    page.click("#loginbut")
    page.click("text=Continue")


def at_glewlwyd(chromium, site, provider):
    person = Person(chromium, site)
    page, there = person.page, person.context.request
    person.set_out("Glewlwyd")
    glewlwyd_login(page)
    person.become("hanako-g")
    print("  signed in", flush=True)

    person.sign_out()
    page.wait_for_url(f"{provider.base}/login.html*prompt=end_session*")
    assert not person.is_signed_in()
    session = urllib.parse.parse_qs(urllib.parse.urlsplit(page.url).query)["sid"][0]
    # The button of the provider's page fails for every client.
    person.set_out("Glewlwyd")
    page.click("text=Continue")
    person.arrive()
    print("  signed out at the site, and redirected to the provider's logout page", flush=True)

    [token] = [t for t in there.get(f"{provider.base}/api/oidc/token/").json() if t["enabled"]]
    answer = there.delete(f"{provider.base}/api/oidc/token/{urllib.parse.quote(token['token_hash'], safe='')}")
    assert answer.status == 200, (answer.status, answer.text())
    print(f"  refresh token revoked at the provider, session ended after {person.wait_until_over():.0f} s", flush=True)

    person.set_out("Glewlwyd")
    page.click("text=Continue")
    person.arrive()
    answer = there.delete(f"{provider.base}/api/oidc/session/{session}")
    assert answer.status == 200, (answer.status, answer.text())
    seconds = person.wait_until_over()
    assert seconds < 5, seconds
    print(f"  back-channel logout, session ended after {seconds:.1f} s", flush=True)
    person.close()


def main():
    program, canaille_program = map(os.path.realpath, sys.argv[1:])
    port = random.randint(30000, 32000)
    site_url = f"http://127.0.0.1:{port}"
    return_uri = f"{site_url}/sign-in?signed-out"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in ["canaille", "glewlwyd", "site"]:
            os.mkdir(f"{folder}/{name}")
        first = canaille.Canaille(
            canaille_program, random.randint(20000, 24999), f"{folder}/canaille", [rsa_key(), ec_key()])
        second = glewlwyd.Glewlwyd(random.randint(25000, 29999), f"{folder}/glewlwyd", ec_key())
        site = None
        try:
            first.start()
            second.start()
            first.set_up("engawa", SECRET, "client_secret_basic", "ES256",
                         f"{site_url}/sign-in/canaille/callback", return_uri, ec_key())
            second.set_up({"id": "engawa", "secret": SECRET}, f"{site_url}/sign-in/glewlwyd/callback", return_uri,
                          f"{site_url}/sign-in/glewlwyd/sign-out")
            site = Site(
                program, port, f"{folder}/site", "--sign-in", "canaille,glewlwyd",
                "--sign-in-canaille-title", "Canaille", "--sign-in-canaille-issuer", first.issuer,
                "--sign-in-canaille-client-id", "engawa",
                "--sign-in-glewlwyd-title", "Glewlwyd", "--sign-in-glewlwyd-issuer", second.issuer,
                "--sign-in-glewlwyd-client-id", "engawa-client_secret_post",
                "--sign-in-glewlwyd-client-authentication", "post", "--sign-in-glewlwyd-scopes", "openid",
                "--sign-in-glewlwyd-session-check", "refresh")
            print("Chromium at canaille", flush=True)
            waiting, since = at_canaille(chromium, site, first)
            # In parallel, so that the test waits only once.
            print("Chromium at glewlwyd", flush=True)
            at_glewlwyd(chromium, site, second)
            waiting.wait_until_over()
            seconds = site.ended_at("canaille", since)
            assert seconds < MINUTE, seconds
            print(f"Chromium at canaille\n  revoked at the provider, session ended after {seconds:.0f} s", flush=True)
        except BaseException:
            for page in [page for context in chromium.contexts for page in context.pages]:
                print(page.url.split("?")[0], page.inner_text("body")[:2000])
            if site:
                print(site.said[-3000:])
            raise
        finally:
            if site:
                site.stop()
            first.stop()
            second.stop()
            chromium.close()
    print("chromium: passed")


if __name__ == "__main__":
    main()
