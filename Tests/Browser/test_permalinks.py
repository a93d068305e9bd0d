"""Links to messages lead to their place in the conversation."""

import re

from acting import DESKTOP, HIKERS, VERANDA, menu, until
from test_reading import fill, in_view, read_all

SITE_ARGUMENTS = ["--request-limit", "off"]


def first_address(someone, text):
    """The address of a message, found by its text."""
    answer = someone.context.request.get(f"{someone.site.url}/search?q={text}").text()
    return re.search(r'href="(/conversations/[^"]*/messages/[^"]*)"', answer)[1].replace("&amp;", "&")


def lit(page):
    """Waits until the message in the address is lit, whole in view, and until it is lit no more."""
    until(page, "document.querySelector('.message:target.pointed')")
    assert in_view(page, ".message:target") and page.locator(".actions").count() == 0
    until(page, "!document.querySelector('.pointed')")
    return page.locator(".message:target")


def test_a_search_hit_opens_in_its_conversation_lit_for_a_moment(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    fill(bob, VERANDA, 1, "needleword")
    fill(bob, VERANDA, 80, "haystack")
    read_all(alice, VERANDA)
    page = alice.page
    page.goto(f"{site.url}/search?q=needleword")
    page.locator(".found").first.click()
    message = lit(page)
    assert "needleword 0" in message.inner_text()
    row = page.locator("aside .conversation[aria-current='page']")
    row.wait_for()
    assert VERANDA in row.get_attribute("href")
    # The conversation goes on in both directions.
    page.mouse.move(800, 400)
    for _ in range(60):
        if page.locator(".message", has_text="haystack 79").count():
            break
        page.mouse.wheel(0, 800)
        page.wait_for_timeout(100)
    assert page.locator(".message", has_text="haystack 79").count() == 1
    # The menu of the message is where that of any other is.
    assert menu(page, message).get_by_role("button", name="Bookmark").count() == 1


def test_a_bookmark_opens_in_its_conversation(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    fill(bob, VERANDA, 1, "worth keeping")
    address = first_address(alice, "keeping")
    alice.context.request.post(
        site.url + address.split("#")[0].replace("?", "/bookmark?"), form={"state": "on"}, headers={"Origin": site.url})
    page = alice.page
    page.goto(f"{site.url}/bookmarks")
    page.locator(f"a[href*='{address.split('?')[0]}']").first.click()
    assert "worth keeping 0" in lit(page).inner_text()


def test_a_deleted_message_says_so_and_leads_on(person, site):
    alice, bob = person("alice"), person("bob")
    fill(bob, HIKERS, 1, "regretted")
    fill(bob, HIKERS, 1, "what followed")
    address = first_address(bob, "regretted")
    bob.context.request.post(
        site.url + address.split("#")[0].replace("?", "/delete?"), headers={"Origin": site.url})
    page = alice.page
    page.goto(site.url + address)
    assert "deleted" in page.locator("main").inner_text()
    page.get_by_role("link", name="Go to its place").click()
    page.locator(".message", has_text="what followed 0").wait_for()


def test_a_link_to_a_message_is_shown_as_a_quote(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    fill(bob, HIKERS, 1, "quotable")
    address = site.url + first_address(bob, "quotable").split("#")[0]
    page = alice.open(VERANDA).page
    page.fill("#text", f"see {address}")
    page.press("#text", "Enter")
    quote = page.locator(".messages .message").last.locator(".quote")
    quote.wait_for()
    assert "Bob" in quote.inner_text() and "quotable 0" in quote.inner_text()
    quote.click()
    page.wait_for_url("**/messages/**")
    assert "quotable 0" in lit(page).inner_text()
    # Whoever can't read it sees the link.
    dave = person("dave", viewport=DESKTOP)
    dave.page.goto(f"{site.url}/conversations/{VERANDA}")
    assert dave.page.locator(".quote", has_text="quotable").count() == 0
