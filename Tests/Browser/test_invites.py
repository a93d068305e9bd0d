"""Invitations to a group: made by a member, followed by somebody else, with and without scripts."""

import pytest
from acting import BOB, DESKTOP, forgive, wait_for
from test_groups import HIKERS
from test_live import connected

CAROL = "550e8400-e29b-41d4-a716-446655440003"


def a_group(page):
    """The URL of a new group of Alice and Carol."""
    origin = "/".join(page.url.split("/")[:3])
    made = page.request.post(
        f"{origin}/conversations", form={"people": CAROL, "group": "on", "name": "Tea"}, headers={"Origin": origin})
    return made.url.split("?")[0].split("#")[0]


def link(page, group):
    """Makes an invitation for one."""
    page.goto(f"{group}/members")
    page.get_by_role("link", name="Invitations").click()
    page.get_by_label("Good for").select_option("a day")
    page.get_by_label("People who can join").select_option("one person")
    page.get_by_role("button", name="Make the link").click()
    page.get_by_text("0 of 1 joined").wait_for()
    return page.get_by_label("Link", exact=True).input_value()


@pytest.mark.parametrize("scripts", [True, False])
def test_whoever_is_invited_joins(person, axe, scripts):
    alice = person("alice", java_script_enabled=scripts).open(BOB).page
    invitation = link(alice, a_group(alice))
    alice.get_by_text("Show the QR code").click()
    alice.get_by_role("img", name="QR code of the invitation").wait_for()
    if scripts:
        axe(alice)
    dave = person("dave", java_script_enabled=scripts).page
    dave.goto(invitation)
    if scripts:
        axe(dave)
    dave.get_by_role("button", name="Join").click()
    dave.locator(".messages").get_by_text("Dave joined").wait_for()
    late = person("yui")
    late.page.goto(invitation)
    assert "This invitation can't be used" in late.page.locator("body").inner_text()
    forgive(late, "410")


def test_open_lists_show_the_group_that_was_joined(person):
    alice = person("alice").open(BOB).page
    group = a_group(alice)
    invitation = link(alice, group)
    dave = person("dave", viewport=DESKTOP).open(HIKERS)
    connected(dave.page)
    page = dave.context.new_page()
    page.goto(invitation)
    page.get_by_role("button", name="Join").click()
    path = group.split("/conversations/")[1]
    wait_for(dave.page, lambda: dave.page.locator(f"a.conversation[href*='{path}']").count() > 0)
