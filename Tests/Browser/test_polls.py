"""Polls, which are messages with votes as reactions."""

from acting import DESKTOP, VERANDA, sent
from playwright.sync_api import expect


def test_a_poll_is_made_and_votes_arrive(person, axe):
    alice, bob = (person(name, viewport=DESKTOP).open(VERANDA).page for name in ("alice", "bob"))
    alice.get_by_role("link", name="New poll").click()
    axe(alice)
    alice.get_by_label("Question").fill("Where shall we meet?")
    alice.get_by_label("Option 1", exact=True).fill("At home")
    alice.get_by_label("Option 2").fill("At the station")
    alice.get_by_role("button", name="Send").click()
    alice.wait_for_url(f"**/conversations/{VERANDA}**")
    poll = bob.locator(".message", has_text="Where shall we meet?")
    poll.get_by_role("button", name="At home").click()
    own = alice.locator(".message", has_text="Where shall we meet?")
    expect(own.get_by_role("button", name="At home")).to_contain_text("1")
    expect(poll.get_by_role("button", name="At home")).to_have_attribute("aria-pressed", "true")
    axe(bob)
    # Everybody has one vote.
    poll.get_by_role("button", name="At the station").click()
    expect(own.get_by_role("button", name="At the station")).to_contain_text("1")
    expect(own.get_by_role("button", name="At home")).to_contain_text("0")
    own.get_by_role("button", name="End the poll").click()
    expect(poll.get_by_role("button", name="At home")).to_be_disabled()
    expect(poll).to_contain_text("Over · 1 voted")
    axe(alice)


def test_it_works_without_scripts_and_keeps_what_was_typed(person):
    page = person("bob", java_script_enabled=False).open(VERANDA).page
    page.get_by_role("link", name="New poll").click()
    page.get_by_label("Question").fill("Tea or coffee?")
    page.get_by_label("Option 1", exact=True).fill("Tea")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Write two options or more.").wait_for()
    page.get_by_text("More options").click()
    page.get_by_label("Option 9").fill("Coffee")
    page.get_by_label("Several options may be chosen").check()
    page.get_by_role("button", name="Send").click()
    poll = page.locator(".message", has_text="Tea or coffee?")
    for option in ("Tea", "Coffee"):
        poll.get_by_role("button", name=option).click()
    expect(poll).to_contain_text("Choose any number · 1 voted")
    assert poll.locator(".option.own").count() == 2


def test_the_way_to_it_goes_where_there_is_text(person):
    page = person("sora", viewport={"width": 320, "height": 640}, has_touch=True).open(VERANDA).page
    link = page.get_by_role("link", name="New poll")
    assert link.is_visible()
    page.fill("#text", "hello")
    assert not link.is_visible()
    page.fill("#text", "")
    sent(page)
