"""The site on loopback, used by real Chromium."""

import os
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from acting import until

REPOSITORY = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
# The same engine without the parts around pages: a new tab takes a fourth of the processor time. It has no
# notifications and no back/forward cache. `SHELL_CHROMIUM=/usr/bin/chromium` runs all tests in the whole browser.
SHELL_CHROMIUM = os.environ.get("SHELL_CHROMIUM", "/usr/bin/chromium-headless-shell")
# Not a "trustworthy" origin, like a machine in a local network: no Sec-Fetch-*, no secure context.
LAN_NAME = "veranda.test"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


BINARY = os.environ.get("BINARY", REPOSITORY / ".build/release/engawa")


class Site:
    """The optimised binary, with new sample data, or with the backend at a URL."""

    def __init__(self, folder, *arguments, port=None, mode="development", environment={}):
        self.port = port or free_port()
        self.url = f"http://localhost:{self.port}"
        self.lan_url = f"http://{LAN_NAME}:{self.port}"
        self.process = subprocess.Popen(
            [
                # A library that is preloaded changes the environment of the first program, by which Swift finds its
                # arguments.
                "env", BINARY, "serve",
                "--listen", f"127.0.0.1:{self.port}", "--data", folder, "--mode", mode,
                "--log-level", "warning", *arguments,
            ],
            cwd=REPOSITORY, env={**os.environ, "TZ": "UTC", **environment},
        )
        for _ in range(500):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz")
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("the site did not start")

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=5) == 0


def launch(browser_type, executable=SHELL_CHROMIUM, arguments=(), **options):
    return browser_type.launch(
        executable_path=executable,
        args=["--no-sandbox", f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1", *arguments], **options)


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: is about time, and so runs while no other test does")
    config.addinivalue_line("markers", "figure: measures a time, for `make figures`")
    config.addinivalue_line("markers", "independent: has a site of its own, so that any process may run it")


# First: the plugin that shares out the tests reads the groups in a hook of the same name.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """The tests of a file share a site: one process runs them, one after the other."""
    for item in items:
        is_independent = item.get_closest_marker("independent")
        item.add_marker(pytest.mark.xdist_group(item.name if is_independent else item.path.stem))


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(request, tmp_path_factory):
    """The site of a file of tests, with the arguments that it names in `SITE_ARGUMENTS`."""
    site = Site(tmp_path_factory.mktemp("data"), *getattr(request.module, "SITE_ARGUMENTS", []))
    yield site
    site.stop()


class Person:
    """A separate browser context, with the errors that it reported."""

    def __init__(self, chromium, site, **options):
        self.site = site
        self.context = chromium.new_context(
            **{"locale": "en-GB", "timezone_id": "Asia/Tokyo", "viewport": {"width": 390, "height": 844}, **options})
        # A short timeout, so that a step that hangs is found soon.
        self.context.set_default_timeout(10_000)
        self.has_scripts = options.get("java_script_enabled", True)
        self.zone = options.get("timezone_id", "Asia/Tokyo")
        self.is_signed_in = False
        self.tab = self.context.new_page()
        self.complaints = []
        self.tab.on("console", lambda message: message.type in ("error", "warning") and self.complaints.append(message.text))
        self.tab.on("pageerror", lambda error: self.complaints.append(str(error)))

    @property
    def page(self):
        """The tab; the list of conversations after sign-in, unless another page was opened."""
        if self.is_signed_in and self.tab.url == "about:blank":
            self.tab.goto(f"{self.site.url}/conversations")
        return self.tab

    def sign_in(self, alias, url=None):
        """Signs in with the form."""
        self.page.goto(f"{url or self.site.url}/sign-in")
        self.page.fill("#user", alias)
        self.page.press("#user", "Enter")
        self.page.wait_for_url("**/conversations")
        return self

    def be(self, alias):
        """Signs in like the form, without loading its page."""
        answer = self.context.request.post(
            f"{self.site.url}/sign-in", form={"user": alias}, headers={"Origin": self.site.url}, max_redirects=0)
        assert answer.status == 303
        if self.has_scripts:
            # The page's scripts would have set them.
            self.context.add_cookies([
                {"name": "zone", "value": quote(self.zone, safe=""), "url": self.site.url},
                {"name": "reading", "value": "told", "url": self.site.url}])
        self.is_signed_in = True
        return self

    def open(self, conversation):
        self.tab.goto(f"{self.site.url}/conversations/{conversation}")
        return self


@pytest.fixture
def person(chromium, site):
    people = []

    def make(alias=None, browser=chromium, **options):
        someone = Person(browser, site, **options)
        people.append(someone)
        return someone.be(alias) if alias else someone

    yield make
    for someone in people:
        # Errors that the browser reports fail the test.
        # A skipped view transition is no error.
        harmless = ("status of 4", "status of 5", "Transition was")
        complaints = [text for text in someone.complaints if not any(part in text for part in harmless)]
        someone.context.close()
        assert complaints == []


@pytest.fixture
def axe():
    def check(page):
        # What is still fading in has less contrast.
        until(page, "document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)")
        violations = Axe().run(page).response["violations"]
        assert violations == [], [(v["id"], [n["html"] for n in v["nodes"]]) for v in violations]

    return check
