"""The pages of site admins: everybody's sessions, the people, the audit log, charts, and the metrics."""

import base64
import os
import sqlite3
import subprocess

import pytest
from playwright.sync_api import expect

from acting import DESKTOP, VERANDA, until, watch
from conftest import BINARY, REPOSITORY, Site

# One red pixel.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
)
EMOJI = '.place-emoji[alt=":red_dot:"]'


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    site = Site(folder, "--sign-in", "user-id,password")
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


@pytest.fixture
def admin(person, site):
    """Makes browsers of Alice, who is an admin."""
    engawa(site, "accounts", "role", "--user", "alice", "--role", "admin")
    return lambda **options: person("alice", **options)


def test_an_admin_finds_renames_disables_and_deletes_a_person(admin, person, site, axe):
    alice, bob = admin(), person("bob").open(VERANDA)
    until(bob.page, "document.body.dataset.live !== undefined")
    page = alice.page
    page.goto(f"{site.url}/profile")
    page.get_by_role("link", name="People of this site").click()
    page.wait_for_url("**/admin/people")
    page.get_by_label("Search by name").fill("bob")
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/people?q=bob*")
    assert page.locator("[data-alias]").count() == 1
    axe(page)
    page.get_by_role("link", name="Bob").click()

    page.get_by_label("Name").fill("Robert")
    page.get_by_label("Alias").fill("robert")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("The name and the alias are saved.").wait_for()
    assert page.get_by_label("Alias").input_value() == "robert"
    axe(page)
    page.get_by_role("button", name="Make a link for a new password").click()
    page.get_by_role("heading", name="A link that is good once").wait_for()
    assert "/link?token=" in page.get_by_label("Link").input_value()
    axe(page)
    page.get_by_role("link", name="Back to the person").click()

    page.get_by_role("button", name="Disable").click()
    page.get_by_text("The account is disabled.").wait_for()
    axe(page)
    bob.page.get_by_text("Your session has ended.").wait_for()
    page.get_by_text("Delete the account").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("The account is deleted.").wait_for()
    assert page.locator("[data-alias=robert]").count() == 0

    page.goto(f"{site.url}/profile")
    page.get_by_role("link", name="Audit log").click()
    page.wait_for_url("**/admin/audit")
    axe(page)
    for kind in ["account-renamed", "link-made", "user-disabled", "account-deleted"]:
        line = page.locator(f"[data-kind={kind}]")
        assert "By Alice @alice" in line.inner_text(), kind
    assert "from bob to robert" in page.locator("[data-kind=account-renamed]").inner_text()


def test_an_admin_filters_the_audit_log_and_downloads_it(admin, site, axe):
    page = admin(viewport=DESKTOP).page
    page.goto(f"{site.url}/admin/audit")
    today = page.locator("[data-kind=role-changed] time").first.get_attribute("datetime")[:10]
    page.get_by_label("Kind").select_option("role-changed")
    page.get_by_label("Person").fill("alice")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**kind=role-changed*")
    assert set(page.locator("[data-kind]").evaluate_all("lines => lines.map(line => line.dataset.kind)")) == {"role-changed"}
    assert page.get_by_label("Person").input_value() == "alice"
    axe(page)
    button = page.get_by_role("button", name="Download as a CSV file")
    # Twice, because the page stays and its button can be pressed again.
    for _ in range(2):
        with page.expect_download() as waiting:
            button.click()
        assert waiting.value.suggested_filename.startswith("audit-") and waiting.value.suggested_filename.endswith(".csv")
        text = waiting.value.path().read_text(encoding="utf-8-sig")
        assert '"role-changed"' in text and '"alice","Alice"' in text and f'"{today}T' in text
        assert button.is_enabled()
    page.get_by_label("First day").fill("2030-01-01")
    page.get_by_label("Kind").select_option("")
    page.get_by_role("button", name="Show").click()
    page.get_by_text("There are no such lines.").wait_for()
    assert page.get_by_label("First day").input_value() == "2030-01-01"
    axe(page)
    page.get_by_label("Last day").fill("2029-01-01")
    page.get_by_role("button", name="Show").click()
    page.get_by_text("The last day must not be before the first one.").wait_for()
    axe(page)


SITES_PAGES = [
    "/admin/people", "/admin/people?q=a", "/admin/people?q=nobody", "/admin/people/550e8400-e29b-41d4-a716-446655440001",
    "/admin/people/550e8400-e29b-41d4-a716-446655440003", "/admin/people/550e8400-e29b-41d4-a716-446655440003?done=renamed",
    "/admin/audit", "/admin/audit?kind=role-changed&person=alice", "/admin/audit?person=nobody", "/admin/figures",
    "/admin/sessions", "/profile",
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
@pytest.mark.parametrize("viewport", [{"width": 320, "height": 640}, DESKTOP], ids=["phone", "desk"])
def test_every_page_of_admins_is_in_order(admin, site, axe, viewport, locale, scheme):
    page = admin(viewport=viewport, locale=locale, color_scheme=scheme, reduced_motion="reduce").page
    watch(page)
    for path in SITES_PAGES:
        answer = page.goto(site.url + path)
        assert answer.status in (200, 422), path
        for details in page.locator("main details").all():
            details.evaluate("one => one.open = true")
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], path
        assert page.evaluate("window.broken") == [], path
        if viewport is not DESKTOP:
            small = page.evaluate("""() => [...document.querySelectorAll("main button, main input:not([type=hidden]), main select, main .button, main summary")]
                .filter((one) => one.getClientRects().length > 0 && one.type !== "checkbox" && one.getBoundingClientRect().height < 43.5)
                .map((one) => one.outerHTML.slice(0, 80))""")
            assert small == [], path


def test_the_charts_show_what_is_sent_today(admin, site):
    someone = admin()
    page = someone.page
    page.goto(f"{site.url}/admin/figures")
    messages = page.locator("section", has=page.get_by_role("heading", name="Messages"))
    assert messages.locator("svg path").count() == 2
    messages.locator("summary").click()
    assert messages.locator("tbody tr").count() == 30
    assert messages.get_by_role("rowheader").first.inner_text() == "Today"
    assert page.get_by_role("cell", name="MB").or_(page.get_by_role("cell", name="kB")).count() >= 3


def test_an_admin_adds_one_and_everybody_uses_it(person, site, axe):
    engawa(site, "accounts", "role", "--user", "haruka", "--role", "admin")
    page = person("haruka").page
    page.goto(f"{site.url}/emoji")
    page.get_by_label("Name (small").fill("red_dot")
    page.locator("#emoji-picture").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": PIXEL})
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text(":red_dot:").wait_for()
    axe(page)
    sora, yui = (person(name, viewport=DESKTOP).open(VERANDA).page for name in ("sora", "yui"))
    sora.locator("#text").press_sequentially("look :red_")
    sora.get_by_role("option").first.wait_for()
    sora.locator("#text").press("Enter")
    sora.get_by_role("button", name="Send", exact=True).click()
    message = yui.locator(".message", has_text="look")
    expect(message.locator(f".text {EMOJI}")).to_be_visible()
    message.hover()
    message.locator(".more").click()
    yui.get_by_role("button", name="More emoji").click()
    yui.locator(f".picker-grid {EMOJI}").first.click()
    expect(sora.locator(f".message .reaction {EMOJI}")).to_be_visible()
    axe(sora)
