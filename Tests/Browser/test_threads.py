"""Replies to messages of a group in conversations of their own."""

from acting import DESKTOP, VERANDA, menu, sent, texts, wait_for
from playwright.sync_api import expect


def with_threads(person):
    """An admin of the veranda lets replies open threads."""
    page = person("haruka", java_script_enabled=False).page
    site = page.url.split("/conversations")[0]
    page.goto(f"{site}/conversations/{VERANDA}/group")
    page.get_by_label("Replies open threads").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/conversations/**")
    page.context.close()


def say(page, text):
    page.fill("#text", text)
    page.get_by_role("button", name="Send", exact=True).click()
    page.locator(".messages .message", has_text=text).wait_for()


def test_a_reply_opens_a_thread_and_others_see_how_many_there_are(person, axe):
    with_threads(person)
    bob, alice = (person(name, viewport=DESKTOP).open(VERANDA).page for name in ("bob", "alice"))
    say(bob, "Where is the pot?")
    message = alice.locator(".message", has_text="Where is the pot?")
    message.hover()
    message.get_by_role("button", name="Reply").click()
    alice.wait_for_url(lambda url: VERANDA not in url)
    axe(alice)
    assert texts(alice) == []
    expect(alice.locator(".origin")).to_contain_text("Where is the pot?")
    # One's own list has it only when something was said.
    expect(bob.locator(".conversations")).not_to_contain_text("Thread: Where is the pot?")
    say(alice, "On the shelf")
    sent(alice)
    chip = bob.locator(".message", has_text="Where is the pot?").get_by_role("link", name="1 reply")
    chip.wait_for()
    row = bob.locator(".conversations li", has_text="Thread: Where is the pot?")
    row.locator(".badge").wait_for()
    assert "On the shelf" not in texts(bob)
    axe(bob)
    chip.click()
    bob.locator(".messages .text", has_text="On the shelf").wait_for()
    say(bob, "Thank you")
    alice.locator(".messages .text", has_text="Thank you").wait_for()
    alice.get_by_role("link", name="Back", exact=True).click()
    alice.wait_for_url(f"**/conversations/{VERANDA}**")
    alice.locator(".message", has_text="Where is the pot?").get_by_role("link", name="2 replies").wait_for()


def test_it_works_without_scripts(person):
    with_threads(person)
    page = person("alice", java_script_enabled=False).open(VERANDA).page
    page.fill("#text", "Who waters the plants?")
    page.get_by_role("button", name="Send", exact=True).click()
    page.locator(".message", has_text="Who waters the plants?").locator(".more").click()
    page.get_by_role("button", name="Reply in thread").click()
    page.fill("#text", "I do")
    page.get_by_role("button", name="Send", exact=True).click()
    assert texts(page) == ["I do"]
    page.locator(".origin").click()
    page.get_by_role("link", name="1 reply").click()
    assert texts(page) == ["I do"]
    page.get_by_role("link", name="2 followers").or_(page.get_by_role("link", name="1 follower")).click()
    page.get_by_text("Stop following…").click()
    page.get_by_role("button", name="Stop following").click()
    assert "Thread: Who waters the plants?" not in page.locator(".conversations").inner_text()


def test_from_the_menu_and_anybody_of_the_group_is_mentioned(person):
    with_threads(person)
    page = person("bob", viewport=DESKTOP).open(VERANDA).page
    say(page, "Shall we bake?")
    sent(page)
    menu(page, page.locator(".message", has_text="Shall we bake?"))
    page.get_by_role("button", name="Reply in thread").click()
    page.wait_for_url(lambda url: VERANDA not in url)
    page.locator("#text").press_sequentially("@ken")
    page.get_by_role("option").first.wait_for()
    assert "@kenji" in page.get_by_role("option").first.inner_text()
    page.locator("#text").press("Enter")
    page.locator("#text").press_sequentially("bread")
    page.get_by_role("button", name="Send", exact=True).click()
    sent(page)
    kenji = person("kenji", viewport=DESKTOP).page
    kenji.goto(f"{kenji.url.split('/conversations')[0]}/conversations")
    wait_for(kenji, lambda: kenji.locator(".conversations li", has_text="Thread: Shall we bake?").count() == 1)
