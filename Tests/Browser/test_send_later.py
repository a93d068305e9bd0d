"""Messages that are sent later: with scripts and without, on a desk and a phone."""

import pytest

from acting import DESKTOP, VERANDA, texts, wait_for

PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_a_text_is_taken_to_the_form_and_sent_later(person, scripts, viewport):
    text = f"written tonight, {'with' if scripts else 'without'} scripts at {viewport['width']}"
    alice = person("alice", viewport=viewport, java_script_enabled=scripts)
    page = alice.open(VERANDA).page
    later = page.get_by_role("button", name="Send later")
    assert not later.is_visible()
    box = page.locator("#text")
    box.fill(text)
    later.click()
    page.wait_for_url(f"**/conversations/{VERANDA}/later")
    assert page.get_by_label("Message", exact=True).input_value() == text
    page.get_by_role("button", name="In an hour").click()
    page.wait_for_url("**/scheduled")
    assert page.locator("main p.text", has_text=text).is_visible()
    # It is no draft any more.
    assert alice.open(VERANDA).page.locator("#text").input_value() == ""
    page.goto(page.url.split("/conversations")[0] + "/scheduled")
    page.locator("main li", has_text=text).get_by_role("link", name="Change").click()
    page.get_by_label("Message", exact=True).fill(f"{text}, now")
    page.get_by_role("button", name="Send now").click()
    page.locator("main p.text", has_text=text).wait_for(state="detached")
    assert any(one.startswith(f"{text}, now") for one in texts(alice.open(VERANDA).page))


def test_a_list_that_is_open_loses_what_was_sent(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    for text in ["sent while the list is open", "waiting longer"]:
        page.locator("#text").fill(text)
        page.get_by_role("button", name="Send later").click()
        page.get_by_role("button", name="In an hour").click()
        page.wait_for_url("**/scheduled")
        if text != "waiting longer":
            page.goto(f"{page.url.removesuffix('/scheduled')}/conversations/{VERANDA}")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("main li", has_text="sent while").get_by_role("link", name="Change").click()
    other.get_by_role("button", name="Send now").click()
    page.locator("main p.text", has_text="sent while").wait_for(state="detached")
    assert page.locator("main p.text", has_text="waiting longer").is_visible()


def test_the_enter_key_and_the_button_send_at_once(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.locator("#text").fill("by the key")
    page.keyboard.press("Enter")
    page.locator(".message", has_text="by the key").wait_for()
    page.locator("#text").fill("by the button")
    page.get_by_role("button", name="Send", exact=True).click()
    page.locator(".message", has_text="by the button").wait_for()
    assert f"/conversations/{VERANDA}" in page.url and "later" not in page.url


def test_files_are_not_offered_to_be_sent_later(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.locator("#text").fill("with a file")
    later = page.get_by_role("button", name="Send later")
    assert later.is_visible()
    page.locator(".attach input").set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"notes"})
    page.locator(".attached li").wait_for()
    assert not later.is_visible()


def test_the_button_stands_beside_the_others(person):
    """It covers neither the text nor another button."""
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.locator("#text").fill("x" * 40)
    boxes = [page.locator(f".composer {part}").bounding_box() for part in [".later", ".format-button", ".emoji-button", ".primary"]]
    for left, right in zip(boxes, boxes[1:]):
        assert left["x"] + left["width"] <= right["x"] + 1
        assert abs(left["y"] + left["height"] / 2 - right["y"] - right["height"] / 2) < 6


def test_a_draft_that_was_scheduled_leaves_the_other_pages(person):
    first = person("alice", viewport=DESKTOP).open(VERANDA).page
    other = first.context.new_page()
    other.goto(first.url)
    other.wait_for_selector(".present", state="attached")
    first.locator("#text").fill("on both pages")
    wait_for(other, lambda: other.locator("#text").input_value() == "on both pages")
    first.get_by_role("button", name="Send later").click()
    first.get_by_role("button", name="Tomorrow").click()
    first.wait_for_url("**/scheduled")
    wait_for(other, lambda: other.locator("#text").input_value() == "")
