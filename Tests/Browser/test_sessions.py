"""The list of a user's sessions, and ending them."""

from acting import VERANDA, until


def test_signing_out_elsewhere_is_seen_there_at_once(person, site, axe):
    here, there = person("alice"), person("alice")
    there.open(VERANDA)
    until(there.page, "document.body.dataset.live !== undefined")
    page = here.page
    page.goto(f"{site.url}/profile")
    page.get_by_role("link", name="See where you are signed in").click()
    page.wait_for_url("**/profile/sessions")
    assert page.get_by_role("listitem").count() == 2
    assert page.get_by_text("This one").count() == 1
    axe(page)
    page.get_by_role("button", name="Sign out there").click()
    page.get_by_role("status").get_by_text("Signed out.").wait_for()
    assert page.get_by_role("listitem").count() == 1
    assert page.get_by_role("button", name="Sign out everywhere else").count() == 0
    # Without any action in the other browser: its stream has ended, and it shows why.
    there.page.get_by_text("Your session has ended.").wait_for()


def test_without_scripts_everywhere_else_is_a_form(person, site):
    here, there = person("bob", java_script_enabled=False), person("bob", java_script_enabled=False)
    here.page.goto(f"{site.url}/profile/sessions")
    here.page.get_by_role("button", name="Sign out everywhere else").click()
    here.page.wait_for_url("**/profile/sessions?ended")
    there.page.goto(f"{site.url}/profile")
    assert "/sign-in" in there.page.url
    here.page.goto(f"{site.url}/profile")
    assert here.page.url.endswith("/profile")
