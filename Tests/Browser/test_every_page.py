"""Checks of every page: no findings of axe, no horizontal scrolling, no violations of the security policy."""

import gzip
import time
import urllib.request

import pytest

from acting import BOB, DESKTOP, VERANDA, dripping, menu, press, sent, shifted, until, watch
from every_page import WITHOUT_SESSION, pages_of

SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
LOCALES = pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])


def clean(page, path):
    assert page.evaluate("window.broken") == [], path


def fits(page, width, path):
    assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@SCHEMES
@LOCALES
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_every_page_is_in_order_on_a_small_phone(person, site, axe, scheme, locale, scripts):
    someone = person(
        color_scheme=scheme, locale=locale, reduced_motion="reduce", java_script_enabled=scripts,
        viewport={"width": 320, "height": 640})
    page = someone.page
    if scripts:
        watch(page)
    # Without scripts axe can't run either.
    check = axe if scripts else lambda page: None
    for path in WITHOUT_SESSION.values():
        page.goto(site.url + path)
        check(page)
        fits(page, 320, path)
    someone.sign_in("alice")
    for path in pages_of(someone).values():
        page.goto(site.url + path)
        check(page)
        fits(page, 320, path)
        if scripts:
            clean(page, path)


@SCHEMES
def test_every_page_is_in_order_on_a_desk(person, site, axe, scheme):
    someone = person("alice", color_scheme=scheme, viewport=DESKTOP, reduced_motion="reduce")
    page = someone.page
    watch(page)
    for path in pages_of(someone).values():
        page.goto(site.url + path)
        until(page, "!document.querySelector('aside[aria-busy]')")
        axe(page)
        fits(page, 1440, path)
        clean(page, path)
    someone.open(VERANDA)
    page.locator(".heading p > a:first-child").click()
    page.locator("aside.details .person").first.wait_for()
    axe(page)
    clean(page, "details")


@SCHEMES
@LOCALES
def test_axe_finds_nothing_in_what_scripts_open(person, axe, scheme, locale):
    someone = person("alice", viewport=DESKTOP, color_scheme=scheme, locale=locale, reduced_motion="reduce").open(VERANDA)
    page = someone.page
    page.locator("aside .conversation").first.wait_for()
    page.fill("#text", "")
    page.locator("#text").press_sequentially("@")
    page.locator("#mention-list [role=option]").first.wait_for()
    axe(page)
    page.fill("#text", "")
    menu(page, page.locator(".messages .message").last)
    axe(page)
    page.locator(".more-emoji").click()
    page.locator("dialog.emoji-picker").wait_for()
    axe(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.locator("dialog.switcher [role=option]").first.wait_for()
    axe(page)
    page.keyboard.press("Escape")
    page.locator("#content").focus()
    page.keyboard.press("?")
    page.locator("dialog.shortcuts").wait_for()
    axe(page)
    page.keyboard.press("Escape")
    page.route("**/messages", lambda route: route.fulfill(status=502, body="<p>no</p>", content_type="text/html"))
    page.fill("#text", "fails")
    page.press("#text", "Enter")
    page.locator(".outgoing.failed").wait_for()
    axe(page)


def test_nothing_that_scripts_open_is_wider_than_a_small_phone(person):
    page = person("alice", viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True).open(VERANDA).page
    inside = """document.documentElement.scrollWidth <= 320
        && [...document.querySelectorAll("dialog")].every((one) => one.scrollWidth <= 320 && one.offsetHeight <= innerHeight)"""
    page.locator("#text").press_sequentially("@")
    assert page.evaluate(inside)
    page.fill("#text", "x" * 300)
    page.get_by_role("button", name="Send", exact=True).tap()
    sent(page)
    assert page.evaluate(inside)
    press(page, page.locator(".messages .message").last)
    page.locator("dialog.menu").wait_for()
    assert page.evaluate(inside)
    page.locator(".more-emoji").tap()
    page.locator("dialog.emoji-picker").wait_for()
    assert page.evaluate(inside)


def test_every_target_can_be_hit_with_a_thumb(person, site):
    someone = person("alice", has_touch=True, is_mobile=True)
    for path in ["/conversations", f"/conversations/{BOB}", "/profile", f"/conversations/{VERANDA}/members"]:
        someone.page.goto(site.url + path)
        small = someone.page.evaluate("""() => [...document.querySelectorAll("button, input:not([type=hidden]), select, .tabs a, .button, .icon-button, .conversation")]
            .filter((one) => one.getClientRects().length > 0 && !one.closest(".reactions"))
            .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
            .filter(([html, box]) => box.height < 43.5 && !/type="(radio|checkbox)"/.test(html))
            .map(([html, box]) => `${box.height} ${html}`)""")
        assert small == [], path


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, DESKTOP], ids=["phone", "desk"])
def test_the_first_page_stands_still(person, site, viewport):
    newcomer = person(viewport=viewport)
    watch(newcomer.page)
    for path in ["/sign-in", "/register"]:
        newcomer.page.goto(site.url + path)
        newcomer.page.wait_for_timeout(400)
        assert shifted(newcomer.page) == 0, path
    alice = person("alice", viewport=viewport)
    watch(alice.page)
    for path in ["/conversations", "/profile", "/bookmarks", "/conversations/new"]:
        alice.page.goto(site.url + path)
        alice.page.wait_for_timeout(400)
        assert shifted(alice.page) == 0, path
    # Scripts that load late move nothing either.
    alice.page.route("**/app.js", lambda route: (time.sleep(0.5), route.continue_()))
    alice.open(VERANDA)
    alice.page.wait_for_timeout(600)
    assert shifted(alice.page) < 0.01


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, DESKTOP], ids=["phone", "desk"])
def test_a_page_that_comes_in_pieces_stands_still(person, site, viewport):
    # A busy browser renders a page before it is complete, as with a slow network.
    newcomer, alice = person(viewport=viewport), person("alice", viewport=viewport)
    watch(newcomer.tab)
    watch(alice.tab)
    with dripping(site, 0.01) as url:
        for someone, path in [(newcomer, "/register"), (alice, "/conversations"), (alice, "/conversations/new")]:
            someone.tab.goto(url + path)
            someone.tab.wait_for_timeout(200)
            assert shifted(someone.tab) == 0, path
        for someone in (newcomer, alice):
            someone.tab.goto("about:blank")


HOSTILE = {
    "HTML": "<img src=x onerror=alert(1)><script>window.owned = 1</script></textarea></template><!-- <b>bold</b>",
    "an attribute": "\" onmouseover=\"window.owned=1\" x='y",
    "links": "[click](javascript:window.owned=1) <javascript:alert(1)> data:text/html,x http://user@host.test/\u202egpj.exe",
    "turned": "\u202eturned \u2066isolated \u200fright \u061c mark\u202c",
    "unseen": "zero\u200bwidth\u200d\u200c\ufeff\u2060 soft\u00adhyphen",
    "one endless word": "W" * 3_000,
    "endless Japanese": "あ" * 3_000,
    "long": "many words " * 909,
    "all newlines": "a\nb\rc\r\nd\u0085e\u2028f\u2029g\u000bh\u000ci",
    "combining": "Z" + "\u0300" * 200 + " ゛" + "\u3099" * 100,
    "controls": "a\u0001b\u0007c\u001bd\u007fe",
    "code": "```\n" + "x" * 500 + "\n```\n`" + "y" * 500 + "`",
    "emoji": "👨‍👩‍👧‍👦🏳️‍🌈👍🏽" * 200,
    "mentions": "@alice " * 300,
}


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_text_and_breaks_no_layout(person, site, name, scripts):
    someone = person("alice", viewport={"width": 320, "height": 640}, java_script_enabled=scripts)
    page = someone.page
    if scripts:
        watch(page)
    someone.open(BOB)
    page.fill("#text", HOSTILE[name])
    page.get_by_role("button", name="Send", exact=True).click()
    if scripts:
        # While it is being sent, and then as the server renders it.
        fits(page, 320, name)
        sent(page)
        assert page.evaluate("window.owned === undefined && window.broken.length === 0")
    else:
        page.wait_for_url("**#latest")
    fits(page, 320, name)
    bubble = page.locator(".messages .bubble").last.bounding_box()
    assert bubble["x"] >= 0 and bubble["x"] + bubble["width"] <= 320
    assert page.locator(".messages .text").last.locator("script, img, iframe, [onerror]").count() == 0
    # The text before and after it keeps its place and direction.
    assert page.locator("#text").bounding_box()["width"] > 150
    page.goto(f"{site.url}/conversations")
    fits(page, 320, name)
    page.goto(f"{site.url}/search?q=tea")
    fits(page, 320, name)


def test_a_lone_surrogate_is_sent_as_what_stands_for_it(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    page.evaluate("document.getElementById('text').value = 'lone \\ud83d and \\udc4d here'")
    page.press("#text", "Enter")
    sent(page)
    assert page.locator(".messages .text").last.inner_text() == "lone \ufffd and \ufffd here"
    page.reload()
    assert page.locator(".messages .text").last.inner_text() == "lone \ufffd and \ufffd here"


def test_a_hostile_name_is_a_name_wherever_scripts_put_it(person, site):
    name = "<b onclick=x>Eve</b> \u202eevE"
    eve = person(viewport=DESKTOP)
    eve.page.goto(f"{site.url}/register")
    eve.page.fill("#name", name)
    eve.page.fill("#alias", "eve")
    eve.page.get_by_role("button", name="Register").click()
    eve.page.wait_for_url("**/conversations")
    alice = person("alice", viewport=DESKTOP)
    page = alice.page
    watch(page)
    page.goto(f"{site.url}/conversations/new")
    page.get_by_label("Search by name").fill("eve")
    page.locator(".matches .person", has_text="@eve").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**#latest")
    page.fill("#text", "hello")
    page.press("#text", "Enter")
    sent(page)
    page.keyboard.press("Control+k")
    page.locator("dialog.switcher [role=option]").first.wait_for()
    page.keyboard.type("eve")
    assert "<b onclick=x>Eve</b>" in page.locator("dialog.switcher [role=option]").first.inner_text()
    page.keyboard.press("Escape")
    page.locator("#text").press_sequentially("@e")
    assert "<b onclick=x>Eve</b>" in page.locator("#mention-list [role=option]").first.inner_text()
    assert page.locator("b[onclick]").count() == 0
    page.fill("#text", "")
    clean(page, "names")


def test_who_wants_no_motion_gets_none_and_colours_can_be_forced(person, axe):
    page = person("alice", viewport=DESKTOP, reduced_motion="reduce", forced_colors="active").open(VERANDA).page
    page.locator("aside .conversation").first.wait_for()
    assert page.evaluate("document.getAnimations().length") == 0
    for selector in [".bubble", ".avatar", "#text"]:
        assert page.locator(selector).first.evaluate("one => parseFloat(getComputedStyle(one).borderTopWidth)") >= 1
    page.keyboard.press("Control+k")
    option = page.locator("dialog.switcher [aria-selected=true]")
    option.wait_for()
    # The selected one is marked by more than its colour.
    assert option.evaluate("one => getComputedStyle(one).outlineStyle") != "none"


def test_on_paper_there_is_the_conversation_and_nothing_else(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.locator("aside .conversation").first.wait_for()
    page.emulate_media(media="print")
    for selector in [".topbar", ".composer", "aside", ".jump", ".emoji-button"]:
        assert not page.locator(selector).first.is_visible(), selector
    assert page.locator(".messages .bubble").first.is_visible()
    assert page.locator("main").bounding_box()["x"] < 400


def test_the_first_pages_are_small_as_they_are_sent(site, person):
    def sent_page(path, cookie=""):
        asked = urllib.request.Request(site.url + path, headers={"Accept-Encoding": "gzip", "Cookie": cookie})
        with urllib.request.urlopen(asked) as answer:
            return answer.headers["Content-Encoding"], answer.read()

    coding, page = sent_page("/sign-in")
    assert coding is None and b"</html>" in page and len(page) < 30_000
    alice = person("alice", java_script_enabled=False)
    session = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in alice.context.cookies())
    # Of an earlier test: a page with a text that somebody types is not compressed.
    alice.context.request.post(
        f"{site.url}/conversations/{VERANDA}/draft", form={"text": ""}, headers={"Origin": site.url})
    # Pages that combine texts of others with private texts are not compressed.
    coding, page = sent_page("/conversations", session)
    assert coding is None and b"</html>" in page and len(page) < 30_000
    coding, page = sent_page(f"/conversations/{VERANDA}", session)
    assert coding == "gzip" and b"</html>" in gzip.decompress(page) and len(page) < 30_000
