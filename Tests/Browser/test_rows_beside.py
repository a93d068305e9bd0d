"""The list beside a page has the first rows only; the others are loaded when they come near."""

import gzip

import pytest

from acting import DESKTOP, shifted, until, wait_for, watch
from conftest import Person
from test_figures import PAGE_LIMIT, page_as_sent
from test_invites import CAROL
from test_list import post, row

# ConversationListPage.rowsBeside.
ROWS = 16
# Groups besides those of the sample data.
GROUPS = 40


@pytest.fixture(scope="module")
def groups(chromium, site):
    """The ids of groups of Alice and Carol, the oldest first; Alice has not read the three messages in the oldest."""
    alice, carol = Person(chromium, site).be("alice"), Person(chromium, site).be("carol")
    made = []
    for number in range(GROUPS):
        answer = alice.context.request.post(
            f"{site.url}/conversations", form={"people": CAROL, "group": "on", "name": f"Circle {number}"},
            headers={"Origin": site.url})
        made.append(answer.url.split("/")[-1].split("?")[0].split("#")[0])
        if number == 0:
            for word in ("one", "two", "three"):
                post(carol, made[0], word)
    yield made
    alice.context.close()
    carol.context.close()


def titles(page):
    return page.locator("aside .conversation-title").all_inner_texts()


def down_to(number):
    """The names of the groups, from the newest down to this one."""
    return [f"Circle {one}" for one in range(GROUPS - 1, number - 1, -1)]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_page_is_small_however_many_chats_there_are(person, groups, language):
    sent = page_as_sent(person("alice"), language, "wide")
    page = gzip.decompress(sent).decode()
    assert page.count('class="message"') == 50
    # And the one to which the others refer.
    assert page.count('<li><a class="conversation"') == ROWS + 1
    assert len(sent) <= PAGE_LIMIT


def test_the_others_are_loaded_when_they_come_near(person, site, groups):
    page = person("alice", viewport=DESKTOP).page
    watch(page)
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{site.url}/conversations/{groups[-1]}")
    page.wait_for_timeout(500)
    assert titles(page) == down_to(GROUPS - ROWS)
    assert f"{site.url}/conversations" not in requested
    page.locator("aside .beside-list").evaluate("list => list.scrollTop = 250")
    page.locator("aside").get_by_text("Circle 0", exact=True).wait_for(state="attached")
    found = titles(page)
    assert found[:GROUPS] == down_to(0) and len(found) > GROUPS
    assert page.locator("aside .older").count() == 0
    assert page.locator("aside .beside-list").evaluate("list => list.scrollTop") == 250
    assert page.locator("aside [aria-current] .conversation-title").inner_text() == f"Circle {GROUPS - 1}"
    assert requested.count(f"{site.url}/conversations") == 1
    assert shifted(page) < 0.001


def test_a_tall_screen_has_all_of_them(person, site, groups):
    page = person("alice", viewport={"width": 1440, "height": 1400}).page
    watch(page)
    page.goto(f"{site.url}/conversations/{groups[-1]}")
    page.locator("aside").get_by_text("Circle 0", exact=True).wait_for(state="attached")
    page.wait_for_timeout(200)
    assert shifted(page) < 0.001


def test_the_title_counts_those_that_are_not_there(person, site, groups):
    alice = person("alice", viewport=DESKTOP)
    page, tab = alice.page, alice.context.new_page()
    page.goto(f"{site.url}/conversations")
    until(page, "/^\\(\\d+\\) /.test(document.title)")
    whole = page.title().split(" ")[0]
    page.goto(f"{site.url}/conversations/{groups[-1]}")
    until(page, f"document.title.startsWith('{whole} ')")
    assert row(page, groups[0]).count() == 0
    # Read elsewhere.
    tab.goto(f"{site.url}/conversations/{groups[0]}")
    less = f"({int(whole.strip('()')) - 3}) "
    until(page, f"document.title.startsWith('{less}')")
    assert row(page, groups[0]).locator(".badge").count() == 0
    # A message there leads to its row.
    carol = person("carol")
    post(carol, groups[1], "here we are")
    wait_for(page, lambda: titles(page)[0] == "Circle 1")
    tab.goto(f"{site.url}/conversations/{groups[1]}")
    until(page, f"document.title.startsWith('{less}')")


def test_the_chat_that_is_open_is_in_the_list(person, site, groups):
    page = person("alice", viewport=DESKTOP).page
    page.goto(f"{site.url}/conversations/{groups[5]}")
    open_row = page.locator("aside [aria-current] .conversation-title")
    open_row.wait_for()
    assert open_row.inner_text() == "Circle 5"
    until(page, """(() => {
        const box = document.querySelector("aside [aria-current]").getBoundingClientRect();
        return box.top > 0 && box.bottom < innerHeight;
    })()""")
    # The list keeps its place, wherever that is.
    place = page.locator("aside .beside-list").evaluate("list => list.scrollTop")
    page.goto(f"{site.url}/bookmarks")
    until(page, f"document.querySelector('.beside-list').scrollTop === {place}")


def test_without_scripts_a_link_leads_to_the_others(person, site, groups):
    page = person("alice", viewport=DESKTOP, java_script_enabled=False).page
    page.goto(f"{site.url}/bookmarks")
    first = titles(page)
    assert len(first) == ROWS
    page.locator("aside").get_by_role("link", name="More").click()
    page.wait_for_url("**/conversations?after=*")
    others = page.locator("main .conversation-title").all_inner_texts()
    page.goto(f"{site.url}/conversations")
    assert first + others == page.locator("main .conversation-title").all_inner_texts()
