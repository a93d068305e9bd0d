"""Seen messages count as read, and unread ones are marked."""

from acting import BOB, DESKTOP, HIKERS, VERANDA, sent, until, wait_for


def say(someone, conversation, *words):
    someone.open(conversation)
    for text in words:
        someone.page.fill("#text", text)
        someone.page.get_by_role("button", name="Send").click()
        sent(someone.page)


def test_what_was_not_seen_stays_unread(person, site):
    alice, bob = person("alice"), person("bob")
    alice.open(VERANDA)
    # A message that arrives in the visible part is seen.
    alice.open(BOB)
    say(bob, VERANDA, *[f"one of many {number}" for number in range(30)])
    reads = []
    alice.page.on("request", lambda request: request.url.endswith("/read") and reads.append(request.post_data))
    page = alice.open(VERANDA).page
    page.wait_for_timeout(900)
    assert reads == []
    row = f".conversation[href^='/conversations/{VERANDA}']"
    page.goto(f"{site.url}/conversations")
    assert page.locator(f"{row} .badge").inner_text().split()[0] == "30"
    alice.open(VERANDA)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    wait_for(page, lambda: len(reads) == 1)
    page.wait_for_timeout(900)
    page.goto(f"{site.url}/conversations")
    assert page.locator(f"{row} .badge").count() == 0
    assert len(reads) == 1


def test_without_scripts_what_is_sent_is_read(person, site):
    alice, bob = person("alice", java_script_enabled=False), person("bob")
    say(bob, VERANDA, "for somebody without scripts")
    alice.open(VERANDA)
    alice.page.goto(f"{site.url}/conversations")
    assert alice.page.locator(f".conversation[href^='/conversations/{VERANDA}'] .badge").count() == 0


def test_a_tab_behind_another_reads_nothing(person):
    alice, bob = person("alice"), person("bob")
    alice.open(BOB)
    say(bob, VERANDA, "is anybody looking?")
    reads = []
    alice.page.on("request", lambda request: request.url.endswith("/read") and reads.append(request.url))
    alice.page.add_init_script("Object.defineProperty(document, 'visibilityState', { get: () => window.state ?? 'hidden' })")
    page = alice.open(VERANDA).page
    page.wait_for_timeout(900)
    assert reads == []
    page.evaluate("window.state = 'visible'; document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(page, lambda: len(reads) == 1)


def test_the_title_and_the_icon_tell_how_much_is_unread(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    say(bob, VERANDA, "news for the icon")
    page = alice.page
    icon = lambda: page.evaluate("document.querySelector('link[rel=icon]').href.split('/').pop()")
    page.goto(f"{site.url}/conversations")
    assert page.title().startswith("(") and icon() == "icon-unread.svg"
    # The list beside another conversation shows the same count.
    alice.open(HIKERS)
    until(page, "document.title.startsWith('(')")
    assert icon() == "icon-unread.svg"
    # Opening each unread conversation marks it as read.
    for _ in range(12):
        rows = page.locator("aside .conversation:has(.badge)")
        if rows.count() == 0:
            break
        path = rows.first.get_attribute("href")
        page.goto(site.url + path)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.locator(f"aside .conversation[href='{path}']").wait_for()
        page.locator(f"aside .conversation[href='{path}'] .badge").wait_for(state="detached")
    until(page, "!document.title.startsWith('(')")
    assert icon() == "icon.svg"
