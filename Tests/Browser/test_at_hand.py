"""The actions on a message at hand: the bar beside it, and a long press or a swipe on a touch screen."""

import pytest

from acting import BOB, DESKTOP, VERANDA, menu, middle, on_the_server, press, sent, texts, touch, until, wait_for

TOUCH = {"has_touch": True, "is_mobile": True}
BAR = ["React with 👍", "React with ❤️", "React with 😄", "Reply", "Bookmark"]


def boxes(page, *elements):
    """Where elements are. One that is replaced in this moment, because somebody has read the message, is nowhere."""
    found = []

    def are_all_there():
        found[:] = [one.bounding_box() for one in elements]
        return all(found)

    wait_for(page, are_all_there)
    return found


def say(page, *lines):
    for line in lines:
        page.fill("#text", line)
        page.press("#text", "Enter")
        sent(page)


@pytest.mark.parametrize("theirs", [True, False], ids=["theirs", "mine"])
def test_a_bar_stands_beside_the_message_and_covers_no_other(person, theirs):
    alice, bob = person("alice", viewport=DESKTOP).open(BOB), person("bob", viewport=DESKTOP).open(BOB)
    say((bob if theirs else alice).page, "first", "second", "third")
    page = alice.page
    page.locator(".message", has_text="third").last.wait_for()
    message = page.locator(".message", has_text="second").last
    message.hover()
    bar = message.get_by_role("group", name="Actions for this message")
    assert [one.get_attribute("aria-label") for one in bar.get_by_role("button").all()] == BAR
    box, bubble = bar.bounding_box(), message.locator(".bubble").bounding_box()
    assert box["x"] >= bubble["x"] + bubble["width"] or box["x"] + box["width"] <= bubble["x"]
    for other in page.locator(".bubble").all():
        there = other.bounding_box()
        assert (there["x"] >= box["x"] + box["width"] or there["x"] + there["width"] <= box["x"]
            or there["y"] >= box["y"] + box["height"] or there["y"] + there["height"] <= box["y"])
    more = message.locator(".more").bounding_box()
    assert box["x"] <= more["x"] and more["x"] + more["width"] <= box["x"] + box["width"]
    # It goes with the mouse.
    page.mouse.move(700, 5)
    bar.wait_for(state="detached")


def test_the_bar_reacts_replies_and_bookmarks(person):
    alice = person("alice", viewport=DESKTOP).open(BOB)
    page = alice.page
    say(page, "to be acted on")
    message = page.locator(".message", has_text="to be acted on").last
    message.hover()
    message.get_by_role("button", name="React with 😄").click()
    message.locator(".reaction.own").wait_for()
    message.hover()
    message.get_by_role("button", name="React with 😄").click()
    message.locator(".reaction").wait_for(state="detached")
    message.hover()
    message.get_by_role("button", name="Bookmark").click()
    message.locator(".bookmarked").wait_for()
    message.hover()
    message.get_by_role("button", name="Reply", exact=True).click()
    page.locator(".composer .answering", has_text="to be acted on").wait_for()
    page.keyboard.press("Escape")


def test_the_focus_brings_the_bar_too(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.locator("#text").focus()
    for _ in range(4):
        page.keyboard.press("Shift+Tab")
        if page.locator(".message-bar").count():
            break
    message = page.locator(".message:has(.message-bar)")
    assert message.count() == 1
    assert message.locator(".more").bounding_box()["width"] == 36
    page.locator("#text").focus()
    page.mouse.move(700, 5)
    page.locator(".message-bar").wait_for(state="detached")


def test_the_menu_has_icons_and_copies_the_text(person, site):
    alice = person("alice", viewport=DESKTOP)
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = alice.open(BOB).page
    say(page, "copy **me**")
    message = page.locator(".message", has_text="copy me").last
    message.hover()
    message.locator(".more").click()
    dialog = page.locator("dialog.menu")
    dialog.wait_for()
    rows = dialog.locator(".action-row .button, summary")
    assert rows.count() == 10
    assert all(row.locator("svg").count() == 1 for row in rows.all())
    dialog.get_by_role("button", name="Copy text").click()
    page.get_by_text("Text copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "copy me"


def test_a_long_press_opens_the_menu(person):
    page = person("alice", **TOUCH).open(VERANDA).page
    message = page.locator(".message").last
    more = message.locator(".more")
    assert more.evaluate("one => getComputedStyle(one).opacity") == "0" and more.bounding_box()["width"] <= 1
    x, y = middle(message)
    press(page, message)
    page.locator("dialog.menu.bottom").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.menu").wait_for(state="detached")
    # A short one and one that moves do not.
    touch(page, (x, y), hold=100)
    touch(page, (x, y), (x, y - 30), (x, y - 60), hold=600)
    assert page.locator("dialog").count() == 0


def test_a_swipe_replies(person):
    page = person("alice", **TOUCH).open(VERANDA).page
    message = page.locator(".message").last
    text = message.locator(".text").inner_text()
    x, y = middle(message)
    touch(page, (x, y), (x - 15, y), (x - 30, y))
    page.wait_for_timeout(200)
    assert page.locator(".answering").count() == 0
    touch(page, (x, y), (x - 20, y), (x - 45, y + 2), (x - 70, y + 2))
    page.locator(".composer .answering").wait_for()
    assert text[:10] in page.locator(".composer .answering .quote-text").inner_text()
    # The message is at its place again.
    until(page, "![...document.querySelectorAll('.message')].some((one) => one.style.transform)")
    assert texts(page) == on_the_server(person("alice"))


def test_without_scripts_a_touch_screen_shows_the_link(person):
    page = person("alice", java_script_enabled=False, **TOUCH).open(VERANDA).page
    more = page.locator(".message .more").last
    assert more.bounding_box()["width"] == 44
    more.tap()
    page.wait_for_url("**/messages/**")


# How much of the bubbles a rectangle covers, in square pixels.
COVERED = """const covered = (left, top, right, bottom) => [...document.querySelectorAll(".messages .bubble")].reduce((sum, one) => {
    const box = one.getBoundingClientRect();
    return sum + Math.max(0, Math.min(right, box.right) - Math.max(left, box.left))
        * Math.max(0, Math.min(bottom, box.bottom, innerHeight) - Math.max(top, box.top, 0));
}, 0);"""

# Of a box: whether it touches one of two others, what it covers, and what it costs; and the least cost at any place on the
# screen that touches one of them. A pixel of distance from the first costs as much as 20 that are covered.
LEAST = """([box, near]) => {
    %s
    const distance = (x, y, other) => Math.max(0, x - other.x - other.width, other.x - x - box.width,
        y - other.y - other.height, other.y - y - box.height);
    const touches = (x, y) => near.some((other) => distance(x, y, other) <= 8.5);
    const area = (x, y) => covered(x, y, x + box.width, y + box.height);
    const cost = (x, y) => area(x, y) + 20 * distance(x, y, near[0]);
    let least = Infinity;
    for (let x = 8; x <= innerWidth - box.width - 8; x += 4) for (let y = 8; y <= innerHeight - box.height - 8; y += 4) {
        if (touches(x, y)) least = Math.min(least, cost(x, y));
    }
    return [touches(box.x, box.y), area(box.x, box.y), cost(box.x, box.y), least];
}""" % COVERED


def test_the_menu_opens_beside_a_message_that_changes_meanwhile(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    say(page, "about to change")
    message = page.locator(".message", has_text="about to change").last
    loading = []
    page.route("**/messages/**", lambda route: loading.append(route))
    message.hover()
    message.locator(".more").click()
    wait_for(page, lambda: loading)
    # As where somebody reads it.
    message.locator(".message-foot").evaluate("foot => foot.replaceWith(foot.cloneNode(true))")
    loading[0].continue_()
    dialog = page.locator("dialog.menu")
    dialog.get_by_role("button", name="Select").wait_for()
    box, near = boxes(page, dialog, message)
    assert max(near["y"] - box["y"] - box["height"], box["y"] - near["y"] - near["height"]) < 20


@pytest.mark.parametrize("theirs", [True, False], ids=["theirs", "mine"])
def test_the_open_menu_covers_no_message_where_there_is_room(person, theirs):
    alice, bob = person("alice", viewport=DESKTOP).open(BOB), person("bob", viewport=DESKTOP).open(BOB)
    say((bob if theirs else alice).page, *[f"short {number}" for number in range(12)])
    page = alice.page
    page.locator(".message", has_text="short 11").last.wait_for()
    for number in (2, 7, 11):
        message = page.locator(".message", has_text=f"short {number}").last
        box, *near = boxes(page, menu(page, message), message.locator(".more"), message.locator(".bubble"))
        touches, area, _, _ = page.evaluate(LEAST, [box, near])
        assert touches and area == 0, number
        page.keyboard.press("Escape")
        page.locator("dialog.menu").wait_for(state="detached")


@pytest.mark.parametrize("width", [900, 1000, 1200])
def test_where_there_is_little_room_the_menu_covers_as_little_as_it_can(person, width):
    alice = person("alice", viewport={"width": width, "height": 800}).open(BOB)
    bob = person("bob", viewport=DESKTOP).open(BOB)
    long = "a long message that takes all the width that there is, and a second line as well, at every width of a window "
    say(bob.page, *[f"{number} {long * 2}" for number in range(3)])
    page = alice.page
    say(page, *[f"{number} {long * 2}" for number in range(3, 6)])
    # The mark that Bob has read them is a line of its own.
    page.locator(".message", has_text="5 a long").last.locator(".read").wait_for()
    for number in (1, 4):
        message = page.locator(".message", has_text=f"{number} a long").last
        more = message.locator(".more")
        dialog = menu(page, message)
        box, *near = boxes(page, dialog, more, message.locator(".bubble"))
        touches, area, cost, least = page.evaluate(LEAST, [box, near])
        assert touches and cost <= least + 20 * 8, (width, number, area, cost, least)
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
