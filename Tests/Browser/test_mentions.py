"""The messages that mention one, from the rail of a desk and from the search of a phone."""

import pytest

from acting import DESKTOP, HIKERS, sent, watch

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])


@SCRIPTS
@pytest.mark.parametrize("viewport", [DESKTOP, {"width": 390, "height": 844}], ids=["desk", "phone"])
def test_a_mention_is_found_at_its_place_and_leads_to_the_message(person, axe, scripts, viewport):
    text = f"Bring the map, @alice ({scripts}, {viewport['width']})"
    bob = person("bob").open(HIKERS)
    bob.page.fill("#text", text)
    bob.page.get_by_role("button", name="Send", exact=True).click()
    sent(bob.page)
    alice = person("alice", viewport=viewport, java_script_enabled=scripts)
    page = alice.page
    if scripts:
        watch(page)
    menu = page.get_by_role("navigation", name="Menu")
    if viewport == DESKTOP:
        menu.get_by_role("link", name="Mentions").click()
    else:
        assert not menu.get_by_role("link", name="Mentions").is_visible()
        page.goto(f"{alice.site.url}/search")
        page.get_by_role("main").get_by_role("link", name="Mentions").click()
    page.wait_for_url("**/mentions")
    assert page.get_by_role("heading", level=1, name="Mentions").is_visible()
    if viewport == DESKTOP:
        assert menu.get_by_role("link", name="Mentions").get_attribute("aria-current") == "page"
    found = page.locator("main .found", has_text="Bring the map").first
    assert f"({scripts}, {viewport['width']})" in found.inner_text() and "Bob" in found.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    if scripts:
        axe(page)
        assert page.evaluate("window.broken") == []
    found.click()
    page.wait_for_url("**#m-*")
    assert "Bring the map" in page.locator(":target .text").inner_text()
