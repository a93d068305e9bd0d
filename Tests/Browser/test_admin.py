"""The pages of site admins: everybody's sessions, and the metrics."""

import os
import sqlite3
import subprocess

import pytest

from acting import VERANDA, until
from conftest import BINARY, REPOSITORY, Site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    site = Site(folder)
    site.folder = folder
    yield site
    site.stop()


def engawa(site, *arguments):
    """Runs an operator command while the site runs."""
    return subprocess.run(
        [BINARY, *arguments, "--data", site.folder], cwd=REPOSITORY, env={**os.environ, "TZ": "UTC"}, check=True,
        capture_output=True, text=True).stdout


def test_an_admin_ends_somebody_elses_session_after_another_proof(person, site, axe):
    alice, bob = person("alice"), person("bob")
    page = alice.page
    for path in ["/admin/sessions", "/admin/metrics"]:
        # For others, these pages do not exist.
        assert page.goto(f"{site.url}{path}").status == 404
    page.goto(f"{site.url}/profile")
    assert page.get_by_role("link", name="See everybody's sessions").count() == 0
    assert engawa(site, "accounts", "role", "--user", "alice", "--role", "admin").endswith(" is an admin\n")

    bob.open(VERANDA)
    until(bob.page, "document.body.dataset.live !== undefined")
    page.goto(f"{site.url}/profile")
    page.get_by_role("link", name="See everybody's sessions").click()
    page.wait_for_url("**/admin/sessions")
    assert page.get_by_role("listitem").count() == 2
    assert page.get_by_text("@bob").count() == 1 and page.get_by_text("This one").count() == 1
    axe(page)
    with sqlite3.connect(site.folder / "sessions.sqlite", timeout=5) as database:
        database.execute("UPDATE session SET proven_at = proven_at - 660000")
    page.wait_for_timeout(1_100)
    page.get_by_role("listitem").filter(has_text="@bob").get_by_role("button").click()
    page.get_by_text("prove once more that it is you").wait_for()
    page.fill("#user", "alice")
    page.get_by_role("button", name="Confirm and go on").click()
    page.get_by_role("status").get_by_text("Signed out.").wait_for()
    assert page.url.endswith("/admin/sessions?ended")
    assert page.get_by_role("listitem").count() == 1
    bob.page.get_by_text("Your session has ended.").wait_for()
    audit = engawa(site, "audit", "--user", "bob")
    assert "session-revoked" in audit and "by an admin" in audit

    page.goto(f"{site.url}/profile")
    with page.expect_response("**/admin/metrics") as figures:
        page.evaluate("location.assign('/admin/metrics')")
    assert figures.value.status == 200 and "engawa_" in figures.value.text()

    assert engawa(site, "accounts", "role", "--user", "alice", "--role", "member").endswith(" is a member\n")
    assert page.goto(f"{site.url}/admin/sessions").status == 404
