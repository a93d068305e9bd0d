"""Search, in a real browser."""

import pytest

from acting import VERANDA


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_one_searches_from_the_list_and_lands_on_the_message(person, scripts):
    page = person("alice", java_script_enabled=scripts).page
    page.get_by_role("search").get_by_label("Search people, chats and messages").fill("とまと")
    page.get_by_role("search").get_by_role("button", name="Search").click()
    page.wait_for_url("**/search?q=*")
    assert set(page.locator("mark").all_inner_texts()) == {"トマト"}
    hit = page.get_by_role("region", name="Messages").get_by_role("link").nth(2)
    words = hit.locator(".found-text").inner_text()
    hit.click()
    page.wait_for_url("**#m-*")
    target = page.locator(":target")
    assert target.locator(".text").inner_text() == words
    assert target.evaluate("e => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().bottom <= innerHeight")


def test_enter_searches_and_the_field_keeps_the_words(person):
    page = person("alice").page
    page.fill("#q", '"AND" 50%')
    page.press("#q", "Enter")
    page.wait_for_url("**/search?q=*")
    assert page.input_value("#q") == '"AND" 50%'
    assert page.get_by_text("Nothing was found for").is_visible()


def test_people_and_chats_lead_to_their_conversations(person):
    page = person("alice").page
    page.goto(f"{page.url.rsplit('/', 1)[0]}/search?q=bob")
    page.get_by_role("region", name="People").get_by_role("link").first.click()
    page.wait_for_url("**/conversations/*#latest")
    assert page.get_by_role("heading", level=1).inner_text() == "Bob"


@pytest.mark.parametrize("width", [390, 1000, 1400])
def test_a_chat_is_searched_from_its_bar(person, axe, width):
    page = person("alice", viewport={"width": width, "height": 800}).open(VERANDA).page
    page.locator(".topbar").get_by_role("link", name="Search").click()
    page.get_by_text("Find messages in this chat.").wait_for()
    axe(page)
    # Beside the conversation, where there is room for it.
    field = page.locator("form.search:has([name=in]) input[type=search]")
    field.fill("トマト has:link")
    field.press("Enter")
    page.get_by_text("Nothing was found for").wait_for()
    field.fill("トマト")
    field.press("Enter")
    page.locator(".findings").wait_for()
    assert all(VERANDA in one.get_attribute("href") for one in page.locator("a.found").all())
    assert page.locator("a.found mark").count() > 1
    assert (f"/conversations/{VERANDA}" in page.url) == (width >= 900)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_axe_finds_nothing_and_no_search_scrolls_sideways(person, site, axe, scheme, locale):
    page = person("alice", color_scheme=scheme, locale=locale, viewport={"width": 320, "height": 640}).page
    for query in ["", "a", "トマト", "zzzzzzzz" * 12, "x" * 101, "in:nowhere-" + "x" * 80]:
        page.goto(f"{site.url}/search?q={query}")
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, query
