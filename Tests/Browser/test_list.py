"""The list of chats: weight, mentions, previews, pictures, presence; who is in a chat."""

import pytest

from acting import BOB, DESKTOP, HIKERS, VERANDA, sent, until, wait_for

LOCALES = pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])


def post(someone, conversation, text):
    page = someone.context.request.get(f"{someone.site.url}/conversations/{conversation}").text()
    key = page.split('name="key" value="')[1].split('"')[0]
    someone.context.request.post(
        f"{someone.site.url}/conversations/{conversation}/messages", form={"key": key, "text": text},
        headers={"Origin": someone.site.url})


def row(page, conversation):
    return page.locator(f".conversations a[href*='{conversation}']")


def weight(row):
    return int(row.locator(".conversation-title").evaluate("one => getComputedStyle(one).fontWeight"))


def test_bold_is_for_what_is_unread_and_a_mention_has_its_own_badge(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    page = alice.page
    for conversation in (VERANDA, HIKERS):
        alice.open(conversation)
        page.wait_for_timeout(1500)
    page.goto(f"{site.url}/bookmarks")
    hikers = row(page, HIKERS)
    assert weight(hikers) == 400
    post(bob, HIKERS, "an event brings it")
    until(page, f"document.querySelector(\".conversations a[href*='{HIKERS}'] .badge\")")
    assert weight(hikers) >= 600 and hikers.locator(".mentioned").count() == 0
    post(bob, HIKERS, "hello @alice")
    hikers.locator(".mentioned").wait_for()
    assert hikers.locator(".mentioned").inner_text().startswith("@")
    # The server's own page shows the same.
    page.reload()
    assert weight(hikers) >= 600 and hikers.locator(".mentioned").count() == 1


def test_a_pinned_chat_stays_at_the_top(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    page = alice.page
    page.goto(f"{site.url}/bookmarks")

    def order():
        return [link.get_attribute("href").split("/")[2][:36] for link in page.locator(".conversations a").all()[:2]]

    post(bob, HIKERS, "makes it the first")
    wait_for(page, lambda: order()[0] == HIKERS)
    tab = alice.context.new_page()
    tab.goto(f"{site.url}/conversations/{BOB}")
    tab.locator(".topbar").get_by_role("link", name="Notifications").click()
    tab.get_by_role("button", name="Pin to the top").click()
    tab.get_by_role("button", name="Unpin").wait_for()
    # The page that is open follows.
    wait_for(page, lambda: order()[0] == BOB)
    assert row(page, BOB).get_by_role("img", name="Pinned").count() == 1
    post(bob, VERANDA, "goes under it")
    wait_for(page, lambda: order() == [BOB, VERANDA])
    post(bob, HIKERS, "and this")
    wait_for(page, lambda: order() == [BOB, HIKERS])
    tab.get_by_role("button", name="Unpin").click()
    wait_for(page, lambda: order()[0] == HIKERS)
    tab.close()


def test_the_list_beside_a_page_finds_groups_by_who_is_in_them(person):
    page = person("alice", viewport=DESKTOP).open(BOB).page
    # The page does not have the names.
    assert row(page, VERANDA).locator(".conversation-people").text_content() == ""
    page.locator("aside .search input").press_sequentially("春香")
    wait_for(page, lambda: not row(page, BOB).is_visible() and row(page, VERANDA).is_visible())
    assert page.locator("aside .conversation[aria-current]").count() == 1


@LOCALES
def test_the_preview_is_one_line_with_who(person, site, locale):
    alice, bob = person("alice", viewport=DESKTOP, locale=locale), person("bob", locale=locale)
    # A worker is not told the locale of its page.
    alice.context.add_cookies([{"name": "language", "value": locale[:2], "url": site.url}])
    post(bob, VERANDA, "a word from Bob")
    alice.page.goto(f"{site.url}/conversations")
    line = row(alice.page, VERANDA).locator(".conversation-excerpt")
    colon = "：" if locale == "ja-JP" else ": "
    assert line.inner_text() == f"Bob{colon}a word from Bob"
    assert row(alice.page, VERANDA).bounding_box()["height"] <= 72
    # So does the event.
    post(bob, VERANDA, "and another")
    wait_for(alice.page, lambda: line.inner_text() == f"Bob{colon}and another")
    # A badge of two digits leaves the time where it is.
    box = row(alice.page, VERANDA).locator(".time").bounding_box()
    for number in range(12):
        post(bob, VERANDA, f"number {number}")
    until(alice.page, f"parseInt(document.querySelector(\".conversations a[href*='{VERANDA}'] .badge\")?.innerText) > 9")
    wait_for(alice.page, lambda: line.inner_text() == f"Bob{colon}number 11")
    now = row(alice.page, VERANDA).locator(".time").bounding_box()
    assert abs(now["x"] + now["width"] - box["x"] - box["width"]) < 1 and abs(now["width"] - box["width"]) < 4


def test_the_picture_of_a_group_is_made_of_its_members(person, site):
    page = person("alice", viewport=DESKTOP).page
    picture = row(page, VERANDA).locator("> .avatar")
    parts = picture.locator(".avatar")
    assert 2 <= parts.count() <= 4
    frame = picture.bounding_box()
    boxes = [part.bounding_box() for part in parts.all()]
    for box in boxes:
        assert box["x"] >= frame["x"] - 1 and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    assert len({(box["x"], box["y"]) for box in boxes}) == parts.count()
    assert row(page, BOB).locator("> .avatar .avatar").count() == 0


def test_a_picture_opens_the_persons_card(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    group = page.locator(".group:not(.mine)").last
    name = group.locator(".author").inner_text()
    group.locator(".avatar").click()
    page.get_by_role("complementary", name="Details").get_by_role("heading", name=name).wait_for()


def test_a_dot_shows_who_is_online_in_a_direct_conversation(person, site):
    alice = person("alice", viewport=DESKTOP)
    page = alice.page
    page.goto(f"{site.url}/bookmarks")
    direct = row(page, BOB)
    page.wait_for_timeout(500)
    assert "online" not in direct.get_attribute("class")
    bob = person("bob", viewport=DESKTOP)
    bob.page.goto(f"{site.url}/profile")
    until(page, f"document.querySelector(\".conversations a[href*='{BOB}']\").matches('.online')")
    assert "Online" in direct.inner_text()
    # Another page says so from the start; groups have no dot.
    page.goto(f"{site.url}/profile")
    until(page, f"document.querySelector(\".conversations a[href*='{BOB}']\").matches('.online')")
    assert page.locator(".conversation.online").count() == 1
    bob.tab.goto("about:blank")
    until(page, f"!document.querySelector(\".conversations a[href*='{BOB}']\").matches('.online')")


def test_who_looks_is_not_counted(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    alice.page.locator(".present").wait_for(state="attached")
    assert not alice.page.locator(".present").is_visible()
    bob = person("bob", viewport=DESKTOP).open(VERANDA)
    alice.page.locator(".present").wait_for()
    assert alice.page.locator(".present").inner_text() == "1 here"
    assert alice.page.locator(".present").get_attribute("title") == "Bob"
    bob.tab.goto("about:blank")
    alice.page.locator(".present").wait_for(state="hidden")


def test_the_members_beside_a_conversation_are_live(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob", viewport=DESKTOP)
    alice.page.goto(f"{site.url}/conversations/new")
    alice.page.locator(".person", has_text="@bob").click()
    alice.page.get_by_role("checkbox", name="A group").check()
    alice.page.fill("#name", "Changing")
    alice.page.get_by_role("button", name="Begin").click()
    alice.page.wait_for_url("**#latest")
    path = alice.page.url.split("#")[0]
    alice.page.locator(".heading p > a:first-child").click()
    panel = alice.page.get_by_role("complementary", name="Details")
    rows = panel.locator("li.person[data-alias]")
    rows.first.wait_for()
    count = rows.count()
    # Somebody else adds a member.
    bob.page.goto(f"{path}/members")
    bob.page.locator("form li.person").first.get_by_role("button", name="Add").click()
    bob.page.wait_for_load_state()
    wait_for(alice.page, lambda: rows.count() == count + 1)


def test_the_page_of_members_follows_who_joins_and_leaves(person, site):
    alice, bob = person("alice"), person("bob")
    alice.page.goto(f"{site.url}/conversations/new")
    for alias in ("bob", "carol", "kenji", "yui"):
        alice.page.locator(".person", has_text=f"@{alias}").click()
    alice.page.fill("#name", "Coming and going")
    alice.page.get_by_role("button", name="Begin").click()
    alice.page.wait_for_url("**#latest")
    path = alice.page.url.split("#")[0]
    bob.page.goto(f"{path}/members")
    rows = bob.page.locator("li.person[data-alias]")
    aliases = lambda: rows.evaluate_all("all => all.map((row) => row.dataset.alias).sort()")
    assert aliases() == ["alice", "bob", "carol", "kenji", "yui"]
    until(bob.page, "document.querySelector('.conversations, .tabs') !== null")
    # What is being answered stays, and so does the focus.
    leave = bob.page.get_by_text("Leave this chat…")
    leave.click()
    alice.page.goto(f"{path}/members")
    alice.page.locator("form li.person", has_text="@dave").get_by_role("button", name="Add").click()
    alice.page.locator("li.person[data-alias=dave]").wait_for()
    bob.page.wait_for_timeout(1_200)
    assert aliases() == ["alice", "bob", "carol", "kenji", "yui"]
    assert bob.page.get_by_role("button", name="Leave").is_visible()
    leave.click()
    wait_for(bob.page, lambda: aliases() == ["alice", "bob", "carol", "dave", "kenji", "yui"])
    # Only those who are searched for stay in a list that is searched.
    bob.page.get_by_label("Search by name").fill("carol")
    wait_for(bob.page, lambda: aliases() == ["carol"])
    bob.page.get_by_label("Search by name").blur()
    row = alice.page.locator("li.person[data-alias=dave]")
    row.get_by_text("Change…").click()
    row.get_by_role("button", name="Remove").click()
    row.wait_for(state="detached")
    bob.page.wait_for_timeout(1_200)
    assert aliases() == ["carol"] and bob.page.get_by_label("Search by name").input_value() == "carol"
    bob.page.get_by_label("Search by name").fill("")
    wait_for(bob.page, lambda: aliases() == ["alice", "bob", "carol", "kenji", "yui"])
    # Who is removed is told.
    row = alice.page.locator("li.person[data-alias=bob]")
    row.get_by_text("Change…").click()
    row.get_by_role("button", name="Remove").click()
    bob.page.get_by_role("heading", name="You are no longer in this chat").first.wait_for()


def test_a_direct_conversation_without_a_word_is_in_no_list(person, site):
    alice, kenji = person("alice", viewport=DESKTOP), person("kenji", viewport=DESKTOP)
    kenji.page.goto(f"{site.url}/conversations")
    before = kenji.page.locator(".conversation").count()
    alice.page.goto(f"{site.url}/conversations/new")
    alice.page.locator(".person", has_text="@kenji").click()
    alice.page.get_by_role("button", name="Begin").click()
    alice.page.wait_for_url("**#latest")
    path = alice.page.evaluate("location.pathname")
    assert alice.page.locator(".message").count() == 0
    kenji.page.wait_for_timeout(1200)
    assert kenji.page.locator(".conversation").count() == before
    kenji.page.reload()
    assert kenji.page.locator(".conversation").count() == before
    alice.page.fill("#text", "the first word")
    alice.page.press("#text", "Enter")
    sent(alice.page)
    kenji.page.locator(f".conversations a[href*='{path}']").wait_for()
