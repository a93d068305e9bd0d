"""What happens elsewhere arrives by itself."""

import re

from acting import DESKTOP, HIKERS, VERANDA, forgive, texts, until, wait_for


def connected(page):
    """Waits until the page hears what happens."""
    page.wait_for_selector(".present")


def say(page, text):
    page.fill("#text", text)
    page.press("#text", "Enter")
    page.wait_for_selector(f".message .text:has-text('{text}')")


def test_a_message_appears_on_the_other_page_within_a_second(person):
    alice, bob = person("alice", viewport=DESKTOP).open(VERANDA).page, person("bob", viewport=DESKTOP).open(VERANDA).page
    connected(alice)
    connected(bob)
    say(bob, "over the fence")
    alice.wait_for_selector(".message .text:has-text('over the fence')", timeout=1_000)
    # Once, though both the answer and the stream bring it.
    bob.wait_for_timeout(300)
    assert texts(bob).count("over the fence") == texts(alice).count("over the fence") == 1
    say(bob, "and again")
    alice.wait_for_selector(".message .text:has-text('and again')", timeout=1_000)
    group = alice.locator(".group").last
    assert group.locator(".message").count() >= 2 and group.locator(".message-foot > .time").count() == 1


def test_reactions_and_deletions_arrive(person):
    alice, bob = person("alice", viewport=DESKTOP).open(VERANDA).page, person("bob", viewport=DESKTOP).open(VERANDA).page
    connected(alice)
    connected(bob)
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
    alice, bob = person("alice", viewport=DESKTOP).open(VERANDA).page, person("bob", viewport=DESKTOP).open(VERANDA).page
    connected(alice)
    connected(bob)
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
