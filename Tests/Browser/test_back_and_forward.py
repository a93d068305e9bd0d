"""Back, forward and reload keep the place; nothing comes back after signing out."""

import contextlib

import pytest
from conftest import CHROMIUM, Person, launch
from playwright.sync_api import Error

from acting import DESKTOP, HIKERS, VERANDA, texts, wait_for
from test_reading import fill, read_all

SITE_ARGUMENTS = ["--request-limit", "off"]


@pytest.fixture
def caching(chromium):
    """Chromium with its back/forward cache, which is off under automation."""
    browser = launch(chromium.browser_type, CHROMIUM, ignore_default_args=["--disable-back-forward-cache"])
    yield browser
    browser.close()


def was_cached(page):
    """Waits until the page is there again, and tells whether it comes from the cache."""
    for _ in range(100):
        page.wait_for_timeout(100)
        # A page that is just being shown has nothing to ask.
        with contextlib.suppress(Error):
            if page.evaluate("window.cached === true"):
                return True
    return False


def prepare(page):
    """Notes when the page comes from the cache; else why not."""
    page.evaluate("""addEventListener('pageshow', (event) => { window.cached = event.persisted })""")


def reasons(page):
    return page.evaluate("JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons)")


def top_of(page, message):
    return page.locator(message).bounding_box()["y"]


@pytest.fixture
def long_veranda(person):
    alice, bob = person("alice"), person("bob")
    fill(bob, VERANDA, 110, "long ago")
    read_all(alice, VERANDA)
    fill(bob, HIKERS, 2, "elsewhere")
    read_all(alice, HIKERS)
    return bob


def read_back(page, further=0):
    """Scrolls up until older messages are loaded, then `further` pixels; returns a selector of the first visible message."""
    page.mouse.move(700, 400)
    page.wait_for_timeout(300)
    while not any(text.startswith("long ago 20\n") for text in texts(page)):
        page.mouse.wheel(0, -600)
        page.wait_for_timeout(60)
    page.mouse.wheel(0, -300 - further)
    page.wait_for_timeout(600)
    return "#" + page.evaluate("""[...document.querySelectorAll('.message')].find((message) =>
        message.getBoundingClientRect().top > 60).id""")


def test_back_comes_from_the_cache_with_the_same_messages_at_the_same_place(caching, site, long_veranda):
    alice = Person(caching, site, viewport=DESKTOP).be("alice")
    page = alice.open(VERANDA).page
    page.wait_for_selector(".present", state="attached")
    first = read_back(page)
    count, top = len(texts(page)), top_of(page, first)
    prepare(page)
    page.goto(f"{site.url}/conversations/{HIKERS}")
    page.wait_for_selector(".present", state="attached")
    # What happens meanwhile must not evict the page, and is there when it is shown again.
    fill(long_veranda, VERANDA, 3, "said meanwhile")
    page.wait_for_timeout(1_000)
    prepare(page)
    page.go_back(wait_until="commit")
    assert was_cached(page), reasons(page)
    assert len(texts(page)) >= count and abs(top_of(page, first) - top) < 2
    page.locator(".message", has_text="said meanwhile 2").wait_for()
    assert abs(top_of(page, first) - top) < 2
    page.go_forward(wait_until="commit")
    assert was_cached(page), reasons(page)
    alice.context.close()


@pytest.mark.parametrize("further", [0, 1800])
def test_a_reload_keeps_the_place(caching, site, long_veranda, further):
    """Also that of a message which the newest page does not have, with more messages after it than a page has."""
    alice = Person(caching, site, viewport=DESKTOP).be("alice")
    page = alice.open(VERANDA).page
    first = read_back(page, further)
    top = top_of(page, first)
    page.reload()
    page.locator(first).wait_for()
    page.wait_for_timeout(500)
    assert abs(top_of(page, first) - top) < 2
    alice.context.close()


def test_after_signing_out_nothing_comes_back_and_other_tabs_hide_what_they_show(caching, site, long_veranda):
    alice = Person(caching, site, viewport=DESKTOP).be("alice")
    page = alice.open(VERANDA).page
    page.wait_for_selector(".present", state="attached")
    other = alice.context.new_page()
    other.goto(f"{site.url}/conversations/{HIKERS}")
    other.wait_for_selector(".present", state="attached")
    page.goto(f"{site.url}/profile")
    page.locator("form[action='/sign-out'] button").click()
    page.wait_for_url("**/sign-in**")
    other.locator(".signed-out").wait_for(timeout=2_000)
    # The notice may be there first, because the event stream has ended.
    wait_for(other, lambda: "elsewhere" not in other.locator("body").inner_text())
    for _ in range(2):
        page.go_back(wait_until="commit")
        page.wait_for_timeout(300)
        assert "long ago" not in page.locator("body").inner_text()
    alice.context.close()
