"""Fragments of the server (a message, its reactions, a row of the list) inserted into the page."""

import time

from acting import DESKTOP, HIKERS, VERANDA, sent, until

MODULE = "import(document.querySelector('script[src$=\"app.js\"]').src.replace('app.js', '%s'))"
THREAD, LIST = MODULE % "thread.js", MODULE % "list.js"


def last_of(someone, conversation=VERANDA):
    """The HTML of the newest message on a page: its day and its group with that message alone."""
    page = someone.context.new_page()
    page.goto(f"{someone.site.url}/conversations/{conversation}")
    html = page.evaluate("""() => {
        const group = [...document.querySelectorAll(".messages .group")].at(-1).cloneNode(true);
        [...group.querySelectorAll(".message")].slice(0, -1).forEach((one) => one.remove());
        return [...document.querySelectorAll("h2.day")].at(-1).outerHTML + group.outerHTML;
    }""")
    page.close()
    return html


def place(page, html):
    page.evaluate(f"async (html) => {{ const f = await {THREAD}; f.placeMessages([f.elements(html)]); }}", html)


def test_new_messages_are_placed_in_groups_and_once(person):
    alice, bob = person("alice", viewport=DESKTOP).open(VERANDA), person("bob", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    groups, days = page.locator(".messages .group").count(), page.locator("h2.day").count()
    for text in ("live one", "live two"):
        bob.page.fill("#text", text)
        bob.page.press("#text", "Enter")
        sent(bob.page)
        html = last_of(alice)
        place(page, html)
        place(page, html)
    assert page.locator(".messages .text").all_inner_texts()[-2:] == ["live one", "live two"]
    assert page.locator(".messages .group").count() == groups + 1
    assert page.locator(".messages .group").last.locator(".message-foot > .time").count() == 1
    assert page.locator("h2.day").count() <= days + 1
    # The page stays scrolled to the end.
    until(page, "document.scrollingElement.scrollHeight - innerHeight - scrollY < 2")
    # A seen message counts as read: a page that is loaded now shows no separator above it.
    page.wait_for_timeout(800)
    fresh = alice.context.new_page()
    fresh.goto(page.url)
    shape = "[...document.querySelectorAll('.messages > *')].map((one) => one.className + one.querySelectorAll('.message').length)"
    assert page.evaluate(shape)[-3:] == [item for item in fresh.evaluate(shape) if "new-messages" not in item][-3:]


def test_a_message_that_is_told_again_is_shown_as_it_is_by_now(person):
    alice, bob = person("alice").open(VERANDA), person("bob").open(VERANDA)
    bob.page.fill("#text", "said once")
    bob.page.press("#text", "Enter")
    until(alice.page, "[...document.querySelectorAll('.messages .text')].at(-1).innerText === 'said once'")
    shown = "() => [...document.querySelectorAll('.messages .text')].slice(-2).map((text) => text.innerText)"
    before = alice.page.evaluate(shown)
    alice.page.evaluate(f"""async (html) => {{
        const {{ posted }} = await {MODULE % "live.js"};
        const message = [...document.querySelectorAll(".message")].at(-1).id.slice(2);
        posted({{ conversation: document.querySelector(".messages").dataset.conversation, message, html }});
    }}""", last_of(alice).replace("said once", "as it is by now"))
    assert alice.page.evaluate(shown) == [before[0], "as it is by now"]


def test_what_is_placed_moves_nobody_who_reads_further_up(person):
    alice, bob = person("alice", viewport=DESKTOP).open(VERANDA), person("bob", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    page.evaluate("scrollTo(0, 1500)")
    top = lambda: page.evaluate("scrollY")
    before = top()
    bob.page.fill("#text", "far below")
    bob.page.press("#text", "Enter")
    sent(bob.page)
    place(page, last_of(alice))
    page.get_by_role("button", name="1 new").wait_for()
    assert top() == before
    # Changes of reactions above the visible messages do not move them.
    id = page.locator(".message").first.get_attribute("id")
    watched = "document.querySelectorAll('.message')[12].getBoundingClientRect().top"
    where = page.evaluate(watched)
    form = "<form class='reactions'><button class='reaction' name='add' value='x'>🍵 3</button></form>"
    replace = f"""async ([id, form]) => {{
        const message = document.getElementById(id).cloneNode(true);
        message.querySelector(".reactions")?.remove();
        message.querySelector(".message-foot").insertAdjacentHTML("beforebegin", form);
        (await {THREAD}).replaceMessage(message);
    }}"""
    page.evaluate(replace, [id, form])
    assert page.locator(".message").first.locator(".reaction").all_inner_texts() == ["🍵 3"]
    assert abs(page.evaluate(watched) - where) < 1
    page.evaluate(replace, [id, ""])
    assert page.locator(".message").first.locator(".reactions").count() == 0
    assert abs(page.evaluate(watched) - where) < 1
    page.evaluate(f"async (id) => (await {THREAD}).removeMessage(id)", id)
    assert page.locator(f"[id='{id}']").count() == 0
    assert abs(page.evaluate("document.querySelectorAll('.message')[11].getBoundingClientRect().top") - where) < 1


def test_a_row_goes_to_the_top_when_something_is_said(person, site):
    alice = person("alice", viewport=DESKTOP)
    page = alice.page
    page.goto(f"{site.url}/conversations")
    row = page.locator(f"li:has(> .conversation[href^='/conversations/{HIKERS}'])")
    place_of = lambda: row.evaluate("row => [...row.parentElement.children].indexOf(row)")
    before = place_of()
    assert before > 0
    count = page.locator(".conversations > li").count()
    bump = f"""async ([path, milliseconds]) => (await {LIST}).bumpRow(path, {{
        excerpt: "Bob: up there", clock: "12:34", fullTime: "today", timestamp: new Date(milliseconds).toISOString(),
    }}, 41)"""
    # An event that is older than the row changes nothing.
    assert page.evaluate(bump, [f"/conversations/{HIKERS}", 0])
    assert place_of() == before
    assert page.evaluate(bump, [f"/conversations/{HIKERS}", (time.time() + 60) * 1000])
    assert row.count() == 1 and page.locator(".conversations > li").count() == count
    assert place_of() == 0
    assert "Bob: up there" in row.inner_text()
    assert int(page.title().split(")")[0][1:]) >= 41
    page.evaluate(f"async (path) => (await {LIST}).removeRow(path)", f"/conversations/{HIKERS}")
    assert row.count() == 0
