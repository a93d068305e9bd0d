"""Small things of many pages."""

import re

import pytest

from acting import BOB, DESKTOP, VERANDA, until


def test_the_typing_line_leaves_the_border_of_the_box(person):
    alice, bob = person("alice").open(VERANDA), person("bob").open(VERANDA)
    alice.page.wait_for_timeout(500)
    bob.page.locator("#text").press_sequentially("hello")
    line = alice.page.locator(".typing")
    line.filter(has_text="Bob is typing").wait_for()
    box, composer = line.bounding_box(), alice.page.locator(".composer").bounding_box()
    assert box["y"] + box["height"] <= composer["y"]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_the_field_that_is_at_fault_has_the_focus(person, site, scripts):
    page = person(java_script_enabled=scripts).page
    page.goto(f"{site.url}/register")
    page.fill("#name", "Another Alice")
    page.fill("#alias", "alice")
    page.get_by_role("button", name="Register").click()
    page.locator(".fault").wait_for()
    assert page.locator("[aria-invalid=true]").get_attribute("id") == "alias"
    assert page.locator("#alias:focus").count() == 1
    assert "fault" in page.locator("#alias").get_attribute("aria-describedby").split()


def test_emoji_that_are_found_have_their_own_heading(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.locator(".emoji-button").click()
    page.locator("dialog.emoji-picker").wait_for()
    page.keyboard.type("cat")
    page.get_by_role("heading", name="Emoji found").wait_for()


def test_bookmarks_name_the_author(person, site):
    page = person("alice", viewport=DESKTOP).page
    page.goto(f"{site.url}/bookmarks")
    heads = page.locator(".bookmark-head")
    names = [head.locator(".conversation-title").inner_text() for head in heads.all()]
    assert names and "Dave" in names
    assert all(head.locator(".avatar").count() == 1 for head in heads.all())


def test_without_scripts_the_time_zone_is_named(person, site):
    page = person("alice", java_script_enabled=False).page
    for path in ["/conversations", f"/conversations/{VERANDA}"]:
        page.goto(site.url + path)
        note = page.locator(".zone-note")
        assert note.is_visible() and "UTC" in note.inner_text()
        assert note.get_by_role("link").get_attribute("href") == "/profile"
    scripted = person("alice").page
    scripted.goto(f"{site.url}/conversations")
    assert "Times are in" not in scripted.locator("body").inner_text()


@pytest.mark.parametrize("path", ["/conversations", "/bookmarks", "/profile"])
def test_no_target_is_cut_by_the_tabs(person, site, path):
    from axe_playwright_python.sync_playwright import Axe
    page = person("alice", has_touch=True, is_mobile=True).page
    page.goto(site.url + path)
    # At every place to which the page is scrolled.
    for _ in range(8):
        found = Axe().run(page, options={"runOnly": ["target-size"]}).response["violations"]
        assert found == [], [node["html"] for one in found for node in one["nodes"]]
        page.evaluate("scrollBy({ top: 37, behavior: 'instant' })")
