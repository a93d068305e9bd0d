"""How far others have read, at one's own messages."""

from acting import DESKTOP, VERANDA, menu, wait_for
from test_editing import message
from test_live import connected, say


def read(page, text):
    """What stands at a message about who has read it."""
    mark = message(page, text).locator(".message-foot > .read")
    return mark.inner_text() if mark.count() else None


def test_the_author_sees_live_that_a_message_was_read(person, axe):
    alice = person("alice", viewport=DESKTOP).open(VERANDA).page
    connected(alice)
    say(alice, "is anybody there?")
    assert read(alice, "is anybody there?") is None
    bob = person("bob", viewport=DESKTOP).open(VERANDA).page
    connected(bob)
    message(bob, "is anybody there?").wait_for()
    wait_for(alice, lambda: read(alice, "is anybody there?") == "Read by 1")
    assert read(bob, "is anybody there?") is None
    assert message(alice, "is anybody there?").locator(".time").count() == 1
    axe(alice)
    sheet = menu(alice, message(alice, "is anybody there?"))
    sheet.locator(".readers summary").click()
    assert sheet.locator(".readers li").all_inner_texts() == ["Bob"]
    axe(alice)


def test_a_selection_stays_when_the_message_is_read_or_reacted_to(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA).page
    connected(alice)
    say(alice, "words to copy")
    mine = message(alice, "words to copy")
    mine.locator(".text").evaluate("text => getSelection().selectAllChildren(text)")
    bob = person("bob", viewport=DESKTOP).open(VERANDA).page
    connected(bob)
    wait_for(alice, lambda: read(alice, "words to copy") == "Read by 1")
    assert alice.evaluate("getSelection().toString()") == "words to copy"
    menu(bob, message(bob, "words to copy")).locator(".emoji-grid button").first.click()
    mine.locator(".reaction").wait_for()
    assert alice.evaluate("getSelection().toString()") == "words to copy"


def test_it_can_be_hidden_without_scripts(person):
    bob = person("bob", java_script_enabled=False)
    page = bob.page
    page.goto(f"{bob.site.url}/profile")
    page.locator("#read-receipts").get_by_role("button", name="Hide").click()
    card = page.locator("#read-receipts")
    assert "Nobody sees how far you have read" in card.inner_text()
    card.get_by_role("button", name="Show").click()
    page.locator("#read-receipts").get_by_role("button", name="Hide").wait_for()
