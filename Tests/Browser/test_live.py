"""Live updates."""

import re

import pytest
from conftest import Person, Site

from acting import DESKTOP, HIKERS, VERANDA, forgive, shifted, texts, until, wait_for, watch


def connected(page):
    """Waits until the page's event stream is open."""
    page.wait_for_selector(".present", state="attached")


def say(page, text):
    page.fill("#text", text)
    page.press("#text", "Enter")
    page.wait_for_selector(f".message .text:has-text('{text}')")


def neighbours(person):
    """Two users with the same conversation open, and open event streams."""
    pages = [person(alias, viewport=DESKTOP).open(VERANDA).page for alias in ("alice", "bob")]
    for page in pages:
        connected(page)
    return pages


def test_a_message_appears_on_the_other_page_within_a_second(person):
    alice, bob = neighbours(person)
    say(bob, "over the fence")
    alice.wait_for_selector(".message .text:has-text('over the fence')", timeout=1_000)
    # Once, although both the response and the stream contain it.
    bob.wait_for_timeout(300)
    assert texts(bob).count("over the fence") == texts(alice).count("over the fence") == 1
    say(bob, "and again")
    alice.wait_for_selector(".message .text:has-text('and again')", timeout=1_000)
    group = alice.locator(".group").last
    assert group.locator(".message").count() >= 2 and group.locator(".message-foot > .time").count() == 1


def test_reactions_and_deletions_arrive(person):
    alice, bob = neighbours(person)
    say(bob, "react to this")
    message = alice.locator(".message", has_text="react to this")
    message.wait_for()
    path = message.locator(".more").get_attribute("href").split("#")[0].split("?")
    alice.evaluate(
        "path => fetch(path, {method: 'POST', body: new URLSearchParams({add: '🎉'})})", f"{path[0]}/reactions")
    bob.wait_for_selector(".message:has-text('react to this') .reaction:has-text('🎉')", timeout=1_000)
    assert "own" not in bob.locator(".message", has_text="react to this").locator(".reaction").get_attribute("class")
    bob.evaluate("path => fetch(path, {method: 'POST', body: new URLSearchParams()})", f"{path[0]}/delete")
    until(alice, "!document.querySelector('.messages').textContent.includes('react to this')")


def test_whoever_uses_the_keyboard_stays_where_they_are(person):
    alice, bob = neighbours(person)
    say(bob, "who joins in")
    message = alice.locator(".message", has_text="who joins in")
    message.wait_for()
    path = message.locator(".more").get_attribute("href").split("#")[0].split("?")[0]
    react = "([path, add]) => fetch(path, {method: 'POST', body: new URLSearchParams({add})})"
    bob.evaluate(react, [f"{path}/reactions", "🎉"])
    message.locator(".reaction").wait_for()
    message.locator(".reaction").focus()
    bob.evaluate(react, [f"{path}/reactions", "👍"])
    message.locator(".reaction", has_text="👍").wait_for()
    assert alice.evaluate("document.activeElement.innerText").startswith("🎉")


def test_the_list_its_badges_its_order_and_the_title_follow(person):
    alice, bob = person("alice").page, person("bob", viewport=DESKTOP).open(HIKERS).page
    alice.goto(alice.url)
    connected(bob)
    alice.wait_for_timeout(500)
    say(bob, "see you at the station")
    row = alice.locator(".conversation").first
    wait_for(alice, lambda: "see you at the station" in row.inner_text())
    assert HIKERS in row.get_attribute("href")
    assert int(re.match(r"\d+", row.locator(".badge").inner_text()).group()) >= 1
    assert re.match(r"\(\d+\) ", alice.title())
    assert "icon-unread" in alice.locator("link[rel=icon]").get_attribute("href")


def test_reading_on_one_device_clears_the_badge_on_the_other(person):
    phone, desk, bob = person("alice").page, person("alice", viewport=DESKTOP).page, person("bob", viewport=DESKTOP)
    bob = bob.open(HIKERS).page
    connected(bob)
    phone.wait_for_timeout(500)
    say(bob, "read me anywhere")
    badge = phone.locator(f".conversation[href*='{HIKERS}'] .badge")
    badge.wait_for()
    desk.goto(f"{desk.url.rsplit('/', 1)[0]}/conversations/{HIKERS}")
    badge.wait_for(state="detached", timeout=5_000)


def test_who_types_is_shown_and_forgotten(person):
    alice, bob = neighbours(person)
    bob.locator("#text").press_sequentially("hm")
    alice.wait_for_selector(".typing:has-text('Bob')", timeout=2_000)
    until(alice, "document.querySelector('.typing').textContent === ''")
    bob.fill("#text", "")


def test_who_types_may_keep_it_to_themselves(person):
    alice, bob = person("alice", viewport=DESKTOP).open(VERANDA).page, person("bob", viewport=DESKTOP)
    bob.page.goto(f"{bob.site.url}/profile")
    bob.page.select_option("#typing", "off")
    bob.page.click("form[action='/preferences'] button")
    bob = bob.open(VERANDA).page
    connected(alice)
    connected(bob)
    bob.locator("#text").press_sequentially("hm")
    alice.wait_for_timeout(800)
    assert alice.locator(".typing:has-text('Bob')").count() == 0
    bob.fill("#text", "")


def test_what_was_said_while_the_network_was_cut_is_there_when_it_is_back(person):
    alice, bob = person("alice", viewport=DESKTOP), person("bob", viewport=DESKTOP).open(VERANDA).page
    page = alice.open(VERANDA).page
    connected(page)
    connected(bob)
    alice.context.set_offline(True)
    say(bob, "said in the meantime")
    alice.context.set_offline(False)
    page.wait_for_selector(".message .text:has-text('said in the meantime')", timeout=10_000)
    assert texts(page).count("said in the meantime") == 1
    forgive(alice, "ERR_")


def test_who_signs_out_elsewhere_is_told(person):
    alice = person("alice", viewport=DESKTOP)
    page = alice.open(VERANDA).page
    connected(page)
    page.evaluate("fetch('/sign-out', {method: 'POST', redirect: 'manual'})")
    page.wait_for_selector(".signed-out a", timeout=10_000)
    forgive(alice, "ERR_")


def test_two_tabs_of_a_browser_share_one_stream(person):
    alice = person("alice", viewport=DESKTOP)
    first = alice.open(VERANDA).page
    connected(first)
    second = alice.context.new_page()
    second.goto(f"{alice.site.url}/conversations/{HIKERS}")
    connected(second)
    bob = person("bob", viewport=DESKTOP).open(VERANDA).page
    connected(bob)
    say(bob, "to the first tab")
    first.wait_for_selector(".message .text:has-text('to the first tab')", timeout=2_000)
    bob.goto(f"{alice.site.url}/conversations/{HIKERS}")
    say(bob, "to the second tab")
    second.wait_for_selector(".message .text:has-text('to the second tab')", timeout=2_000)
    row = second.locator(f".conversation[href*='{VERANDA}']")
    wait_for(second, lambda: "to the first tab" in row.inner_text())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_types_and_who_is_here_moves_nothing_and_is_in_order(person, axe, scheme):
    alice, bob = person("alice", color_scheme=scheme, reduced_motion="reduce"), person("bob", viewport=DESKTOP)
    page, other = alice.tab, bob.open(VERANDA).page
    connected(other)
    watch(page)
    alice.open(VERANDA)
    connected(page)
    page.wait_for_timeout(300)
    before = shifted(page)
    foot = page.locator(".composer").bounding_box()
    other.locator("#text").press_sequentially("hm")
    page.wait_for_selector(".typing:has-text('Bob')")
    axe(page)
    assert page.locator(".composer").bounding_box() == foot
    assert page.locator(".messages .message-foot").last.bounding_box()["y"] < page.locator(".typing").bounding_box()["y"]
    say(other, "hm, yes")
    page.wait_for_selector(".message .text:has-text('hm, yes')")
    assert shifted(page) == before < 0.01
    assert page.evaluate("window.broken") == []


def test_a_longer_time_in_the_list_moves_nothing(person):
    alice, bob = person("alice", viewport=DESKTOP), person("bob").open(VERANDA).page
    page = alice.tab
    watch(page)
    alice.open(VERANDA)
    connected(page)
    connected(bob)
    # So that the row is at the top already, and does not move there.
    say(bob, "it is early")
    page.wait_for_selector(".message .text:has-text('it is early')")
    time = page.locator(f"aside .conversation[href*='{VERANDA}'] .time")
    time.wait_for()
    # As at ten o'clock, when "9:58" is followed by "10:00".
    time.evaluate("time => time.textContent = ':'")
    page.wait_for_timeout(300)
    before = shifted(page)
    say(bob, "it is later now")
    wait_for(page, lambda: re.search(r"\d", time.inner_text()))
    page.wait_for_timeout(300)
    assert shifted(page) == before


@pytest.mark.parametrize("size", ["normal", "large", "largest"])
@pytest.mark.parametrize("density", ["roomy", "compact"])
def test_a_row_of_the_list_is_as_high_with_a_badge_as_without(person, size, density):
    page = person("bob", viewport=DESKTOP).open(VERANDA).page
    page.evaluate("([size, density]) => Object.assign(document.documentElement.dataset, { size, density })", [size, density])
    heights = """() => [...document.querySelectorAll("aside .conversation")].map((row) => {
        const height = row.offsetHeight;
        row.querySelector(".badges")?.remove();
        const without = row.offsetHeight;
        row.querySelector(".conversation-side").insertAdjacentHTML("beforeend",
            "<span class='badges'><span class='mentioned'>@</span><span class='badge'>3</span></span>");
        return [height, without, row.offsetHeight];
    })"""
    for row in page.evaluate(heights):
        assert len(set(row)) == 1, row


def test_counting_down_to_the_next_attempt_moves_nothing(chromium, tmp_path):
    site = Site(tmp_path)
    alice = Person(chromium, site, viewport=DESKTOP)
    page = alice.tab
    # Without a shared worker, the timers of the stream belong to the page, whose clock the test advances.
    page.add_init_script("delete window.SharedWorker")
    page.clock.install()
    watch(page)
    alice.be("alice").open(VERANDA)
    connected(page)
    site.stop()
    notice = page.locator(".reconnecting")
    seconds = lambda: int(re.search(r"(\d+)", notice.inner_text())[0]) if notice.count() else 0
    for _ in range(200):
        page.clock.run_for(500)
        page.wait_for_timeout(20)
        if seconds() >= 10:
            break
    assert seconds() >= 10
    before = shifted(page)
    width = notice.bounding_box()["width"]
    while seconds() >= 9:
        page.clock.run_for(500)
    page.wait_for_timeout(300)
    assert notice.bounding_box()["width"] == width
    assert shifted(page) == before
    alice.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_broken_stream_is_said_and_comes_back(chromium, axe, tmp_path, scheme):
    site = Site(tmp_path)
    alice = Person(chromium, site, viewport=DESKTOP, color_scheme=scheme, reduced_motion="reduce").be("alice")
    page = alice.tab
    watch(page)
    alice.open(VERANDA)
    connected(page)
    page.locator("aside .conversation").first.wait_for()
    before = shifted(page)
    site.stop()
    notice = page.locator(".reconnecting")
    notice.wait_for(timeout=20_000)
    assert re.search(r"\d", notice.inner_text())
    axe(page)
    box = notice.bounding_box()
    # Above the conversation, not above the list beside it.
    assert box["x"] >= 320 and box["x"] + box["width"] <= 1440
    site = Site(tmp_path, port=site.port)
    # It may have reconnected already.
    page.evaluate("document.querySelector('.reconnecting button')?.click()")
    notice.wait_for(state="detached", timeout=20_000)
    bob = Person(chromium, site, viewport=DESKTOP).be("bob").open(VERANDA)
    connected(bob.page)
    say(bob.page, "there again")
    page.wait_for_selector(".message .text:has-text('there again')")
    assert page.evaluate("window.broken") == []
    assert shifted(page) == before
    for someone in (alice, bob):
        someone.context.close()
    site.stop()


def test_long_names_and_who_is_here_fit_on_a_small_phone(person, site):
    name = "Wilhelmina Konstantina von und zu Engawa am Rande des Gartens"
    eve = person(viewport=DESKTOP)
    eve.page.goto(f"{site.url}/register")
    eve.page.fill("#name", name)
    eve.page.fill("#alias", "wilhelmina")
    eve.page.get_by_role("button", name="Register").click()
    eve.page.wait_for_url("**/conversations")
    eve.page.goto(f"{site.url}/conversations/new")
    eve.page.get_by_label("Search by name").fill("alice")
    eve.page.locator(".matches .person", has_text="@alice").click()
    eve.page.get_by_role("checkbox", name="A group").check()
    eve.page.get_by_label("Name of the group").fill("A veranda that is far longer than any telephone is wide")
    eve.page.get_by_role("button", name="Begin").click()
    eve.page.wait_for_url("**#latest")
    connected(eve.page)
    alice = person("alice", viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    alice.open(eve.page.url.split("/")[-1].split("#")[0])
    page = alice.page
    page.wait_for_selector(".present:has-text('1 here')")
    eve.page.locator("#text").press_sequentially("hm")
    page.wait_for_selector(".typing:has-text('Wilhelmina')")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.locator(".topbar").bounding_box()["height"] <= 57
    present, mode = page.locator(".present").bounding_box(), page.locator(".mode").bounding_box()
    assert present["width"] > 30 and present["x"] + present["width"] <= mode["x"]
    typing = page.locator(".typing").bounding_box()
    assert typing["height"] == 20 and typing["x"] + typing["width"] <= 320
    eve.page.fill("#text", "")


def test_the_script_of_the_shared_worker_is_not_aborted_where_a_page_follows_another(person, site):
    """Chromium tells the page that the worker's script is asked for, and the worker that it has come. Playwright, which
    listens to pages, calls it aborted when the page is left; so the browser itself is asked."""
    page = person("alice", viewport=DESKTOP).page
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    urls, failed = {}, []
    session.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))
    session.on("Network.loadingFailed", lambda event: failed.append((event["type"], urls.get(event["requestId"]), event["errorText"])))
    for path in ("/profile", "/bookmarks", f"/conversations/{VERANDA}", "/profile"):
        page.goto(site.url + path)
        page.wait_for_timeout(500)
    assert any("/stream.js" in url for url in urls.values())
    assert [one for one in failed if "/stream.js" in str(one[1])] == []
    # The worker's script was loaded: there is a stream.
    page.goto(f"{site.url}/conversations/{VERANDA}")
    connected(page)
