"""Somebody is blocked in the direct conversation."""

from acting import BOB, DESKTOP, wait_for
from test_live import connected, say


def test_who_is_blocked_keeps_what_was_typed_and_learns_why(person, axe):
    alice, bob = [person(alias, viewport=DESKTOP).page for alias in ("alice", "bob")]
    site = alice.url.split("/conversations")[0]
    for page in (alice, bob):
        page.goto(f"{site}/conversations/{BOB}")
        connected(page)
    say(bob, "hello alice")
    alice.goto(f"{site}/profile/blocked")
    axe(alice)
    alice.goto(f"{site}/conversations/{BOB}")
    alice.locator(".group:not(.mine) .author a").last.click()
    alice.get_by_text("Block this person?").click()
    alice.get_by_role("button", name="Block", exact=True).click()
    alice.get_by_role("button", name="Unblock").wait_for()
    axe(alice)
    bob.fill("#text", "can you hear me?")
    bob.press("#text", "Enter")
    wait_for(bob, lambda: "can you hear me?" in bob.locator(".outgoing.failed, #text").first.evaluate("e => e.value ?? e.innerText"))
    alice.get_by_role("button", name="Unblock").click()
    alice.get_by_text("Block this person?").wait_for()
    alice.goto(f"{site}/conversations/{BOB}")
    assert "can you hear me?" not in alice.locator(".messages").inner_text()


def test_it_works_without_scripts(person):
    page = person("bob", java_script_enabled=False).open(BOB).page
    page.locator(".group:not(.mine) .author a").last.click()
    page.get_by_text("Block this person?").click()
    page.get_by_role("button", name="Block", exact=True).click()
    page.get_by_role("button", name="Unblock").click()
    page.get_by_text("Block this person?").wait_for()
