"""Linking a sign-in service after re-authentication, and unlinking it."""

import sqlite3

import pytest

from acting import VERANDA, until, wait_for
from conftest import Site, free_port
from service import SECRET, Service

PASSWORD = "veranda-by-the-sea"


@pytest.fixture(scope="module")
def service():
    service = Service()
    yield service
    service.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory, service):
    folder = tmp_path_factory.mktemp("data")
    secret = tmp_path_factory.mktemp("secret") / "hub.secret"
    secret.write_text(SECRET)
    port = free_port()
    site = Site(
        folder, "--public-url", f"http://localhost:{port}", "--sign-in", "password,hub", *service.arguments,
        "--sign-in-hub-client-secret-file", secret, port=port)
    site.folder = folder
    yield site
    site.stop()


def sign_in(someone, alias):
    page = someone.tab
    page.goto(f"{someone.site.url}/sign-in")
    page.fill("#password-name", alias)
    page.fill("#password-password", PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/conversations")
    return page


def come_by_the_service(someone):
    page = someone.tab
    page.goto(f"{someone.site.url}/sign-in")
    page.get_by_role("button", name="Sign in with Hub").click()
    page.get_by_role("link", name="Agree").click()
    return page


def let_proofs_grow_old(site):
    """Moves all sign-ins back by eleven minutes. The site notices within a second."""
    with sqlite3.connect(site.folder / "sessions.sqlite", timeout=5) as database:
        database.execute("UPDATE session SET proven_at = proven_at - 660000")


def prove(page, alias, password=PASSWORD):
    page.get_by_text("prove once more that it is you").wait_for()
    page.fill("#user", alias)
    page.fill("#password", password)
    page.get_by_role("button", name="Confirm and go on").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_a_service_is_linked_and_unlinked_after_another_proof(person, site, service, axe, scripts):
    alias = "alice" if scripts else "bob"
    someone = person(java_script_enabled=scripts)
    page = sign_in(someone, alias)
    let_proofs_grow_old(site)
    page.wait_for_timeout(1_100)
    page.goto(f"{site.url}/profile")
    page.get_by_role("link", name="Ways to sign in").click()
    page.get_by_role("button", name="Link Hub").click()
    # Without re-authentication, nothing happens; after it, the requested action is performed.
    prove(page, alias, "guess")
    assert page.get_by_role("alert").inner_text() == "That is not right."
    prove(page, alias)
    page.get_by_role("link", name="Agree").click()
    page.get_by_role("status").get_by_text("Linked.").wait_for()
    assert page.url.endswith("/profile/sign-in?done=linked")
    assert page.get_by_role("heading", name="Hub").count() == 1
    assert page.get_by_text("hanako@hub.test").count() == 1
    if scripts:
        axe(page)

    other = person()
    elsewhere = come_by_the_service(other)
    elsewhere.wait_for_url("**/conversations")
    other.open(VERANDA)
    until(elsewhere, "document.body.dataset.live !== undefined")

    let_proofs_grow_old(site)
    page.wait_for_timeout(1_100)
    revoked = len(service.revoked)
    page.goto(f"{site.url}/profile/sign-in")
    page.get_by_text("Unlink", exact=True).click()
    page.get_by_role("button", name="Unlink Hub").click()
    prove(page, alias)
    page.get_by_role("status").get_by_text("Unlinked.").wait_for()
    assert page.get_by_text("No sign-in service is linked to you.").count() == 1
    # The session that began with it ends without any action in that browser, and its token is revoked.
    elsewhere.get_by_text("Your session has ended.").wait_for()
    wait_for(page, lambda: len(service.revoked) > revoked)
    # The identity belongs to nobody now.
    stranger = come_by_the_service(person())
    stranger.wait_for_url("**/welcome*")


def test_the_only_way_in_is_not_offered_to_be_unlinked(person, site):
    someone = person()
    page = come_by_the_service(someone)
    page.wait_for_url("**/welcome*")
    page.fill("[name=alias]", "hanako-hub")
    page.locator("main form[action='/welcome'] button[type=submit]").click()
    page.wait_for_url("**/conversations")
    page.goto(f"{site.url}/profile/sign-in")
    assert page.get_by_role("heading", name="Hub").count() == 1
    assert page.get_by_text("Unlink").count() == 0
