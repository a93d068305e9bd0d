"""The functions that scripts add to the pages."""

import gzip
import re
from urllib.request import urlopen

import pytest

from acting import (
    BOB, DESKTOP, HIKERS, PUBLIC, VERANDA, compose, forgive, hold, menu, on_the_server, press, sent, slow, texts,
    until, wait_for)


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


def test_what_is_typed_in_another_tab_stays_a_draft_when_a_message_is_sent(person):
    alice, phone = person("alice"), person("alice")
    page, other = alice.open(BOB).page, phone.open(BOB).page
    with other.expect_response("**/draft"):
        other.locator("#text").press_sequentially("another thought")
    # Sending deletes the draft of the conversation, and the other tab stores its text again.
    with other.expect_response("**/draft"):
        page.fill("#text", "sent here")
        page.get_by_role("button", name="Send", exact=True).click()
    sent(page)
    assert phone.open(BOB).page.input_value("#text") == "another thought"
    # For the tests that follow.
    with other.expect_response("**/draft"):
        other.fill("#text", "")


def test_a_draft_survives_a_reload_and_a_change_of_device(person):
    alice, phone = person("alice"), person("alice")
    page = alice.open(BOB).page
    with page.expect_response("**/draft") as answer:
        page.locator("#text").press_sequentially("half a thought")
    assert answer.value.status == 204
    assert phone.open(BOB).page.input_value("#text") == "half a thought"
    page.locator("#text").press_sequentially(", and more")
    # Before the pause is over: the page stores the draft while it is being left.
    page.goto(f"{alice.site.url}/conversations")
    alice.open(BOB)
    assert page.input_value("#text") == "half a thought, and more"
    page.press("#text", "Enter")
    page.get_by_role("button", name="Send", exact=True).click()
    sent(page)
    page.reload()
    assert page.input_value("#text") == ""


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
    # One request at a time.
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
    # Unsent text is stored as a draft when the page is left.
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


def test_reactions_and_bookmarks_change_the_message_in_place(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.evaluate("window.isSamePage = true")
    id = page.locator(".message:has(.reaction:not(.own))").last.get_attribute("id")
    message = page.locator(f"[id='{id}']")
    emoji = message.locator(".reaction:not(.own)").first
    count = int(emoji.inner_text().split()[-1])
    emoji.press("Enter")
    message.locator(".reaction.own").wait_for()
    assert int(message.locator(".reaction.own").inner_text().split()[-1]) == count + 1
    # The keyboard focus is restored.
    until(page, "document.activeElement.className === 'reaction own'")
    menu(page, message).get_by_role("button", name="Bookmark").click()
    page.get_by_role("status").filter(has_text="Bookmarked").wait_for()
    assert message.locator(".bookmarked").is_visible()
    menu(page, message).get_by_role("button", name="Remove bookmark").click()
    message.locator(".bookmarked").wait_for(state="detached")
    assert page.evaluate("window.isSamePage")


def test_the_menu_answers_copies_and_deletes(person, site):
    alice = person("alice", viewport=DESKTOP)
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = alice.open(BOB).page
    page.evaluate("window.isSamePage = true")
    page.fill("#text", "to be answered")
    page.press("#text", "Enter")
    sent(page)
    menu(page, page.locator(".messages .message").last).get_by_role("link", name="Reply").click()
    page.locator(".answering").wait_for()
    assert page.evaluate("document.activeElement.id") == "text"
    page.press("#text", "Escape")
    assert page.locator(".answering").count() == 0
    menu(page, page.locator(".messages .message").last).get_by_role("link", name="Reply").click()
    page.locator(".answering").wait_for()
    page.fill("#text", "the answer")
    page.press("#text", "Enter")
    sent(page)
    answer = page.locator(".messages .message").last
    assert answer.locator(".quote-text").inner_text() == "to be answered"
    menu(page, answer).get_by_role("button", name="Copy link").click()
    page.get_by_role("status").filter(has_text="Link copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"{site.url}/conversations/{BOB}/messages/")
    dialog = menu(page, answer)
    dialog.get_by_text("Delete…").click()
    dialog.get_by_role("button", name="Delete for everyone").click()
    page.get_by_role("status").filter(has_text="Message deleted").wait_for()
    assert "the answer" not in texts(page) and page.evaluate("window.isSamePage")
    assert "the answer" not in on_the_server(alice, BOB)


def test_the_menu_copies_where_there_is_no_clipboard(person, site):
    # Plain http in a local network is no secure context.
    alice = person()
    alice.sign_in("alice", site.lan_url)
    page = alice.page
    page.goto(f"{site.lan_url}/conversations/{BOB}")
    assert page.evaluate("navigator.clipboard === undefined && crypto.randomUUID === undefined")
    page.fill("#text", "from a LAN")
    page.get_by_role("button", name="Send", exact=True).click()
    sent(page)
    menu(page, page.locator(".messages .message").last).get_by_role("button", name="Copy link").click()
    page.get_by_role("status").filter(has_text="Link copied").wait_for()


def test_escape_closes_the_menu_and_the_focus_returns(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    more = page.locator(".messages .more").last
    more.focus()
    page.keyboard.press("Enter")
    page.locator("dialog.menu").wait_for()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate("document.activeElement.className") == "more"


def test_on_touch_the_menu_is_at_the_bottom(person):
    page = person("alice", has_touch=True, is_mobile=True).open(VERANDA).page
    press(page, page.locator(".messages .message").last)
    dialog = page.locator("dialog.menu.bottom")
    dialog.wait_for()
    page.wait_for_timeout(250)
    box = dialog.bounding_box()
    assert box["y"] + box["height"] == pytest.approx(844, abs=1) and box["width"] == 390


def test_mark_as_unread_leads_to_the_list(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    menu(page, page.locator(".messages .message").last).get_by_role("button", name="Mark as unread").click()
    page.wait_for_url("**/conversations")


def test_a_bookmark_is_let_go_in_the_list_of_them(person, site):
    page = person("alice").page
    page.goto(f"{site.url}/bookmarks")
    count = page.locator(".bookmark").count()
    page.get_by_role("button", name="Remove bookmark").first.click()
    until(page, f"document.querySelectorAll('.bookmark').length === {count - 1}")
    assert page.url.endswith("/bookmarks")


def test_a_message_is_changed_on_its_own_page(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    # A copied link.
    link = page.locator(".messages .more").last.evaluate("link => link.href")
    page.goto(link)
    assert page.locator("#actions").count() == 0
    message = page.locator(f".message[id='{link.split('#')[1]}']")
    menu(page, message).get_by_role("button", name="🎉").click()
    message.locator(".reaction.own").first.wait_for()
    assert menu(page, message).locator(".emoji.own").count() == 1
    assert "/messages/" in page.url


def test_a_message_without_scripts_has_its_actions_on_its_own_page(person):
    page = person("alice", java_script_enabled=False).open(VERANDA).page
    page.goto(page.locator(".messages .more").last.get_attribute("href").join([page.url.split("/conv")[0], ""]))
    page.locator("#actions").get_by_role("button", name="🍵").click()
    assert page.locator("#actions .emoji.own", has_text="🍵").count() == 1 and "/messages/" in page.url


def test_older_messages_come_in_and_nothing_moves(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    id = page.locator(".messages .message").nth(3).get_attribute("id")
    top = lambda: page.evaluate(f"document.getElementById('{id}').getBoundingClientRect().top")
    count = page.locator(".messages .message").count()
    # As in a browser without scroll anchoring.
    page.evaluate("document.body.style.overflowAnchor = 'none'")
    held, let_go = hold(page, "**before=**")
    page.evaluate("scrollTo(0, 1200)")
    page.wait_for_timeout(150)
    assert held == []
    page.evaluate("scrollTo(0, 300)")
    wait_for(page, lambda: len(held) == 1)
    before = top()
    let_go()
    until(page, f"document.querySelectorAll('.messages .message').length > {count}")
    assert top() == pytest.approx(before, abs=1)
    ids = page.locator(".messages .message").evaluate_all("all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))
    days = page.locator("h2.day").all_inner_texts()
    assert len(days) == len(set(days))
    # Up to the beginning.
    for _ in range(10):
        if page.locator("a.older").count() == 0:
            break
        page.evaluate("document.querySelector('a.older').click()")
        until(page, "!document.querySelector('a.older[aria-busy]')")
    assert page.get_by_text("This is where the conversation begins.").count() == 1
    # Messages that were loaded stay when a message is sent.
    page.unroute("**before=**")
    count = page.locator(".messages .message").count()
    page.fill("#text", "after paging")
    page.press("#text", "Enter")
    sent(page)
    assert page.locator(".messages .message").count() == count + 1


def test_who_scrolled_up_sees_how_much_is_new(person):
    alice = person("alice", viewport={"width": 390, "height": 600}).open(VERANDA)
    bob = person("bob").open(VERANDA)
    page = alice.page
    assert page.locator(".jump").is_hidden()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight - 2000)")
    page.get_by_role("button", name="Latest").wait_for()
    for text in ("news one", "news two"):
        bob.page.fill("#text", text)
        bob.page.get_by_role("button", name="Send", exact=True).click()
        sent(bob.page)
    before = page.evaluate("scrollY")
    page.evaluate("[...document.querySelectorAll('.reaction')].at(-1).click()")
    page.get_by_role("button", name="2 new").wait_for()
    assert page.evaluate("scrollY") == pytest.approx(before, abs=60)
    page.locator(".jump").click()
    until(page, "document.querySelector('.jump').hidden")


def test_a_change_does_not_stop_the_way_to_the_end(person):
    alice = person("alice", viewport={"width": 390, "height": 600}).open(VERANDA)
    page = alice.page
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight - 2000)")
    page.get_by_role("button", name="Latest").wait_for()
    # The answer to a reaction comes right after.
    held = []
    page.route("**/reactions?at=*", lambda route: held.append(route))
    page.evaluate("[...document.querySelectorAll('.reaction')].at(-1).click()")
    for _ in range(200):
        if held:
            break
        page.wait_for_timeout(10)
    page.evaluate("""addEventListener("engawa:replaced", () => document.body.dataset.replaced = scrollY)""")
    page.locator(".jump").click()
    held[0].continue_()
    until(page, "document.body.dataset.replaced")
    until(page, "document.querySelector('.jump').hidden")
    until(page, "document.documentElement.scrollHeight - innerHeight - scrollY < 2")


def test_a_conversation_opens_at_what_is_new_else_at_its_end(person):
    small = {"width": 390, "height": 500}
    bob, haruka = person("bob").open(VERANDA), person("haruka", viewport=small)
    # Away: what comes while a page shows the end is seen.
    haruka.open(VERANDA).page.goto("about:blank")
    for number in range(12):
        bob.page.fill("#text", f"while you were away {number}")
        bob.page.get_by_role("button", name="Send", exact=True).click()
        sent(bob.page)
    page = haruka.open(VERANDA).page
    assert 0 <= page.locator("#new").bounding_box()["y"] < 200
    # A message that was never visible is not read.
    page.wait_for_timeout(600)
    haruka.open(VERANDA)
    assert page.locator("#new").count() == 1
    page.mouse.move(200, 250)
    for _ in range(8):
        page.mouse.wheel(0, 250)
        page.wait_for_timeout(500)
    page.wait_for_timeout(1_000)
    haruka.open(VERANDA)
    assert page.locator("#new").count() == 0
    until(page, "document.scrollingElement.scrollHeight - innerHeight - scrollY < 2")


def test_an_emoji_is_found_with_the_keyboard_alone(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    page.fill("#text", "")
    page.get_by_role("button", name="Insert an emoji").press("Enter")
    page.locator("dialog.emoji-picker").wait_for()
    assert page.locator(".picker-tab").count() == 7
    page.keyboard.type("お茶")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.id === 'text'")
    assert page.input_value("#text") == "🍵"
    page.get_by_role("button", name="Insert an emoji").press("Enter")
    page.locator("dialog.emoji-picker").wait_for()
    focused = lambda: page.evaluate("document.activeElement.textContent")
    # The most recent emoji is first; arrow keys move through the grid and back to the field.
    page.keyboard.press("ArrowDown")
    assert focused() == "🍵"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert focused() == "😄"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.type") == "search"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert focused() == "😀"
    page.keyboard.press("Enter")
    until(page, "document.activeElement.id === 'text'")
    assert page.input_value("#text") == "🍵😀"
    page.fill("#text", "")


def test_a_reaction_from_the_picker_has_the_chosen_skin_tone(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    message = page.locator(".messages .message").last
    menu(page, message).get_by_role("button", name="More emoji").click()
    page.locator(".tone").nth(3).click()
    page.get_by_label("Search emoji").fill("wave hello")
    page.get_by_role("button", name="wave hello bye").click()
    page.locator(".messages .message").last.get_by_role("button", name="👋🏽").wait_for()


def test_the_list_stands_beside_the_conversation_where_there_is_room(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.evaluate("window.shift = 0; new PerformanceObserver(l => l.getEntries().forEach(e => window.shift += e.value)).observe({type: 'layout-shift', buffered: true})")
    aside = page.get_by_role("complementary", name="Your chats")
    aside.wait_for()
    assert aside.bounding_box()["width"] == 320
    assert aside.locator("[aria-current] .conversation-title").inner_text() == "縁側"
    page.wait_for_timeout(200)
    assert page.evaluate("window.shift") < 0.01
    page.fill("#text", "the list knows")
    page.press("#text", "Enter")
    aside.locator("[aria-current] .conversation-excerpt").filter(has_text="the list knows").wait_for()
    aside.get_by_text("Weekend hikers").click()
    page.wait_for_url(f"**/{HIKERS}#latest")
    page.set_viewport_size({"width": 820, "height": 900})
    assert not page.locator("aside").is_visible()


def test_without_scripts_the_list_stands_there_too(person):
    page = person("alice", viewport=DESKTOP, java_script_enabled=False).open(VERANDA).page
    assert page.locator("main").bounding_box()["x"] > 400
    aside = page.get_by_role("complementary", name="Your chats")
    assert aside.bounding_box()["width"] == 320
    aside.get_by_text("Weekend hikers").click()
    page.wait_for_url(f"**/{HIKERS}#latest")


def test_lists_get_shorter_as_one_types(person, site):
    page = person("alice").page
    rows = page.locator(".conversations .conversation:visible")
    count = rows.count()
    page.locator("#q").press_sequentially("HIKE")
    assert rows.count() == 1
    page.fill("#q", "nobody of this name")
    assert page.get_by_text("No chat of that name.").is_visible()
    page.fill("#q", "")
    assert rows.count() == count
    page.goto(f"{site.url}/conversations/new")
    people = page.locator(".person:visible")
    page.get_by_label("Search by name").fill("bob")
    people.nth(1).wait_for(state="detached")
    assert people.count() == 1
    people.first.click()
    page.get_by_label("Search by name").fill("carol")
    # Selected people stand above, and stay in the form.
    people.filter(has_text="@carol").wait_for()
    assert people.count() == 1
    assert page.get_by_role("button", name="Remove Bob").is_visible()
    people.first.click()
    page.fill("#name", "Both")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("3 members").wait_for()


def test_people_are_searched_without_scripts_and_stay_chosen(person, site):
    page = person("alice", java_script_enabled=False).page
    page.goto(f"{site.url}/conversations/new")
    page.get_by_role("checkbox", name="A group").check()
    page.get_by_label("Name of the group").fill("Choir")
    for name in ["bob", "carol"]:
        page.get_by_label("Search by name").fill(name)
        page.get_by_role("button", name="Search").click()
        page.locator(".person", has_text=f"@{name}").click()
    assert page.locator(".matches > :checked").count() == 2
    assert page.get_by_label("Name of the group").input_value() == "Choir"
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("3 members").wait_for()


def test_ctrl_k_leads_to_another_conversation(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.focus("#text")
    page.keyboard.press("Control+k")
    page.locator("dialog.switcher [role=option]").first.wait_for()
    page.keyboard.type("hike")
    assert page.locator("dialog.switcher [role=option]").count() == 1
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.press("Control+k")
    page.locator("dialog.switcher [role=option]").first.wait_for()
    page.keyboard.type("hike")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{HIKERS}#latest")


def test_alt_and_an_arrow_lead_to_the_next_unread(person):
    # Yui's own messages are read; later ones are not.
    page = person("kenji", viewport=DESKTOP).page
    unread = page.locator(".conversation:has(.badge)").first.get_attribute("href")
    page.keyboard.press("Alt+ArrowDown")
    page.wait_for_url(f"**{unread}")


def test_a_question_mark_shows_the_keys_but_not_while_one_types(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.locator("#text").press_sequentially("really?")
    assert page.locator("dialog").count() == 0
    page.fill("#text", "")
    page.locator("#content").focus()
    page.keyboard.press("?")
    page.get_by_role("heading", name="Keyboard shortcuts").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_a_mention_is_completed(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    box = page.locator("#text")
    box.press_sequentially("hello @")
    options = page.locator("#mention-list [role=option]")
    assert options.count() == 5
    box.press_sequentially("春")
    assert options.count() == 1
    box.press("Enter")
    assert box.input_value() == "hello @haruka "
    box.press_sequentially("and @")
    box.press("ArrowDown")
    second = options.nth(1).locator(".muted").inner_text()
    assert options.nth(1).get_attribute("aria-selected") == "true"
    box.press("Tab")
    assert box.input_value() == f"hello @haruka and {second} "
    box.press_sequentially("me@bo")
    assert not page.locator("#mention-list").is_visible()
    box.press_sequentially(" @b")
    box.press("Escape")
    assert not page.locator("#mention-list").is_visible()
    assert page.locator(".outgoing").count() == 0
    page.fill("#text", "")


def test_waiting_is_visible_and_a_form_is_sent_once(person, site):
    page = person("alice").page
    page.goto(f"{site.url}/conversations/new")
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    page.locator(".person").first.click()
    slow(page, 1_500)
    seen = page.evaluate("""async () => {
        const button = document.querySelector(".begin button");
        button.click();
        await new Promise((resolve) => setTimeout(resolve, 600));
        button.click();
        return [button.disabled, button.ariaBusy, document.querySelector(".progress").hidden];
    }""")
    assert seen == [True, "true", False]
    page.wait_for_url("**/conversations/*#latest")
    assert len([url for url in posts if url.endswith("/conversations")]) == 1


def test_the_notice_of_being_offline_comes_and_goes(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    alice.context.set_offline(True)
    notice = alice.page.get_by_text("You are offline.")
    # The last response before the loss of the network arrives.
    alice.page.evaluate("dispatchEvent(new Event('engawa:reached'))")
    alice.page.wait_for_timeout(1_000)
    assert notice.count() == 0
    notice.wait_for(timeout=8_000)
    alice.page.fill("#text", "written in a tunnel")
    alice.page.press("#text", "Enter")
    alice.page.get_by_role("button", name="Retry").wait_for()
    alice.context.set_offline(False)
    notice.wait_for(state="detached")
    # It disappears after a while.
    sent(alice.page)
    assert on_the_server(alice).count("written in a tunnel") == 1
    alice.complaints = [text for text in alice.complaints if "ERR_INTERNET_DISCONNECTED" not in text]


def test_all_scripts_together_are_small(site):
    # As they are sent: the server removes comments and spaces.
    page = urlopen(f"{site.url}/sign-in").read().decode()
    assets = site.url + re.search(r"/assets/[^/]+/", page)[0]
    sent = [urlopen(assets + file.name).read() for file in PUBLIC.glob("*.js")]
    assert len(sent) > 15 and not any(line.lstrip().startswith(b"//") for script in sent for line in script.splitlines())
    # And what they say, in one language.
    for language in ("en", "ja"):
        words = urlopen(f"{assets}words.{language}.js").read()
        assert len(gzip.compress(words, 9)) < 2_000
        assert sum(len(gzip.compress(script, 9)) for script in [*sent, words]) < 60_000
