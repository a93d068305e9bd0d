"""Notifications while a page is open."""

import pytest
from conftest import CHROMIUM, launch

from acting import BOB, DESKTOP, HIKERS, VERANDA, forgive, until, wait_for

# Records what is shown, with the browser's own class, and lets a test hide a tab.
RECORDER = """
    window.notices = [];
    window.Notification = class extends Notification {
        constructor(title, options) {
            super(title, options);
            this.told = { title, ...options, isClosed: false };
            window.notices.push(this);
        }
        close() {
            this.told.isClosed = true;
            super.close();
        }
    };
    Object.defineProperty(document, "visibilityState", { get: () => window.state ?? "visible" });
"""


@pytest.fixture(scope="module")
def chromium(chromium):
    browser = launch(chromium.browser_type, CHROMIUM)
    yield browser
    browser.close()


def allowed(someone):
    """Their browser shows notifications."""
    someone.context.grant_permissions(["notifications"], origin=someone.site.url)
    someone.context.add_init_script(RECORDER)
    return someone


def shown(*tabs):
    """What the tabs have shown, also what is closed again."""
    return [notice for tab in tabs for notice in tab.evaluate("window.notices.map(({ told }) => told)")]


def open_notices(*tabs):
    return [notice for notice in shown(*tabs) if not notice["isClosed"]]


def ready(page):
    """Waits until the tab knows the settings and one tab shows notifications."""
    until(page, """(async () => {
        const { held } = await navigator.locks.query();
        return held.some(({ name }) => name === "engawa:notifications");
    })()""")
    page.wait_for_timeout(500)


def hide(page, state="hidden"):
    page.evaluate(f"window.state = '{state}'; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(100)


def say(someone, conversation, text):
    """Sends a message without a page."""
    answer = someone.context.request.post(
        f"{someone.site.url}/conversations/{conversation}/messages", form={"text": text, "key": ""},
        headers={"Origin": someone.site.url}, max_redirects=0)
    assert answer.status == 303, answer.text()


def choose(someone, *kinds, content="excerpt", sound=False):
    """Saves the settings with the form."""
    tab = someone.context.new_page()
    tab.goto(f"{someone.site.url}/profile/notifications")
    for kind in ("directs", "mentions", "others"):
        tab.locator(f"input[name={kind}]").set_checked(kind in kinds)
    tab.locator(f"input[name=content][value={content}]").check()
    tab.locator("input[name=sound]").set_checked(sound)
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_selector("text=Saved.")
    tab.close()


@pytest.fixture
def alice(person):
    """Alice, with the settings of somebody who wants directs and mentions."""
    someone = allowed(person("alice", viewport=DESKTOP))
    choose(someone, "directs", "mentions")
    return someone


def test_a_direct_message_is_told_once_by_all_tabs_together(alice, person):
    first = alice.page
    second = alice.context.new_page()
    second.goto(f"{alice.site.url}/conversations/{HIKERS}")
    ready(first), ready(second)
    bob = person("bob")
    say(bob, BOB, "are you there, Alice?")
    wait_for(first, lambda: shown(first, second))
    first.wait_for_timeout(500)
    [notice] = shown(first, second)
    assert notice["title"] == "Bob" and notice["body"] == "are you there, Alice?"
    assert notice["tag"] == BOB and notice["silent"]
    # One for each conversation: the next message takes its place.
    say(bob, BOB, "hello?")
    wait_for(first, lambda: len(shown(first, second)) == 2)
    assert [notice["body"] for notice in open_notices(first, second)] == ["hello?"]


def level(someone, conversation, name, time="Until I change it"):
    """Chooses on its page which messages of a conversation call."""
    tab = someone.context.new_page()
    tab.goto(f"{someone.site.url}/conversations/{conversation}")
    tab.locator(".topbar .level").click()
    tab.get_by_label(name, exact=True).check()
    tab.get_by_label("For how long").select_option(label=time)
    tab.get_by_role("button", name="Save").click()
    tab.locator(".topbar").get_by_role("link", name="Muted" if name == "Nothing" else "Notifications").wait_for()
    tab.close()


def test_a_muted_conversation_does_not_call_and_counts_nothing(alice, person, axe):
    page = alice.page
    page.goto(f"{alice.site.url}/conversations/{HIKERS}")
    ready(page)
    bob = person("bob")
    level(alice, BOB, "Nothing", "Eight hours")
    page.reload()
    ready(page)
    title = page.title()
    assert page.locator(f"aside .conversation[href*='{BOB}'] .silent").count() == 1
    say(bob, BOB, "not so loud")
    wait_for(page, lambda: "not so loud" in page.locator("aside .conversations").inner_text())
    # What comes after it is told, and counts.
    level(alice, BOB, "All messages")
    # No tab shows the conversation any more.
    until(page, f"""(async () => {{
        const {{ held }} = await navigator.locks.query();
        return !held.some(({{ name }}) => name.endsWith("{BOB}"));
    }})()""")
    say(bob, BOB, "and now?")
    wait_for(page, lambda: shown(page))
    assert [notice["body"] for notice in shown(page)] == ["and now?"]
    wait_for(page, lambda: page.title() != title)
    page.goto(f"{alice.site.url}/conversations/{BOB}/notifications")
    axe(page)
    page.get_by_label("As usual").check()
    page.get_by_role("button", name="Save").click()
    page.locator(".messages").wait_for()


def test_nothing_is_told_in_quiet_hours(alice, person):
    page = alice.page
    page.goto(f"{alice.site.url}/conversations/{HIKERS}")
    ready(page)
    bob = person("bob")
    hour = page.evaluate("new Date().getHours()")

    def quiet(start, end):
        tab = alice.context.new_page()
        tab.goto(f"{alice.site.url}/profile/notifications")
        tab.get_by_label("Show no notifications between these times").check()
        tab.get_by_label("From").fill(f"{start % 24:02}:00")
        tab.get_by_label("To", exact=True).fill(f"{end % 24:02}:00")
        tab.get_by_role("button", name="Save").click()
        tab.wait_for_selector("text=Saved.")
        tab.close()

    quiet(hour - 1, hour + 2)
    title = page.title()
    say(bob, BOB, "in the night")
    # It is counted all the same.
    wait_for(page, lambda: page.title() != title)
    quiet(hour + 2, hour + 4)
    say(bob, BOB, "in the morning")
    wait_for(page, lambda: shown(page))
    assert [notice["body"] for notice in shown(page)] == ["in the morning"]


def test_a_message_that_is_told_again_by_another_server_does_not_call_again(alice):
    page = alice.page
    ready(page)
    tell = """async ([conversation, message]) => {
        const { hear } = await import(document.querySelector('script[src$="app.js"]').src.replace("app.js", "notify.js"));
        hear({ name: "posted", data: { conversation, message, sender: "Bob", group: null, excerpt: message } });
    }"""
    for message in ("first", "first", "second"):
        page.evaluate(tell, [BOB, message])
    wait_for(page, lambda: open_notices(page) and open_notices(page)[0]["body"] == "second")
    assert [notice["body"] for notice in shown(page)] == ["first", "second"]


def test_a_tab_that_is_closed_leaves_the_notifications_to_another(alice, person):
    first = alice.page
    ready(first)
    second = alice.context.new_page()
    second.goto(f"{alice.site.url}/conversations")
    ready(second)
    first.close()
    ready(second)
    say(person("bob"), BOB, "the first tab is gone")
    wait_for(second, lambda: len(shown(second)) == 1)


def test_a_tab_without_a_session_keeps_no_other_from_telling(chromium, site, person):
    someone = allowed(person(viewport=DESKTOP))
    old = someone.page
    old.goto(f"{site.url}/sign-in")
    someone.be("alice")
    choose(someone, "directs")
    page = someone.context.new_page()
    page.goto(f"{site.url}/conversations")
    ready(page)
    say(person("bob"), BOB, "the old tab is still open")
    wait_for(page, lambda: len(shown(page)) == 1)


def test_nothing_is_told_of_the_conversation_that_one_looks_at(alice, person):
    list_tab = alice.page
    ready(list_tab)
    # In whatever tab it is shown.
    thread = alice.context.new_page()
    thread.goto(f"{alice.site.url}/conversations/{BOB}")
    ready(thread)
    bob = person("bob")
    say(bob, BOB, "you see this")
    thread.wait_for_selector(".message .text:has-text('you see this')")
    thread.wait_for_timeout(500)
    assert shown(list_tab, thread) == []
    hide(thread)
    say(bob, BOB, "you don't see this")
    wait_for(thread, lambda: len(shown(list_tab, thread)) == 1)
    assert shown(list_tab, thread)[0]["body"] == "you don't see this"


def test_what_is_read_in_another_browser_is_told_no_more(alice, person):
    page = alice.page
    ready(page)
    say(person("bob"), BOB, "read me elsewhere")
    wait_for(page, lambda: len(open_notices(page)) == 1)
    phone = person("alice").open(BOB).page
    phone.wait_for_selector(".message .text:has-text('read me elsewhere')")
    wait_for(page, lambda: open_notices(page) == [])


def test_a_message_that_is_deleted_is_told_no_more(alice, person):
    page, bob = alice.page, person("bob", viewport=DESKTOP)
    ready(page)
    say(bob, BOB, "said too soon")
    wait_for(page, lambda: len(open_notices(page)) == 1)
    other = bob.open(BOB).page
    path = other.locator(".message", has_text="said too soon").locator(".more").get_attribute("href").split("?")[0]
    other.evaluate("path => fetch(path, {method: 'POST', body: new URLSearchParams()})", f"{path}/delete")
    wait_for(page, lambda: open_notices(page) == [])


def test_when_the_session_ends_nothing_of_it_stays_on_the_screen(alice, person):
    page = alice.page
    ready(page)
    say(person("bob"), BOB, "for Alice alone")
    wait_for(page, lambda: len(open_notices(page)) == 1)
    page.evaluate("fetch('/sign-out', {method: 'POST', redirect: 'manual'})")
    page.wait_for_selector(".signed-out a", timeout=10_000)
    assert open_notices(page) == []
    forgive(alice, "ERR_")


def test_another_notification_than_the_sixteenth_closes_the_oldest(alice, person):
    choose(alice, "others")
    page, bob = alice.page, person("bob")
    ready(page)
    profile = alice.context.new_page()
    profile.goto(f"{alice.site.url}/profile")
    user = profile.locator("dd.code").inner_text()
    profile.close()
    conversations = []
    for number in range(17):
        answer = bob.context.request.post(
            f"{alice.site.url}/conversations", headers={"Origin": alice.site.url}, max_redirects=0,
            form={"group": "on", "name": f"Group {number}", "people": user, "key": f"group-{number}"})
        conversations.append(answer.headers["location"].split("/")[-1].split("#")[0])
        say(bob, conversations[-1], f"message {number}")
    wait_for(page, lambda: len(shown(page)) == 17)
    assert [notice["tag"] for notice in open_notices(page)] == conversations[1:]


def test_only_what_was_chosen_is_told_and_counted(alice, person):
    page, bob = alice.page, person("bob")
    page.goto(f"{alice.site.url}/conversations")
    ready(page)
    count = lambda: int((page.title().split(")")[0] + "(0").split("(")[1]) if page.title().startswith("(") else 0
    row = page.locator(f".conversation[href*='{HIKERS}']")
    before = count()
    say(bob, HIKERS, "nobody in particular")
    wait_for(page, lambda: "nobody in particular" in row.inner_text())
    page.wait_for_timeout(500)
    assert shown(page) == [] and count() == before
    say(bob, HIKERS, "what does @alice say?")
    wait_for(page, lambda: len(shown(page)) == 1)
    [notice] = shown(page)
    assert notice["title"] == "Weekend hikers" and notice["body"] == "Bob: what does @Alice say?"
    assert notice["tag"] == HIKERS
    wait_for(page, lambda: count() == before + 1)
    # The server counts in the same way as the script.
    title = page.title()
    assert alice.context.request.get(f"{alice.site.url}/conversations").text().count(f"<title>{title}</title>") == 1
    # Another choice holds in open pages at once.
    choose(alice, "others")
    wait_for(page, lambda: count() >= 1)
    say(bob, HIKERS, "@alice is not told of this")
    say(bob, VERANDA, "for everybody")
    wait_for(page, lambda: len(shown(page)) == 2)
    assert shown(page)[1]["body"] == "Bob: for everybody"
    say(bob, BOB, "nor of this")
    page.wait_for_timeout(500)
    assert len(shown(page)) == 2


def test_the_icon_has_no_dot_for_what_does_not_count(person):
    haruka, kenji = person("haruka", viewport=DESKTOP), person("kenji")
    choose(haruka, "directs")
    page = haruka.page
    icon = lambda: page.evaluate("document.querySelector('link[rel=icon]').href.split('/').pop()")
    say(kenji, VERANDA, "for all on the veranda")
    page.goto(f"{haruka.site.url}/conversations")
    assert page.locator(f".conversation[href*='{VERANDA}'] .badge").count() == 1
    page.wait_for_timeout(500)
    assert icon() == "icon.svg" and not page.title().startswith("(")
    choose(haruka, "others")
    wait_for(page, lambda: icon() == "icon-unread.svg" and page.title().startswith("("))


@pytest.mark.parametrize("content,title,body", [
    ("sender", "Weekend hikers", "New message from Bob"), ("nothing", "New message", "")])
def test_a_notification_says_no_more_than_was_chosen(alice, person, content, title, body):
    choose(alice, "mentions", content=content, sound=True)
    page = alice.page
    ready(page)
    say(person("bob"), HIKERS, "a secret for @alice")
    wait_for(page, lambda: len(shown(page)) == 1)
    [notice] = shown(page)
    assert (notice["title"], notice["body"], notice["silent"]) == (title, body, False)


def test_a_press_opens_the_conversation_at_its_first_unread_message(alice, person):
    bob = person("bob")
    page = alice.open(BOB).page
    page.wait_for_timeout(900)
    page.goto(f"{alice.site.url}/conversations")
    ready(page)
    for number in range(30):
        say(bob, BOB, f"line {number} of many")
    wait_for(page, lambda: len(shown(page)) == 30)
    page.evaluate("window.notices.at(-1).dispatchEvent(new Event('click'))")
    page.wait_for_url(f"**/conversations/{BOB}")
    until(page, "document.getElementById('new') !== null")
    until(page, "Math.abs(document.getElementById('new').getBoundingClientRect().top) < 120")
    assert page.locator("#new + * .text").first.inner_text() == "line 0 of many"


def test_settings_hold_on_other_devices(alice, person):
    choose(alice, "others", content="sender", sound=True)
    page = person("alice", java_script_enabled=False).page
    page.goto(f"{alice.site.url}/profile/notifications")
    checked = lambda name: page.locator(f"input[name={name}]").first.is_checked()
    assert [checked(name) for name in ("directs", "mentions", "others", "sound")] == [False, False, True, True]
    assert page.locator("input[name=content]:checked").get_attribute("value") == "sender"
    # Without scripts the form works as well.
    page.locator("input[name=directs]").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("text=Saved.")
    assert page.locator("text=Notifications need scripts").is_visible()
    other = alice.page
    other.goto(f"{alice.site.url}/profile/notifications")
    assert other.locator("input[name=directs]").is_checked()


def says(page, text):
    page.wait_for_selector(f".permission p:visible:has-text('{text}')")
    assert page.locator(".permission [data-permission]:visible").count() <= 2


def test_the_settings_say_whether_this_browser_shows_notifications(person, site):
    page = allowed(person("alice")).page
    page.goto(f"{site.url}/profile/notifications")
    says(page, "This browser shows notifications.")
    assert page.locator(".permission button").is_hidden()


def test_the_button_asks_for_the_permission_and_says_what_came_of_it(person, site):
    someone = person("alice")
    someone.context.add_init_script(RECORDER + """
        window.answer = "default";
        Object.defineProperty(Notification, "permission", { get: () => window.answer });
        Notification.requestPermission = async () => (window.answer = window.next);
    """)
    page = someone.page
    page.goto(f"{site.url}/profile/notifications")
    says(page, "This browser has not been asked yet.")
    page.evaluate("window.next = 'denied'")
    page.get_by_role("button", name="Show notifications in this browser").click()
    says(page, "This browser blocks notifications of this site.")
    page.reload()
    page.evaluate("window.next = 'granted'")
    page.get_by_role("button", name="Show notifications in this browser").click()
    says(page, "This browser shows notifications.")
    assert [notice["title"] for notice in shown(page)] == ["Notifications are on"]


def test_who_allows_notifications_has_chosen_what_the_form_shows(person, site):
    someone = person("yui")
    someone.context.add_init_script(RECORDER + """
        window.answer = "default";
        Object.defineProperty(Notification, "permission", { get: () => window.answer });
        Notification.requestPermission = async () => (window.answer = "granted");
    """)
    page = someone.page
    page.goto(f"{site.url}/profile/notifications")
    page.locator("p:visible", has_text="count all unread messages").wait_for()
    page.get_by_role("button", name="Show notifications in this browser").click()
    page.locator("p:visible", has_text="count the same messages").wait_for()
    assert page.locator(".unsaved").count() == 0
    # On the server: without scripts, too.
    phone = person("yui", java_script_enabled=False).page
    phone.goto(f"{site.url}/profile/notifications")
    assert phone.locator("text=count the same messages").is_visible() and phone.locator(".unsaved").count() == 0


def test_over_plain_http_the_settings_say_what_to_do(person, site):
    page = person().sign_in("alice", url=site.lan_url).page
    page.goto(f"{site.lan_url}/profile/notifications")
    says(page, "this address is plain http")
    assert "engawa certificate" in page.locator(".permission").inner_text()
    assert page.locator(".permission button").is_hidden()


def test_a_browser_that_can_not_show_them_is_told_so(person, site):
    someone = person("alice", locale="ja-JP")
    someone.context.add_init_script("delete window.Notification")
    page = someone.page
    page.goto(f"{site.url}/profile/notifications")
    says(page, "開いているページの通知を表示できません")
