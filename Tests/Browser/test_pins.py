"""Pinned messages: from the menu of a message, at the top of the conversation, and on their own page."""

from acting import DESKTOP, VERANDA, menu, wait_for
from test_editing import message
from test_live import connected, say


def test_a_message_is_pinned_and_unpinned_for_both(person, axe):
    alice, bob = [person(alias, viewport=DESKTOP).open(VERANDA).page for alias in ("alice", "bob")]
    for page in (alice, bob):
        connected(page)
    say(alice, "the key is under the pot")
    message(bob, "the key is under the pot").wait_for()
    menu(bob, message(bob, "the key is under the pot")).get_by_role("button", name="Pin").click()
    for page in (alice, bob):
        page.locator(".topbar .pinned").wait_for()
        assert page.locator(".topbar .pinned").inner_text() == "📌 1"
        assert page.locator(".topbar").get_by_role("link", name="1 pinned").count() == 1
    alice.locator(".topbar .pinned").click()
    alice.get_by_role("heading", name="Pinned messages").wait_for()
    assert alice.locator(".pins .text").all_inner_texts() == ["the key is under the pot"]
    axe(alice)
    alice.get_by_role("link", name="Go to its place in the conversation").click()
    message(alice, "the key is under the pot").wait_for()
    alice.go_back()
    alice.get_by_role("button", name="Unpin").click()
    alice.get_by_text("No messages are pinned.").wait_for()
    wait_for(bob, lambda: bob.locator(".topbar .pinned").count() == 0)


def test_it_works_without_scripts(person):
    page = person("bob", java_script_enabled=False).open(VERANDA).page
    page.locator(".messages .more").last.click()
    page.get_by_role("button", name="Pin", exact=True).click()
    page.get_by_role("button", name="Unpin").wait_for()
    page.goto(page.url.split("/messages/")[0])
    page.get_by_role("link", name="1 pinned").click()
    page.get_by_role("button", name="Unpin").click()
    assert "No messages are pinned." in page.locator("main").inner_text()
