"""Screen readers and the keyboard: arriving messages are told, and every part of a conversation is reached by keys."""

from acting import DESKTOP, HIKERS, VERANDA, texts, until, wait_for
from test_live import connected, neighbours, say

FOCUS = "document.activeElement"


def told(page):
    return page.locator("[role=log][aria-live=polite] p").all_text_contents()


def test_screen_readers_hear_who_says_what_and_nothing_of_ones_own(person, axe):
    alice, bob = neighbours(person)
    assert told(alice) == [] and alice.locator("[role=log]").count() == 1
    say(bob, "can you hear me")
    until(alice, "document.querySelector('[role=log]').textContent !== ''")
    assert told(alice) == ["Bob Tanaka: can you hear me"] or told(alice)[0].endswith(": can you hear me")
    assert told(alice)[0].startswith("Bob")
    say(alice, "loud and clear")
    say(bob, "good")
    until(alice, "document.querySelectorAll('[role=log] p').length === 2")
    assert not any("loud and clear" in line for line in told(alice))
    assert told(bob)[0].endswith(": loud and clear") and len(told(bob)) == 1
    axe(alice)


def test_older_messages_that_are_loaded_are_not_told(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    connected(page)
    count = len(texts(page))
    page.mouse.move(800, 400)

    def older():
        page.mouse.wheel(0, -900)
        return len(texts(page)) > count

    wait_for(page, older)
    page.wait_for_timeout(200)
    assert told(page) == []


def test_on_a_desk_the_focus_is_in_the_box_and_typing_anywhere_types_there(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    assert page.evaluate(f"{FOCUS}.id") == "text"
    top = page.evaluate("scrollY")
    page.locator("#content").focus()
    page.keyboard.type("typed anywhere")
    assert page.input_value("#text") == "typed anywhere"
    assert page.evaluate("scrollY") >= top
    # Not what belongs to a field, and no shortcuts.
    page.fill("#text", "")
    page.locator("aside .search input").first.focus()
    page.keyboard.type("hike")
    assert page.input_value("#text") == ""
    page.locator("#content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("?")
    page.get_by_role("heading", name="Keyboard shortcuts").wait_for()
    page.keyboard.type("x")
    assert page.input_value("#text") == ""


def test_on_touch_no_keyboard_comes_up(person):
    page = person("alice", has_touch=True, is_mobile=True).open(VERANDA).page
    connected(page)
    assert page.evaluate(f"{FOCUS}.id") != "text"


def test_keys_walk_from_message_to_message(person, axe):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    connected(page)
    everything = texts(page)
    focused = lambda: page.evaluate(f"{FOCUS}.closest('.message')?.querySelector('.text').innerText")
    page.keyboard.press("ArrowUp")
    assert focused() == everything[-1]
    name = page.evaluate(f"{FOCUS}.getAttribute('aria-label')")
    author = page.evaluate(f"{FOCUS}.closest('.group').querySelector('.author').textContent")
    assert name.startswith(f"{author}, {everything[-1][:20]}")
    for index in range(2, 12):
        page.keyboard.press("ArrowUp")
        assert focused() == everything[-index]
        box = page.evaluate(f"(() => {{ const {{top, bottom}} = {FOCUS}.getBoundingClientRect(); return [top, bottom] }})()")
        assert box[0] >= 56 and box[1] <= 900
    axe(page)
    page.keyboard.press("ArrowDown")
    assert focused() == everything[-10]
    page.keyboard.press("Enter")
    page.locator("dialog.menu").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.menu").wait_for(state="detached")
    page.keyboard.press("End")
    if focused() is None:
        page.keyboard.press("F6")
    # Below the last message is the box; a text in it keeps the arrow keys.
    page.locator("#text").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(f"{FOCUS}.id") == "text"
    page.keyboard.type("a draft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(f"{FOCUS}.id") == "text"
    page.fill("#text", "")


def test_a_message_that_changes_keeps_the_focus(person):
    alice, bob = neighbours(person)
    say(bob, "watch this one")
    alice.locator(".message", has_text="watch this one").wait_for()
    alice.locator("#text").focus()
    alice.keyboard.press("ArrowUp")
    path = alice.evaluate(f"{FOCUS}.querySelector('.more').pathname")
    bob.evaluate("path => fetch(path, {method: 'POST', body: new URLSearchParams({add: '🎉'})})", f"{path}/reactions")
    alice.locator(".message .reaction", has_text="🎉").last.wait_for()
    assert alice.evaluate(f"{FOCUS}.matches('.message') && {FOCUS}.textContent.includes('watch this one')")


def test_f6_leads_between_list_messages_and_box(person):
    page = person("alice", viewport=DESKTOP).open(HIKERS).page
    page.locator("aside .conversation").first.wait_for()
    area = lambda: page.evaluate(
        f"{FOCUS}.matches('aside .conversation') ? 'list' : {FOCUS}.matches('.message') ? 'messages' : {FOCUS}.id")
    assert area() == "text"
    walked = []
    for _ in range(4):
        page.keyboard.press("F6")
        walked.append(area())
    assert walked == ["list", "messages", "text", "list"]
    page.keyboard.press("Shift+F6")
    assert area() == "text"
    page.keyboard.press("Control+Shift+f")
    assert page.evaluate(f"{FOCUS}.type") == "search"


def test_the_help_tells_these_keys(person):
    page = person("alice", viewport=DESKTOP).open(HIKERS).page
    page.locator("#content").focus()
    page.keyboard.press("?")
    page.locator("dialog.shortcuts").wait_for()
    keys = page.locator("dialog.shortcuts kbd").all_inner_texts()
    assert "F6" in keys and keys.count("↑") == 3 and "F" in keys
    assert all(page.locator("dialog.shortcuts dd").all_inner_texts())
