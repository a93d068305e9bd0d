"""Seen messages count as read, and unread ones are marked."""

import random
import re

from acting import BOB, DESKTOP, HIKERS, VERANDA, sent, texts, until, wait_for

# Tests begin with many messages.
SITE_ARGUMENTS = ["--request-limit", "off"]


def say(someone, conversation, *words):
    someone.open(conversation)
    for text in words:
        someone.page.fill("#text", text)
        someone.page.get_by_role("button", name="Send", exact=True).click()
        # On a page of older messages, the newest ones are loaded first, and the text is in the box until then.
        until(someone.page, "!document.getElementById('text').value")
        sent(someone.page)


def fill(someone, conversation, count, name):
    """Sends many messages, each of a few lines."""
    for number in range(count):
        assert send(someone, conversation, f"{name} {number}\nsecond line\nthird line").status == 303


def send(someone, conversation, text):
    return someone.context.request.post(
        f"{someone.site.url}/conversations/{conversation}/messages", max_redirects=0,
        form={"key": f"{random.getrandbits(128):032x}", "text": text}, headers={"Origin": someone.site.url})


def badge(someone, conversation):
    """What the list says of a conversation's unread messages."""
    page = someone.context.request.get(f"{someone.site.url}/conversations").text()
    row = page[page.index(f'href="/conversations/{conversation}'):].split("</li>")[0]
    found = re.search(r'class="badge"[^>]*>([^<]*)', row)
    return found[1] if found else ""


def read_all(someone, conversation):
    page = someone.context.request.get(f"{someone.site.url}/conversations/{conversation}?at=newest").text()
    newest = re.findall(r'id="m-([0-9a-f-]{36})"', page)[-1]
    someone.context.request.post(
        f"{someone.site.url}/conversations/{conversation}/read", form={"message": newest},
        headers={"Origin": someone.site.url})
    assert badge(someone, conversation) == ""


def in_view(page, selector):
    return page.evaluate("""selector => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return Boolean(box && box.top >= 0 && box.bottom <= innerHeight);
    }""", selector)


def step(page, distance=400, pause=500):
    page.mouse.wheel(0, distance)
    page.wait_for_timeout(pause)


def test_a_conversation_opens_at_the_first_unread_message_and_the_mark_follows_what_is_seen(person):
    alice, bob = person("alice"), person("bob")
    read_all(alice, VERANDA)
    fill(bob, VERANDA, 72, "unread")
    page = alice.open(VERANDA).page
    until(page, "document.querySelector('#new')")
    assert in_view(page, "#new")
    message = page.locator(".message", has_text="unread 0\n")
    assert in_view(page, f"#{message.get_attribute('id')}")
    # What was read before is above the line.
    assert page.evaluate("document.querySelector('.message').compareDocumentPosition(document.querySelector('#new')) & 4")
    # Only what is seen is read.
    wait_for(page, lambda: badge(alice, VERANDA) != "72")
    page.wait_for_timeout(1_500)
    seen = page.evaluate("""[...document.querySelectorAll('.message')].filter((message) =>
        message.getBoundingClientRect().bottom <= innerHeight && message.textContent.includes('unread')).length""")
    assert 0 < 72 - int(badge(alice, VERANDA)) <= seen + 1 < 20
    page.mouse.move(200, 400)
    for _ in range(100):
        if badge(alice, VERANDA) == "":
            break
        step(page)
    assert badge(alice, VERANDA) == ""
    assert [text.split("\n")[0] for text in texts(page) if text.startswith("unread")] == [f"unread {n}" for n in range(72)]


def test_the_way_down_and_up_again_loses_nothing_unread(person):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    read_all(alice, VERANDA)
    fill(bob, VERANDA, 120, "far")
    page = alice.open(VERANDA).page
    until(page, "document.querySelector('#new')")
    page.wait_for_timeout(1_500)
    page.locator(".jump", has_text="Latest").click()
    page.locator(".message", has_text="far 119").wait_for()
    assert in_view(page, ".message-foot:has(> .time):last-child") or page.evaluate(
        "document.documentElement.scrollHeight - innerHeight - scrollY < 5")
    page.wait_for_timeout(1_500)
    assert badge(alice, VERANDA) == "99+"
    up = page.locator(".unread-bar a")
    assert "new" in up.inner_text() and up.is_visible()
    up.click()
    until(page, "document.querySelector('#new')")
    first = page.locator(".message", has_text=re.compile(r"far \d+")).first
    assert int(re.search(r"far (\d+)", first.inner_text())[1]) < 20
    assert in_view(page, "#new")
    # New messages keep arriving below.
    page.locator(".jump").click()
    page.locator(".message", has_text="far 119").wait_for()
    fill(bob, VERANDA, 1, "the last")
    page.locator(".message", has_text="the last 0").wait_for()
    page.locator(".unread-bar button").click()
    page.locator(".unread-bar").wait_for(state="hidden")
    assert badge(alice, VERANDA) == ""


def test_what_is_written_on_a_page_of_older_messages_is_shown_at_the_end(person):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    read_all(alice, VERANDA)
    fill(bob, VERANDA, 72, "before an answer")
    page = alice.open(VERANDA).page
    until(page, "document.querySelector('#new')")
    page.fill("#text", "an answer from above")
    page.press("#text", "Enter")
    page.locator(".message", has_text="an answer from above").wait_for()
    sent(page)
    assert texts(page)[-1] == "an answer from above" and texts(page).count("an answer from above") == 1
    read_all(alice, VERANDA)


def test_without_scripts_the_page_that_opens_has_the_first_unread_and_the_mark_follows_the_pages(person, site):
    alice, bob = person("alice", java_script_enabled=False), person("bob")
    read_all(alice, HIKERS)
    fill(bob, HIKERS, 130, "page by page")
    alice.page.goto(f"{site.url}/conversations")
    alice.page.locator(f".conversation[href^='/conversations/{HIKERS}']").click()
    page = alice.page
    shown = lambda: [int(n) for n in re.findall(r"page by page (\d+)", page.locator(".messages").inner_html())]
    assert shown()[0] == 0 and page.locator("#new").count() == 1
    box = page.locator("#new").bounding_box()
    assert 0 <= box["y"] < 844
    known, last = set(), -1
    while True:
        known |= set(shown())
        assert max(shown()) > last
        last = max(shown())
        left = badge(alice, HIKERS)
        if last == 129:
            assert left == ""
            break
        assert left == ("99+" if 129 - last > 99 else str(129 - last))
        page.get_by_role("link", name="Newer messages").click()
    assert known == set(range(130))


def test_without_scripts_the_newest_page_marks_nothing_that_was_not_sent(person, site):
    alice, bob = person("alice", java_script_enabled=False), person("bob")
    read_all(alice, HIKERS)
    fill(bob, HIKERS, 72, "not sent")
    page = alice.page
    page.goto(f"{site.url}/conversations/{HIKERS}?at=newest#latest")
    assert badge(alice, HIKERS) == "72"
    page.get_by_role("link", name="72 new").click()
    assert "not sent 0\n" in page.locator(".messages").inner_text()
    fill(bob, HIKERS, 72, "not sent either")
    page.goto(f"{site.url}/conversations/{HIKERS}?at=newest#latest")
    page.get_by_role("button", name="Mark as read").click()
    assert badge(alice, HIKERS) == ""


def test_what_was_not_seen_stays_unread(person, site):
    alice, bob = person("alice"), person("bob")
    read_all(alice, VERANDA)
    # A message that arrives in the visible part is seen.
    alice.open(BOB)
    fill(bob, VERANDA, 30, "one of many")
    reads = []
    alice.page.on("request", lambda request: request.url.endswith("/read") and reads.append(request.post_data))
    page = alice.open(VERANDA).page
    page.wait_for_timeout(900)
    assert len(reads) == 1
    row = f".conversation[href^='/conversations/{VERANDA}']"
    page.goto(f"{site.url}/conversations")
    left = int(page.locator(f"{row} .badge").inner_text().split()[0])
    assert 10 < left < 30
    # What a jump passes over was not seen.
    alice.open(VERANDA)
    page.wait_for_timeout(900)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(900)
    page.goto(f"{site.url}/conversations")
    assert 0 < int(page.locator(f"{row} .badge").inner_text().split()[0]) < left
    alice.open(VERANDA)
    page.wait_for_timeout(500)
    page.mouse.move(200, 400)
    for _ in range(40):
        if badge(alice, VERANDA) == "":
            break
        step(page)
    page.goto(f"{site.url}/conversations")
    assert page.locator(f"{row} .badge").count() == 0


def test_without_scripts_what_is_sent_is_read(person, site):
    alice, bob = person("alice", java_script_enabled=False), person("bob")
    say(bob, VERANDA, "for somebody without scripts")
    alice.open(VERANDA)
    alice.page.goto(f"{site.url}/conversations")
    assert alice.page.locator(f".conversation[href^='/conversations/{VERANDA}'] .badge").count() == 0


def test_where_scripts_were_disabled_since_what_is_sent_is_read_again(person, site):
    alice, bob = person("alice", java_script_enabled=False), person("bob")
    alice.context.add_cookies([{"name": "reading", "value": "told", "url": site.url}])
    say(bob, VERANDA, "for somebody without scripts now")
    alice.open(VERANDA)
    wait_for(alice.page, lambda: badge(alice, VERANDA) == "")
    assert "reading" not in [cookie["name"] for cookie in alice.context.cookies()]


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
        page.locator(f"aside .conversation[href='{path}']").wait_for()
        page.mouse.move(700, 400)
        for _ in range(60):
            if page.locator(f"aside .conversation[href='{path}'] .badge").count() == 0:
                break
            step(page, 500)
        page.locator(f"aside .conversation[href='{path}'] .badge").wait_for(state="detached")
    until(page, "!document.title.startsWith('(')")
    assert icon() == "icon.svg"
