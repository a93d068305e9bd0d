"""Reloading the profile in place, and each kind of failure."""

import signal
import socket
import threading

import pytest
from conftest import Site

from acting import forgive, slow, until
from backend import Backend


class Nonsense:
    """Listens on the port of the backend instead of it."""

    def __init__(self, port):
        self.socket = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self.answer, daemon=True).start()

    def answer(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                connection.recv(65_536)
                connection.sendall(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")


@pytest.fixture
def backend(tmp_path):
    backend = Backend(tmp_path / "backend")
    yield backend
    backend.stop()


@pytest.fixture
def remote(backend, tmp_path):
    site = Site(tmp_path / "site", "--backend", backend.url)
    yield site
    site.stop()


def test_the_profile_is_loaded_again_with_its_progress(person, site):
    page = person("alice").page
    page.goto(f"{site.url}/profile")
    page.evaluate("window.isSamePage = true")
    slow(page, 1_200)
    page.get_by_role("link", name="Reload").click()
    until(page, "document.querySelector('.profile').ariaBusy === 'true'")
    assert page.get_by_role("link", name="Loading…").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.profile dd')).color") == "rgba(0, 0, 0, 0)"
    until(page, "!document.querySelector('.progress').hidden")
    page.get_by_role("status").filter(has_text="Up to date").wait_for()
    assert page.evaluate("document.activeElement.className").endswith("reload")
    assert page.evaluate("window.isSamePage") and page.locator(".profile.loading").count() == 0


def test_without_scripts_reload_is_a_link(person, site):
    page = person("alice", java_script_enabled=False).page
    page.goto(f"{site.url}/profile")
    page.get_by_role("link", name="Reload").click()
    assert page.url == f"{site.url}/profile" and page.get_by_text("Here since").is_visible()


def test_where_the_session_has_ended_one_signs_in_again(person, site):
    alice = person("alice")
    page = alice.page
    page.goto(f"{site.url}/profile")
    alice.context.clear_cookies(name="session")
    page.get_by_role("link", name="Reload").click()
    page.get_by_role("alert").get_by_text("Your session has ended.").wait_for()
    # The previous content is still shown.
    assert page.get_by_text("Here since").is_visible()
    page.get_by_role("alert").get_by_role("link", name="Sign in").click()
    page.fill("#user", "alice")
    page.press("#user", "Enter")
    page.wait_for_url("**/profile")


def test_each_kind_of_failure_has_its_own_words_and_none_hides_what_was_there(person, backend, remote, axe):
    alice = person()
    alice.sign_in("alice", remote.url)
    page = alice.page
    page.goto(f"{remote.url}/profile")
    alias = page.locator(".profile dd").first.inner_text()

    def reload(words):
        # The circuit breaker repeats the last failure for a moment, so the test tries again.
        fault = page.get_by_role("alert").filter(has_text=words)
        for _ in range(20):
            page.get_by_role("link", name="Reload").click()
            page.locator(".profile:not(.loading) .fault").wait_for(timeout=40_000)
            if fault.count() == 1:
                break
            page.wait_for_timeout(500)
        assert fault.is_visible()
        assert page.locator(".profile dd").first.inner_text() == alias
        assert page.locator(".profile .fault").count() == 1
        axe(page)

    backend.process.send_signal(signal.SIGSTOP)
    reload("The chat server did not answer in time")
    backend.stop()
    reload("The chat server can't be reached")
    nonsense = Nonsense(backend.port)
    reload("The chat server's answer made no sense")
    nonsense.socket.close()
    alice.context.set_offline(True)
    reload("Engawa can't be reached")
    alice.context.set_offline(False)
    backend.start()
    for _ in range(20):
        page.get_by_role("link", name="Reload").click()
        page.locator(".profile:not(.loading)").wait_for()
        if page.locator(".fault").count() == 0:
            break
        page.wait_for_timeout(500)
    assert page.locator(".fault").count() == 0
    page.get_by_role("status").filter(has_text="Up to date").wait_for()
    forgive(alice, "ERR_INTERNET_DISCONNECTED")


@pytest.mark.parametrize("scripts", [True, False])
def test_others_see_a_status_and_an_introduction(person, site, axe, scripts):
    page = person("sora", java_script_enabled=scripts).page
    page.goto(f"{site.url}/profile")
    page.get_by_role("link", name="Status and introduction").click()
    if scripts:
        axe(page)
    page.get_by_label("Status").fill("🏖 On holiday")
    page.get_by_label("For how long").select_option("week")
    page.get_by_label("Introduction").fill("I bake bread.\nAsk me for some.")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/profile")
    sora = page.locator(".profile .code").inner_text()
    bob = person("bob").page
    bob.goto(f"{site.url}/users/{sora}")
    bob.get_by_text("🏖 On holiday").wait_for()
    assert "Ask me for some." in bob.locator(".profile .text").inner_text()
    axe(bob)
