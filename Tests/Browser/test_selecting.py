"""Several messages at once: selected, copied, forwarded in their order, and deleted with an undo."""

import pytest

from acting import BOB, DESKTOP, HIKERS, VERANDA, forgive, menu, middle, on_the_server, press, until, wait_for, watch
from test_live import connected, say

PHONE = {"width": 390, "height": 844}
TOUCH = {"has_touch": True, "is_mobile": True}


def start(page, message):
    menu(page, message).get_by_role("button", name="Select").click()
    bar = page.get_by_role("group", name="Select")
    bar.wait_for()
    return bar


def box(page, text):
    return page.locator(".messages .message", has_text=text).last.get_by_role("checkbox")


def told(page, text):
    page.get_by_role("status").filter(has_text=text).wait_for()


def other_texts(someone, conversation):
    page = someone.context.new_page()
    page.goto(f"{someone.site.url}/conversations/{conversation}")
    found = page.locator(".messages .message blockquote").all_inner_texts()
    page.close()
    return found


def test_messages_are_selected_copied_and_the_text_box_is_back(person, axe):
    alice = person("alice", viewport=DESKTOP)
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = alice.open(BOB).page
    connected(page)
    for text in ("one bold", "two", "three"):
        say(page, text)
    page.fill("#text", "a draft")
    bar = start(page, page.locator(".messages .message", has_text="one bold").last)
    assert not page.locator("#text").is_visible()
    assert bar.get_by_role("status").inner_text() == "1 selected"
    assert box(page, "one bold").is_checked()
    assert page.evaluate("document.activeElement.matches('.select')")
    # A press anywhere on the message counts; what is in it does nothing meanwhile.
    page.mouse.click(*middle(page.locator(".messages .message", has_text="three").last))
    assert bar.get_by_role("status").inner_text() == "2 selected"
    axe(page)
    bar.get_by_role("button", name="Copy").click()
    told(page, "2 texts copied")
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied[0].startswith("Alice, ") and copied[1] == "one bold" and copied[2] == ""
    assert copied[3].startswith("Alice, ") and copied[4] == "three"
    assert page.locator("#text").input_value() == "a draft" and page.locator(".select, [inert]").count() == 0
    page.fill("#text", "")


def test_keys_select_and_escape_ends(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    connected(page)
    for number in range(5):
        say(page, f"key {number}")
    bar = start(page, page.locator(".messages .message", has_text="key 2").last)
    count = bar.get_by_role("status")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    assert count.inner_text() == "3 selected"
    page.keyboard.press("Shift+ArrowUp")
    assert count.inner_text() == "2 selected" and not box(page, "key 4").is_checked()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert count.inner_text() == "2 selected"
    page.keyboard.press("Space")
    assert box(page, "key 1").is_checked() and count.inner_text() == "3 selected"
    page.keyboard.press("Space")
    assert count.inner_text() == "2 selected"
    # Tab leads to the bar.
    bar.get_by_role("button", name="Copy").focus()
    page.keyboard.press("Escape")
    bar.wait_for(state="detached")
    assert page.locator("#text").is_visible()
    assert page.evaluate("document.activeElement.matches('.more')")


def test_shift_and_a_click_select_a_range_and_fifty_are_the_most(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    connected(page)
    for number in range(52):
        say(page, f"many {number:02}")
    bar = start(page, page.locator(".messages .message", has_text="many 51").last)
    box(page, "many 48").click(modifiers=["Shift"])
    assert bar.get_by_role("status").inner_text() == "4 selected"
    first = page.locator(".messages .message", has_text="many 00").last
    first.evaluate("message => message.scrollIntoView({ behavior: 'instant' })")
    page.keyboard.down("Shift")
    page.mouse.click(*middle(first))
    page.keyboard.up("Shift")
    told(page, "At most 50 messages at once")
    # Those from the anchor on.
    assert bar.get_by_role("status").inner_text() == "50 selected"
    assert box(page, "many 02").is_checked() and not box(page, "many 01").is_checked()
    box(page, "many 00").click()
    assert not box(page, "many 00").is_checked() and bar.get_by_role("status").inner_text() == "50 selected"
    assert page.evaluate("getSelection().toString()") == ""


def test_a_draft_stays_where_something_is_forwarded_to(person):
    alice = person("alice", viewport=DESKTOP)
    page = alice.open(HIKERS).page
    connected(page)
    page.fill("#text", "half a thought")
    until(page, "document.querySelector('#text').value === 'half a thought'")
    with page.expect_response("**/draft"):
        page.fill("#text", "half a thought, and more")
    page.goto(f"{alice.site.url}/conversations/{BOB}")
    connected(page)
    say(page, "to be passed on")
    menu(page, page.locator(".messages .message", has_text="to be passed on").last).get_by_role(
        "link", name="Forward").click()
    page.locator("dialog.switcher").wait_for()
    page.keyboard.type("hike")
    wait_for(page, lambda: page.locator("dialog.switcher [role=option]").count() == 1)
    page.keyboard.press("Enter")
    told(page, "forwarded")
    page.goto(f"{alice.site.url}/conversations/{HIKERS}")
    assert page.locator("#text").input_value() == "half a thought, and more"
    assert "to be passed on" in other_texts(alice, HIKERS)[-1]
    page.fill("#text", "")


def test_several_are_forwarded_in_order_and_once_though_an_answer_is_lost(person):
    alice = person("alice", viewport=DESKTOP)
    page = alice.open(BOB).page
    connected(page)
    for text in ("first of three", "second of three", "third of three"):
        say(page, text)
    bar = start(page, page.locator(".messages .message", has_text="third of three").last)
    box(page, "first of three").click(modifiers=["Shift"])
    count = 0

    def lose(route):
        # The second message arrives, and its answer does not.
        nonlocal count
        count += 1
        if count != 2:
            return route.continue_()
        route.fetch()
        route.abort()

    page.route("**/forward?*", lose)
    bar.get_by_role("button", name="Forward").click()
    page.locator("dialog.switcher").wait_for()
    page.keyboard.type("hike")
    wait_for(page, lambda: page.locator("dialog.switcher [role=option]").count() == 1)
    page.keyboard.press("Enter")
    bar.wait_for(state="detached")
    page.locator(".toasts").get_by_role("button", name="Retry").click()
    told(page, "3 messages forwarded")
    assert other_texts(alice, HIKERS)[-3:] == ["first of three", "second of three", "third of three"]
    assert other_texts(alice, HIKERS).count("second of three") == 1
    forgive(alice, "ERR_FAILED")


def test_a_dialog_that_is_closed_leaves_the_selection(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    say(page, "stays selected")
    bar = start(page, page.locator(".messages .message").last)
    bar.get_by_role("button", name="Forward").click()
    page.locator("dialog.switcher").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.switcher").wait_for(state="detached")
    assert bar.get_by_role("status").inner_text() == "1 selected"


def test_own_messages_are_deleted_with_an_undo_and_others_are_not(person):
    alice, bob = person("alice", viewport=DESKTOP), person("bob", viewport=DESKTOP)
    page = alice.open(BOB).page
    connected(page)
    say(bob.open(BOB).page, "theirs")
    for text in ("mine A", "mine B", "mine C"):
        say(page, text)
    bar = start(page, page.locator(".messages .message", has_text="mine A").last)
    box(page, "theirs").check()
    remove = bar.get_by_role("button", name="Delete")
    assert remove.get_attribute("aria-disabled") == "true"
    # Playwright waits for a button that is enabled.
    remove.dispatch_event("click")
    told(page, "Only your own messages can be deleted here")
    box(page, "theirs").uncheck()
    box(page, "mine C").check()
    remove.click()
    undo = page.get_by_role("button", name="Undo")
    undo.wait_for()
    told(page, "Deleting 2 messages")
    assert not page.locator(".messages .message", has_text="mine A").is_visible()
    undo.click()
    assert page.locator(".messages .message", has_text="mine A").is_visible()
    assert {"mine A", "mine C"} <= set(on_the_server(alice, BOB))
    bar = start(page, page.locator(".messages .message", has_text="mine A").last)
    box(page, "mine C").check()
    bar.get_by_role("button", name="Delete").click()
    told(page, "2 messages deleted")
    left = on_the_server(alice, BOB)
    assert "mine A" not in left and "mine C" not in left and "mine B" in left and "theirs" in left


def test_several_that_are_left_behind_are_deleted(person):
    alice = person("alice", viewport=DESKTOP)
    page = alice.open(BOB).page
    connected(page)
    for number in range(12):
        say(page, f"left behind {number}")
    bar = start(page, page.locator(".messages .message", has_text="left behind 11").last)
    box(page, "left behind 0").click(modifiers=["Shift"])
    assert bar.get_by_role("status").inner_text() == "12 selected"
    bar.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Undo").wait_for()
    page.goto(f"{alice.site.url}/conversations")
    wait_for(page, lambda: not any("left behind" in text for text in on_the_server(alice, BOB)))


def test_the_selection_follows_what_happens_meanwhile(person):
    alice, bob = person("alice", viewport=DESKTOP), person("bob", viewport=DESKTOP)
    page = alice.open(BOB).page
    connected(page)
    bob.open(BOB)
    say(bob.page, "to go")
    say(bob.page, "to stay")
    page.locator(".messages .message", has_text="to stay").wait_for()
    bar = start(page, page.locator(".messages .message", has_text="to stay").last)
    box(page, "to go").check()
    # A reaction replaces a message; it stays selected, and the focus stays with it.
    box(page, "to stay").focus()
    bob.page.locator(".messages .message", has_text="to stay").last.hover()
    bob.page.get_by_role("button", name="React with 👍").click()
    page.locator(".messages .message", has_text="to stay").locator(".reaction").wait_for()
    assert box(page, "to stay").is_checked() and bar.get_by_role("status").inner_text() == "2 selected"
    # New ones can be selected, deleted ones can not.
    say(bob.page, "just came")
    box(page, "just came").check()
    assert bar.get_by_role("status").inner_text() == "3 selected"
    gone = bob.page.locator(".messages .message", has_text="to go").last
    dialog = menu(bob.page, gone)
    dialog.get_by_text("Delete…").click()
    dialog.get_by_role("button", name="Delete for everyone").click()
    bar.get_by_role("status").filter(has_text="2 selected").wait_for(timeout=15_000)
    assert page.locator(".tombstone .select").count() == 0


def test_a_long_press_leads_there_too(person):
    page = person("alice", viewport=PHONE, **TOUCH).open(VERANDA).page
    connected(page)
    press(page, page.locator(".messages .message").last)
    page.locator("dialog.menu").get_by_role("button", name="Select").tap()
    bar = page.get_by_role("group", name="Select")
    bar.wait_for()
    page.touchscreen.tap(*middle(page.locator(".messages .message").nth(-2)))
    assert bar.get_by_role("status").inner_text() == "2 selected"
    # No menu opens meanwhile.
    press(page, page.locator(".messages .message").nth(-2))
    assert page.locator("dialog").count() == 0
    bar.get_by_role("button", name="Cancel").tap()
    bar.wait_for(state="detached")


@pytest.mark.parametrize("options", [{"viewport": PHONE, **TOUCH}, {"viewport": DESKTOP}], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_selecting_is_accessible_and_fits(person, axe, options, language, scheme):
    alice = person("alice", locale=language, color_scheme=scheme, **options)
    page = alice.page
    watch(page)
    alice.open(VERANDA)
    connected(page)
    message = page.locator(".messages .message").last
    press(page, message) if "has_touch" in options else menu(page, message)
    page.locator("dialog.menu").get_by_role("button", name="選択" if language == "ja" else "Select").click()
    page.locator(".selection").wait_for()
    page.mouse.click(*middle(page.locator(".messages .message").nth(-2)))
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == options["viewport"]["width"]
    for button in page.locator(".selection button").all():
        assert button.bounding_box()["height"] >= 44
    # Each box stands at the top of its message, at the left of all.
    for one in page.locator(".messages .message").all()[-5:]:
        check, bubble = one.locator(".select").bounding_box(), one.locator(".bubble").bounding_box()
        assert check["x"] + check["width"] <= bubble["x"] and bubble["y"] <= check["y"] + 12 <= bubble["y"] + 40
    # The message that was chosen is still to be seen, above the bar.
    assert message.locator(".bubble").bounding_box()["y"] < page.locator(".selection").bounding_box()["y"]
    until(page, "window.broken.length === 0")
