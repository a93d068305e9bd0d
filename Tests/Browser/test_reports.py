"""A message is reported to the admins of the site."""

from acting import DESKTOP, VERANDA, menu
from test_admin import engawa, site  # noqa: F401: a site of its own.
from test_editing import message
from test_live import connected, say


def test_a_message_is_reported_from_its_menu_and_an_admin_closes_the_report(person, site, axe):  # noqa: F811
    alice, bob = [person(alias, viewport=DESKTOP).open(VERANDA).page for alias in ("alice", "bob")]
    connected(bob)
    say(bob, "something rude")
    message(alice, "something rude").wait_for()
    sheet = menu(alice, message(alice, "something rude"))
    axe(alice)
    sheet.get_by_role("link", name="Report").click()
    alice.get_by_label("What is wrong with it?").fill("not nice")
    axe(alice)
    alice.get_by_role("button", name="Send to the admins").click()
    alice.get_by_text("You have reported this message").wait_for()

    engawa(site, "accounts", "role", "--user", "bob", "--role", "admin")
    bob.goto(f"{site.url}/profile")
    bob.get_by_role("link", name="Reported messages").click()
    card = bob.locator("main li.card")
    assert "something rude" in card.inner_text() and "not nice" in card.inner_text()
    axe(bob)
    card.get_by_role("button", name="Close").click()
    bob.get_by_text("No messages are reported.").wait_for()


def test_it_works_without_scripts(person):
    page = person("alice", java_script_enabled=False).open(VERANDA).page
    page.locator(".group:not(.mine) .more").last.click()
    page.get_by_role("link", name="Report").click()
    page.get_by_role("button", name="Send to the admins").click()
    page.get_by_text("You have reported this message").wait_for()
