"""What scripts add to the pages."""

import gzip
from pathlib import Path

import pytest

VERANDA = "550e8400-e29b-41d4-a716-446655450001"
HIKERS = "550e8400-e29b-41d4-a716-446655450002"
BOB = "550e8400-e29b-41d4-a716-446655450006"
DESKTOP = {"width": 1440, "height": 900}
PUBLIC = Path(__file__).parents[2] / "Public"


def texts(page):
    return page.locator(".messages .text").all_inner_texts()


def sent(page):
    """Waits until nothing is on its way."""
    until(page, "!document.querySelector('.outgoing')")


def on_the_server(someone, conversation=VERANDA):
    """The texts of the newest messages, as a fresh page has them."""
    page = someone.context.new_page()
    page.goto(f"{someone.site.url}/conversations/{conversation}")
    found = texts(page)
    page.close()
    return found


def until(page, condition):
    """Waits for an expression; Playwright's own way needs `eval`, which the page forbids."""
    for _ in range(400):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"never: {condition}")


def hold(page, pattern):
    """Requests of `pattern` wait until they are let go."""
    held = []
    page.route(pattern, lambda route: held.append(route))

    def let_go():
        page.unroute(pattern)
        for route in held:
            route.continue_()

    return held, let_go


def compose(page, text):
    """An input method that has `text` under way."""
    page.focus("#text")
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    return session


def menu(page, message):
    """The menu of a message."""
    message.hover()
    message.locator(".more").click()
    dialog = page.locator("dialog.menu")
    dialog.wait_for()
    return dialog


def forgive(someone, complaint):
    """What a test provokes is no defect of the page."""
    someone.complaints = [text for text in someone.complaints if complaint not in text]
    return someone


# The box


def test_enter_that_ends_a_composition_sends_nothing(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    posts = []
    page.on("request", lambda request: request.url.endswith("/messages") and posts.append(request.url))
    session = compose(page, "とうふ")
    session.send("Input.dispatchKeyEvent", {
        "type": "keyDown", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229, "nativeVirtualKeyCode": 229})
    page.wait_for_timeout(200)
    assert posts == [] and page.locator(".outgoing").count() == 0
    session.send("Input.insertText", {"text": "豆腐"})
    assert page.input_value("#text") == "豆腐"
    page.press("#text", "Enter")
    sent(page)
    assert len(posts) == 1 and texts(page)[-1] == "豆腐"


def test_enter_breaks_the_line_on_touch(person):
    page = person("alice", has_touch=True, is_mobile=True).open(VERANDA).page
    page.locator("#text").press_sequentially("one")
    page.press("#text", "Enter")
    page.locator("#text").press_sequentially("two")
    assert page.input_value("#text") == "one\ntwo"
    assert page.locator(".outgoing").count() == 0
    page.fill("#text", "")


def test_the_box_grows_with_its_text_and_shrinks_when_it_is_sent(person):
    page = person("alice", viewport=DESKTOP).open(HIKERS).page
    height = lambda: page.locator("#text").bounding_box()["height"]
    low = height()
    page.fill("#text", "1\n2\n3\n4")
    assert height() > low + 40
    page.press("#text", "Enter")
    sent(page)
    assert height() == pytest.approx(low, abs=3)


def test_a_draft_survives_a_reload_and_a_change_of_device(person):
    alice, phone = person("alice"), person("alice")
    page = alice.open(BOB).page
    with page.expect_response("**/draft") as answer:
        page.locator("#text").press_sequentially("half a thought")
    assert answer.value.status == 204
    assert phone.open(BOB).page.input_value("#text") == "half a thought"
    page.locator("#text").press_sequentially(", and more")
    # Before the pause is over: the page says it while it leaves.
    page.goto(f"{alice.site.url}/conversations")
    alice.open(BOB)
    assert page.input_value("#text") == "half a thought, and more"
    page.press("#text", "Enter")
    page.get_by_role("button", name="Send").click()
    sent(page)
    page.reload()
    assert page.input_value("#text") == ""


# Sending


def test_what_is_sent_appears_at_once_and_in_order(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    held, let_go = hold(page, "**/messages")
    said = [f"in order {number}" for number in range(4)]
    for text in said:
        page.fill("#text", text)
        page.press("#text", "Enter")
        assert page.input_value("#text") == ""
    assert page.locator(".outgoing .plain").all_inner_texts() == said
    assert page.locator(".outgoing .state").all_inner_texts() == ["Sending…"] * 4
    # One after the other.
    page.wait_for_timeout(100)
    assert len(held) == 1
    let_go()
    sent(page)
    assert texts(page)[-4:] == said
    assert on_the_server(alice)[-4:] == said


def test_an_answer_that_is_lost_and_a_retry_make_one_message(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    bodies = []
    page.on("request", lambda request: request.url.endswith("/messages") and bodies.append(request.post_data))

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/messages", lose)
    page.fill("#text", "only once, please")
    page.press("#text", "Enter")
    retry = page.get_by_role("button", name="Retry")
    retry.wait_for()
    assert page.locator(".outgoing .state").inner_text() == "Not sent"
    assert on_the_server(alice).count("only once, please") == 1
    page.unroute("**/messages")
    retry.click()
    sent(page)
    assert len(bodies) == 2 and bodies[0] == bodies[1]
    assert texts(page).count("only once, please") == 1
    assert on_the_server(alice).count("only once, please") == 1
    forgive(alice, "ERR_FAILED")


def test_nothing_overtakes_what_was_not_sent_and_nothing_is_lost(person):
    alice = person("alice", viewport=DESKTOP).open(HIKERS)
    page = alice.page
    page.route("**/messages", lambda route: route.abort())
    page.fill("#text", "first, though it failed")
    page.press("#text", "Enter")
    page.get_by_role("button", name="Retry").wait_for()
    page.unroute("**/messages")
    # A page that is left with something unsent keeps it as a draft.
    page.goto(f"{alice.site.url}/conversations")
    alice.open(HIKERS)
    assert page.input_value("#text") == "first, though it failed"
    page.route("**/messages", lambda route: route.abort())
    page.press("#text", "Enter")
    page.get_by_role("button", name="Retry").wait_for()
    page.unroute("**/messages")
    page.fill("#text", "second")
    page.press("#text", "Enter")
    sent(page)
    assert texts(page)[-2:] == ["first, though it failed", "second"]
    forgive(alice, "ERR_FAILED")


def test_one_whose_session_ended_signs_in_and_finds_the_text(person):
    alice = person("alice", viewport=DESKTOP).open(BOB)
    page = alice.page
    alice.context.clear_cookies(name="session")
    page.fill("#text", "do not lose me")
    page.press("#text", "Enter")
    page.locator("#user").wait_for()
    page.fill("#user", "alice")
    page.press("#user", "Enter")
    page.wait_for_url("**/conversations/*")
    assert page.input_value("#text") == "do not lose me"
    page.press("#text", "Enter")
    sent(page)


def test_a_text_that_is_too_long_comes_back_with_the_reason(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    page.fill("#text", "x" * 20_001)
    page.press("#text", "Enter")
    page.locator(".composer .fault").wait_for()
    assert len(page.input_value("#text")) == 20_001
    page.fill("#text", "short")
    page.press("#text", "Enter")
    sent(page)
    assert page.locator(".composer .fault").count() == 0


def test_two_tabs_see_each_others_messages(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    bob = person("bob", viewport=DESKTOP).open(VERANDA)
    alice.page.fill("#text", "from one tab")
    alice.page.press("#text", "Enter")
    sent(alice.page)
    bob.page.fill("#text", "from the other")
    bob.page.press("#text", "Enter")
    sent(bob.page)
    assert texts(bob.page)[-2:] == ["from one tab", "from the other"]
    ids = bob.page.locator(".messages .message").evaluate_all("all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))


# All of it


def test_all_scripts_together_are_small():
    size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in PUBLIC.glob("*.js"))
    assert size < 40_000
