"""Help with writing: completion, emoji by any name, formatting, and the undo of a deletion."""

import pytest

from acting import BOB, DESKTOP, HIKERS, VERANDA, menu, on_the_server, sent, texts, until, wait_for
from test_live import connected, neighbours, say


def test_an_emoji_is_completed_by_its_name_between_colons(person, axe):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    box = page.locator("#text")
    box.fill("")
    box.press_sequentially("done :tad")
    option = page.locator("#mention-list [role=option]")
    option.first.wait_for()
    # Fewer letters find others first.
    wait_for(page, lambda: "🎉" in option.first.inner_text())
    axe(page)
    box.press("Enter")
    assert box.input_value() == "done 🎉"
    assert page.locator(".outgoing").count() == 0
    box.press_sequentially(" and :+1:")
    wait_for(page, lambda: box.input_value() == "done 🎉 and 👍")
    box.press_sequentially(" ：わら")
    option.first.wait_for()
    assert "笑" in page.evaluate("document.querySelector('#mention-list').textContent") or option.count() > 0
    box.press("Escape")
    # Neither times nor addresses.
    for text in ("at 10:30", "http://localhost", "a:b", "note: this", "場所 ：学校"):
        page.fill("#text", "")
        box.press_sequentially(text)
        page.wait_for_timeout(100)
        assert not page.locator("#mention-list").is_visible(), text
        assert box.input_value() == text
    page.fill("#text", "")


@pytest.mark.parametrize("typed, emoji", [
    ("わらい", "😄"), ("ワライ", "😄"), ("+1", "👍"), ("tada", "🎉"), ("おちゃ", "🍵"), ("笑い", "😄"), ("thumbs up", "👍"), ("joy", "😂")])
def test_the_picker_finds_emoji_by_kana_and_english_names(person, typed, emoji):
    page = person("alice", viewport=DESKTOP, locale="ja-JP").open(VERANDA).page
    page.locator(".emoji-button").click()
    field = page.locator("dialog.emoji-picker input")
    field.fill(typed)
    wait_for(page, lambda: page.locator("dialog.emoji-picker .picker-grid .emoji").first.inner_text() == emoji)


@pytest.mark.parametrize("typed, alias", [("ゆい", "yui"), ("はるか", "haruka"), ("けんじ", "kenji"), ("結衣", "yui"), ("KEN", "kenji"), ("そら", "sora")])
def test_people_are_completed_by_name_alias_and_reading(person, typed, alias):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    box = page.locator("#text")
    box.fill("")
    box.press_sequentially(f"@{typed}")
    option = page.locator("#mention-list [role=option]")
    option.first.wait_for()
    assert f"@{alias}" in option.first.inner_text()
    box.press("Tab")
    assert box.input_value() == f"@{alias} "
    page.fill("#text", "")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_mention_shows_the_name(person, scripts):
    alice = person("alice", viewport=DESKTOP, java_script_enabled=scripts).open(VERANDA)
    page = alice.page
    page.fill("#text", "with @yui, please")
    page.get_by_role("button", name="Send", exact=True).click()
    if scripts:
        sent(page)
    assert page.locator(".mention").last.inner_text() == "@小林 結衣"
    assert "@yui" not in page.locator(".messages .message").last.inner_text()
    page.goto(f"{alice.site.url}/conversations")
    assert "with @小林 結衣, please" in page.locator(f".conversation[href*='{VERANDA}']").inner_text()


def test_text_is_formatted_by_buttons_and_keys_on_a_desk(person, axe):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    box = page.locator("#text")

    def choose(name):
        page.get_by_role("button", name="Formatting").click()
        page.locator("dialog.formats").wait_for()
        page.locator("dialog.formats").get_by_role("button", name=name).click()
        page.locator("dialog.formats").wait_for(state="detached")

    def select(start, end):
        box.evaluate("(box, [start, end]) => box.setSelectionRange(start, end)", [start, end])

    page.get_by_role("button", name="Formatting").click()
    axe(page)
    page.keyboard.press("Escape")
    box.fill("very important")
    select(5, 14)
    choose("Bold")
    assert box.input_value() == "very **important**"
    assert page.evaluate("document.activeElement.id") == "text"
    box.fill("one\ntwo")
    select(0, 7)
    choose("List")
    assert box.input_value() == "- one\n- two"
    box.fill("said")
    choose("Quote")
    assert box.input_value() == "> said"
    box.fill("x = 1\ny = 2")
    select(0, 11)
    choose("Code")
    assert box.input_value() == "```\nx = 1\ny = 2\n```"
    box.fill("")
    page.keyboard.press("Control+b")
    page.keyboard.type("bold")
    assert box.input_value() == "**bold**"
    page.keyboard.press("Enter")
    sent(page)
    assert page.locator(".messages .message").last.locator("strong").inner_text() == "bold"


def test_there_is_no_formatting_button_on_touch(person):
    page = person("alice", has_touch=True, is_mobile=True).open(VERANDA).page
    page.locator(".emoji-button").wait_for()
    assert page.locator(".format-button").count() == 0


def delete(page, message):
    dialog = menu(page, message)
    dialog.get_by_text("Delete…").click()
    dialog.get_by_role("button", name="Delete for everyone").click()
    dialog.wait_for(state="detached")


def test_a_deletion_can_be_undone(person):
    alice, bob = person("alice", viewport=DESKTOP), person("bob", viewport=DESKTOP)
    page, other = alice.open(BOB).page, bob.open(BOB).page
    connected(page)
    connected(other)
    say(page, "delete me perhaps")
    requests = []
    page.on("request", lambda request: request.url.endswith("/delete") and requests.append(request.url))
    delete(page, page.locator(".messages .message").last)
    undo = page.get_by_role("button", name="Undo")
    undo.wait_for()
    assert not page.locator(".message", has_text="delete me perhaps").is_visible()
    undo.click()
    page.locator(".message", has_text="delete me perhaps").wait_for()
    page.wait_for_timeout(5_500)
    assert requests == [] and "delete me perhaps" in on_the_server(alice, BOB)
    # Without an undo it is deleted, and the others are told.
    other.locator(".message", has_text="delete me perhaps").wait_for()
    delete(page, page.locator(".messages .message").last)
    page.get_by_role("status").filter(has_text="Message deleted").wait_for()
    assert page.locator(".message", has_text="delete me perhaps").count() == 0
    other.locator(".message", has_text="A deleted message").wait_for()
    assert "delete me perhaps" not in other.locator(".messages").inner_text()
    assert "delete me perhaps" not in on_the_server(alice, BOB)
    # What is said next follows, without loading the page again.
    loads = []
    other.on("request", lambda request: "at=newest" in request.url and loads.append(request.url))
    say(page, "after the deletion")
    other.locator(".message", has_text="after the deletion").wait_for()
    assert loads == []


def test_the_offer_to_undo_can_be_perceived_by_all(person, axe):
    # Apart from the click on it: looking for violations can take longer than the offer stands.
    page = person("alice", viewport=DESKTOP).open(BOB).page
    connected(page)
    say(page, "deleted and looked at")
    delete(page, page.locator(".messages .message").last)
    page.get_by_role("button", name="Undo").wait_for()
    axe(page)


def test_who_leaves_the_page_meant_it(person):
    alice = person("alice", viewport=DESKTOP)
    page = alice.open(BOB).page
    connected(page)
    say(page, "gone with the page")
    delete(page, page.locator(".messages .message").last)
    page.get_by_role("button", name="Undo").wait_for()
    page.goto(f"{alice.site.url}/conversations")
    wait_for(page, lambda: "gone with the page" not in on_the_server(alice, BOB))


def test_a_text_is_copied_and_forwarded_to_another_conversation(person, axe):
    alice = person("alice", viewport=DESKTOP)
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = alice.open(BOB).page
    connected(page)
    say(page, "worth telling others")
    last = page.locator(".messages .message").last
    menu(page, last).get_by_role("button", name="Copy text").click()
    page.get_by_role("status").filter(has_text="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "worth telling others"
    menu(page, last).get_by_role("link", name="Forward").click()
    dialog = page.locator("dialog.switcher")
    dialog.wait_for()
    axe(page)
    page.keyboard.type("hike")
    wait_for(page, lambda: dialog.locator("[role=option]").count() == 1)
    page.keyboard.press("Enter")
    page.get_by_role("status").filter(has_text="Forwarded").wait_for()
    other = alice.context.new_page()
    other.goto(f"{alice.site.url}/conversations/{HIKERS}")
    assert other.locator(".messages blockquote").last.inner_text() == "worth telling others"
    assert other.locator(".messages .message").last.inner_text().startswith("Alice")
    other.close()
