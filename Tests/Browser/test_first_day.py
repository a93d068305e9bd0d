"""The basic functions, in a real browser."""

import pytest

VERANDA = "550e8400-e29b-41d4-a716-446655450001"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_two_people_hold_a_conversation(person, scripts):
    alice = person("alice", java_script_enabled=scripts).open(VERANDA)
    bob = person("bob", java_script_enabled=scripts).open(VERANDA)
    text = f"Is the veranda free? ({'on' if scripts else 'off'})"
    alice.page.fill("#text", text)
    alice.page.get_by_role("button", name="Send", exact=True).click()
    # Stored, not only shown: with scripts a message is shown before it has arrived, and then has no id yet.
    alice.page.locator("[id^='m-']", has_text=text).wait_for()
    bob.page.reload()
    assert bob.page.locator(".messages").get_by_text(text).is_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_a_form_is_accepted_over_plain_http_on_a_lan(person, site, scripts):
    # Browsers send no Sec-Fetch-Site there: the check relies on Origin, which "no-referrer" would turn into "null".
    alice = person(java_script_enabled=scripts)
    origins = []
    alice.page.on("request", lambda request: request.method == "POST" and origins.append(request.headers))
    alice.sign_in("alice", site.lan_url)
    assert alice.page.url == f"{site.lan_url}/conversations"
    assert "sec-fetch-site" not in origins[0]


def test_a_form_of_another_site_changes_nothing(person, site):
    alice = person("alice")
    page = alice.page
    page.route("http://evil.test/", lambda route: route.fulfill(
        content_type="text/html",
        body=f'<form method="post" action="{site.url}/conversations/{VERANDA}/messages">'
        '<input name="text" value="forged"><button>Win</button></form>'))
    page.goto("http://evil.test/")
    page.click("button")
    page.wait_for_load_state()
    assert "forged" not in alice.open(VERANDA).page.content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_axe_finds_nothing_and_no_page_scrolls_sideways(person, site, axe, scheme, locale):
    alice = person(color_scheme=scheme, locale=locale, viewport={"width": 320, "height": 640})
    alice.page.goto(f"{site.url}/sign-in")
    axe(alice.page)
    alice.sign_in("alice")
    for path in ["/conversations", f"/conversations/{VERANDA}", "/profile", "/session", "/nowhere"]:
        alice.page.goto(site.url + path)
        axe(alice.page)
        assert alice.page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_times_are_those_of_the_browsers_zone(person):
    tokyo = person("alice", timezone_id="Asia/Tokyo").open(VERANDA)
    honolulu = person("alice", timezone_id="Pacific/Honolulu").open(VERANDA)
    shown = [someone.page.locator(".time").last.inner_text() for someone in (tokyo, honolulu)]
    hours = [int(text.split(":")[0]) for text in shown]
    assert (hours[0] - hours[1]) % 24 == 19


def test_enter_sends_and_shift_enter_breaks_the_line(person):
    alice = person("alice", viewport={"width": 1200, "height": 800}).open(VERANDA)
    alice.page.locator("#text").press_sequentially("first line")
    alice.page.press("#text", "Shift+Enter")
    alice.page.locator("#text").press_sequentially("second line")
    alice.page.press("#text", "Enter")
    alice.page.locator(".outgoing").wait_for(state="detached")
    assert alice.page.locator(".text").last.inner_text() == "first line\nsecond line"


def test_paging_back_reaches_the_beginning(person):
    alice = person("alice", java_script_enabled=False).open(VERANDA)
    for _ in range(40):
        older = alice.page.get_by_role("link", name="Older messages")
        if older.count() == 0:
            break
        older.click()
    assert alice.page.get_by_text("This is where the conversation begins.").is_visible()
