"""Groups that everybody finds and may join."""

from acting import DESKTOP, HIKERS


def test_an_open_group_is_found_and_joined(person, axe):
    yui = person("yui", viewport=DESKTOP).page
    site = yui.url.split("/conversations")[0]
    yui.goto(f"{site}/conversations/new")
    yui.get_by_role("link", name="Find an open group").click()
    yui.get_by_label("Name or description of a group").fill("hikers")
    yui.get_by_label("Name or description of a group").press("Enter")
    axe(yui)
    yui.get_by_role("button", name="Join “Weekend hikers”").click()
    yui.wait_for_url(f"**/conversations/{HIKERS}**")
    yui.locator("#text").wait_for()


def test_it_works_without_scripts(person):
    page = person("kenji", java_script_enabled=False).page
    site = page.url.split("/conversations")[0]
    page.goto(f"{site}/conversations/open")
    page.get_by_role("button", name="Join “Weekend hikers”").click()
    page.wait_for_url(f"**/conversations/{HIKERS}**")
    page.goto(f"{site}/conversations/open")
    page.get_by_text("There are no groups to join.").wait_for()
