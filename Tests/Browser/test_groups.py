"""Groups: their settings and admins, with and without scripts. Haruka is the admin of the sample group."""

import pytest
from acting import DESKTOP, VERANDA, wait_for
from test_editing import message
from test_live import connected, say

HIKERS = "550e8400-e29b-41d4-a716-446655450002"
ROW = f".conversations a[href^='/conversations/{VERANDA}']"


@pytest.mark.parametrize("scripts", [True, False])
def test_an_admin_changes_the_settings(person, axe, scripts):
    page = person("haruka", java_script_enabled=scripts).open(VERANDA).page
    page.goto(page.url.split("?")[0].split("#")[0] + "/members")
    page.get_by_role("link", name="Group settings").click()
    page.get_by_label("Name of the group").fill("The veranda")
    page.get_by_label("Description").fill("For everybody who sits here")
    page.get_by_label("pin messages").check()
    if scripts:
        axe(page)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("For everybody who sits here").wait_for()
    if scripts:
        axe(page)
    page.get_by_role("link", name="Group settings").click()
    assert page.get_by_label("Name of the group").input_value() == "The veranda"
    assert page.get_by_label("pin messages").is_checked()
    member = person("bob", java_script_enabled=scripts).open(VERANDA).page
    assert "renamed the group to “The veranda”" in member.locator(".messages").inner_text()
    assert member.get_by_role("heading", name="The veranda").count() == 1


def test_open_pages_take_the_new_name_and_count_nothing_as_unread(person):
    haruka = person("haruka", viewport=DESKTOP).open(VERANDA).page
    bob = person("bob", viewport=DESKTOP).open(VERANDA).page
    other = person("alice", viewport=DESKTOP).open(HIKERS).page
    for page in (haruka, bob, other):
        connected(page)
    unread = other.locator(f"{ROW} .badge").all_inner_texts()
    haruka.goto(haruka.url.split("?")[0].split("#")[0] + "/group")
    haruka.get_by_label("Name of the group").fill("A quiet place")
    haruka.get_by_role("button", name="Save").click()
    for page in (bob, other):
        wait_for(page, lambda: "A quiet place" in page.locator(f"{ROW} .conversation-title").inner_text())
    wait_for(bob, lambda: "A quiet place" in bob.locator(".topbar").inner_text())
    wait_for(other, lambda: "renamed" in other.locator(f"{ROW} .conversation-excerpt").inner_text())
    assert other.locator(f"{ROW} .badge").all_inner_texts() == unread


def test_admins_are_made_and_unmade(person, axe):
    haruka = person("haruka", viewport=DESKTOP).open(VERANDA).page
    haruka.goto(haruka.url.split("?")[0].split("#")[0] + "/members")
    change = haruka.locator(".person", has_text="@bob").get_by_text("Change…")
    change.click()
    axe(haruka)
    haruka.get_by_role("button", name="Make Bob an admin").click()
    change.click()
    haruka.get_by_role("button", name="Remove Bob as admin").wait_for()
    bob = person("bob").open(VERANDA).page
    bob.goto(bob.url.split("?")[0].split("#")[0] + "/members")
    assert bob.get_by_role("link", name="Group settings").count() == 1
    haruka.get_by_role("button", name="Remove Bob as admin").click()
    change.click()
    haruka.get_by_role("button", name="Make Bob an admin").wait_for()


def test_where_only_admins_send_the_box_says_so(person, axe):
    haruka = person("haruka", viewport=DESKTOP).open(VERANDA).page
    alice = person("alice", viewport=DESKTOP).open(VERANDA).page
    connected(alice)
    haruka.goto(haruka.url.split("?")[0].split("#")[0] + "/group")
    haruka.get_by_label("send messages").check()
    haruka.get_by_role("button", name="Save").click()
    box = alice.locator("#text")
    alice.get_by_text("Only admins can send messages in this group.").wait_for()
    assert not box.is_visible()
    axe(alice)
    haruka.goto(haruka.url.split("/members")[0])
    connected(haruka)
    say(haruka, "the gate is open")
    message(alice, "the gate is open").wait_for()
    haruka.goto(haruka.url.split("?")[0].split("#")[0] + "/group")
    haruka.get_by_label("send messages").uncheck()
    haruka.get_by_role("button", name="Save").click()
    box.wait_for()
    say(alice, "so I may speak")
    message(alice, "so I may speak").wait_for()
