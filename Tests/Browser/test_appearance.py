"""The appearance that a person chooses holds on all devices."""

import pytest
from playwright.sync_api import expect

from acting import BOB, DESKTOP, VERANDA, sent, until


def choose(page, site, **choices):
    page.goto(f"{site.url}/profile/appearance")
    for name, value in choices.items():
        page.locator(f"input[name={name}][value={value}]").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/profile/appearance?saved")
    page.get_by_role("status").get_by_text("Saved.").wait_for()


def paper(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).colorScheme")


def size(page):
    return page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_dark_is_dark_on_a_light_device_and_the_other_way_round(person, site, axe, scripts):
    alias = "haruka" if scripts else "yui"
    someone = person(alias, viewport=DESKTOP, color_scheme="light", java_script_enabled=scripts, reduced_motion="reduce")
    page = someone.page
    page.goto(f"{site.url}/profile")
    light = paper(page)
    choose(page, site, theme="dark")
    dark = paper(page)
    assert dark != light and dark.endswith("dark")
    page.goto(f"{site.url}/conversations/{VERANDA}")
    assert paper(page).endswith("dark")
    if scripts:
        axe(page)
    page.emulate_media(color_scheme="dark")
    choose(page, site, theme="light")
    assert paper(page) == light.replace("light dark", "light")
    choose(page, site, theme="system")
    assert paper(page).startswith(dark.removesuffix("dark"))


def test_other_devices_follow_at_once_and_new_ones_from_the_start(person, site):
    desk, phone = person("kenji", viewport=DESKTOP), person("kenji")
    phone.page.goto(f"{site.url}/bookmarks")
    phone.page.wait_for_timeout(500)
    usual = size(phone.page)
    choose(desk.page, site, size="largest", density="compact")
    until(phone.page, "document.documentElement.dataset.size === 'largest'")
    assert size(phone.page) == usual * 1.25
    phone.page.reload()
    assert phone.page.evaluate("document.documentElement.dataset.density") == "compact"
    # A device that signs in later, also without scripts.
    later = person("kenji", java_script_enabled=False)
    assert size(later.page) == usual * 1.25
    later.page.goto(f"{site.url}/bookmarks")
    assert size(later.page) == usual * 1.25


def test_compact_shows_more_messages(person, site):
    page = person("sora", viewport=DESKTOP).open(VERANDA).page
    height = "[...document.querySelectorAll('.message')].at(-1).getBoundingClientRect().bottom - [...document.querySelectorAll('.message')].at(0).getBoundingClientRect().top"
    roomy = page.evaluate(height)
    choose(page, site, density="compact")
    page.goto(f"{site.url}/conversations/{VERANDA}")
    assert page.evaluate(height) < roomy * 0.85


def test_enter_breaks_for_those_who_want_it(person, site):
    someone = person("dave", viewport=DESKTOP)
    page = someone.page
    choose(page, site, enter="break")
    page.goto(f"{site.url}/conversations")
    page.locator(".conversation").first.click()
    page.locator("#text").press_sequentially("one")
    page.press("#text", "Enter")
    page.locator("#text").press_sequentially("two")
    assert page.locator("#text").input_value() == "one\ntwo"
    page.press("#text", "Control+Enter")
    sent(page)
    assert page.locator(".messages .text").last.inner_text().split() == ["one", "two"]
    page.locator("#content").focus()
    page.keyboard.press("?")
    # Its words are fetched first.
    keys = page.locator("dialog.shortcuts")
    expect(keys.locator("div", has_text="New line").last.locator("kbd")).to_have_text(["Enter"])
