"""One's own messages are edited: in a dialog with scripts, on a page without them."""

from acting import BOB, DESKTOP, VERANDA, forgive, menu, until, wait_for
from test_live import connected, say


def both(person, **options):
    """Alice and Bob, each with their conversation open."""
    pages = [person(alias, viewport=DESKTOP, **options).open(BOB).page for alias in ("alice", "bob")]
    for page in pages:
        connected(page)
    return pages


def message(page, text):
    return page.locator(".messages .message", has_text=text).last


def start(page, text):
    """Opens the dialog for a message; returns its text box."""
    menu(page, message(page, text)).get_by_role("link", name="Edit").click()
    box = page.locator("dialog.edit textarea")
    box.wait_for()
    return box


def closed(page):
    page.locator("dialog.edit").wait_for(state="detached")


def test_an_edit_shows_on_both_sides_and_in_the_list(person, axe):
    alice, bob = both(person)
    alice.fill("#text", "helo **there**")
    alice.press("#text", "Enter")
    message(bob, "helo there").wait_for()
    for page in (alice, bob):
        page.evaluate("window.stays = true")
    title = bob.title()
    box = start(alice, "helo there")
    assert box.input_value() == "helo **there**"
    assert alice.evaluate("document.activeElement.id") == "edit"
    axe(alice)
    box.fill("hello **there**")
    alice.keyboard.press("Enter")
    closed(alice)
    for page in (alice, bob):
        message(page, "hello there").wait_for()
        assert message(page, "hello there").locator("strong").inner_text() == "there"
        assert message(page, "hello there").locator(".edited").inner_text() == "edited"
        wait_for(page, lambda: "hello there" in page.locator("aside .conversation[aria-current] .conversation-excerpt").inner_text())
        assert page.locator(".message", has_text="helo").count() == 0
        assert page.evaluate("window.stays")
    assert bob.title() == title
    # What it was before.
    message(bob, "hello there").locator(".edited").click()
    bob.get_by_role("heading", name="Edit history").wait_for()
    assert [text.split("\n")[-1] for text in bob.locator(".versions .text").all_inner_texts()] == ["hello there", "helo there"]
    axe(bob)


def test_up_in_the_empty_box_edits_ones_own_last_message(person):
    alice, bob = both(person)
    say(alice, "to be edited by a key")
    message(bob, "to be edited by a key").wait_for()
    alice.locator("#text").focus()
    alice.keyboard.press("ArrowUp")
    box = alice.locator("dialog.edit textarea")
    box.wait_for()
    assert box.input_value() == "to be edited by a key"
    alice.keyboard.press("End")
    alice.keyboard.press("Shift+Enter")
    alice.keyboard.type("and a second line")
    alice.keyboard.press("Enter")
    closed(alice)
    message(bob, "and a second line").wait_for()
    until(alice, "document.activeElement.id === 'text'")
    # Another's last message takes the focus.
    bob.locator("#text").focus()
    bob.keyboard.press("ArrowUp")
    assert bob.evaluate("document.activeElement.matches('.message')")
    # A text in the box keeps the key.
    alice.fill("#text", "something")
    alice.keyboard.press("ArrowUp")
    assert alice.locator("dialog").count() == 0
    alice.fill("#text", "")


def test_what_was_typed_stays_when_it_cant_be_saved(person):
    someone = person("alice", viewport=DESKTOP)
    alice = someone.open(BOB).page
    connected(alice)
    say(alice, "before the tunnel")
    box = start(alice, "before the tunnel")
    box.fill("typed in the tunnel")
    someone.context.set_offline(True)
    alice.get_by_role("button", name="Save").click()
    alice.get_by_role("status").filter(has_text="That did not work").wait_for()
    assert box.input_value() == "typed in the tunnel"
    alice.keyboard.press("Escape")
    closed(alice)
    someone.context.set_offline(False)
    box = start(alice, "before the tunnel")
    assert box.input_value() == "typed in the tunnel"
    # Who cancels wants nothing of it.
    alice.locator("dialog.edit").get_by_role("link", name="Cancel").click()
    closed(alice)
    assert start(alice, "before the tunnel").input_value() == "before the tunnel"
    forgive(someone, "ERR_INTERNET_DISCONNECTED")


def test_a_reaction_meanwhile_leaves_the_text_alone(person):
    alice, bob = both(person)
    say(alice, "edited while liked")
    message(bob, "edited while liked").wait_for()
    box = start(alice, "edited while liked")
    box.fill("half a sente")
    path = message(bob, "edited while liked").locator(".more").evaluate("link => link.pathname")
    bob.evaluate("path => fetch(path, {method: 'POST', body: new URLSearchParams({add: '🎉'})})", f"{path}/reactions")
    message(alice, "edited while liked").locator(".reaction").wait_for()
    assert box.input_value() == "half a sente"
    assert alice.evaluate("document.activeElement.id") == "edit"
    alice.keyboard.type("nce")
    alice.get_by_role("button", name="Save").click()
    closed(alice)
    assert message(bob, "half a sentence").locator(".reaction").inner_text() == "🎉 1"


def test_a_refused_text_is_shown_on_the_page_with_the_reason(person):
    someone = person("alice", viewport=DESKTOP)
    alice = someone.open(BOB).page
    connected(alice)
    say(alice, "not to be emptied")
    start(alice, "not to be emptied").fill("   ")
    alice.get_by_role("button", name="Save").click()
    alice.get_by_role("alert").filter(has_text="Write something first").wait_for()
    assert alice.locator("#edit").input_value() == "   "
    alice.fill("#edit", "with words again")
    alice.get_by_role("button", name="Save").click()
    message(alice, "with words again").wait_for()
    forgive(someone, "422")


def test_others_messages_have_no_such_entry(person):
    alice, bob = both(person)
    say(bob, "the words of bob")
    message(alice, "the words of bob").wait_for()
    dialog = menu(alice, message(alice, "the words of bob"))
    assert dialog.get_by_role("link", name="Edit").count() == 0


def test_it_works_without_scripts(person):
    page = person("alice", java_script_enabled=False).open(VERANDA).page
    page.fill("#text", "written without scripts")
    page.get_by_role("button", name="Send", exact=True).click()
    message(page, "written without scripts").locator(".more").click()
    page.get_by_role("link", name="Edit").click()
    page.fill("#edit", "edited without scripts")
    page.get_by_role("button", name="Save").click()
    assert message(page, "edited without scripts").locator(".edited").inner_text() == "edited"
    message(page, "edited without scripts").locator(".edited").click()
    assert "written without scripts" in page.locator(".versions").inner_text()
    page.get_by_role("link", name="Go to its place in the conversation").click()
    message(page, "edited without scripts").wait_for()
