"""A draft is one draft on all pages and devices of a person."""

import re

import pytest

from acting import BOB, DESKTOP, HIKERS, menu, sent, texts, until, wait_for
from test_live import connected


def value(page):
    return page.input_value("#text")


@pytest.fixture
def devices(person):
    """Alice's desk and phone, with the same conversation open."""
    desk, phone = person("alice", viewport=DESKTOP), person("alice")
    pages = [one.open(BOB).page for one in (desk, phone)]
    for page in pages:
        connected(page)
        if value(page):
            with page.expect_response("**/draft"):
                page.fill("#text", "")
    yield pages
    if value(pages[0]):
        with pages[0].expect_response("**/draft"):
            pages[0].fill("#text", "")


def test_what_is_typed_on_the_desk_is_in_the_box_of_the_phone_and_sent_once(devices):
    desk, phone = devices
    desk.locator("#text").press_sequentially("begun on the desk")
    wait_for(phone, lambda: value(phone) == "begun on the desk")
    phone.locator("#text").press_sequentially(", sent from the phone")
    assert value(phone) == "begun on the desk, sent from the phone"
    phone.get_by_role("button", name="Send", exact=True).click()
    sent(phone)
    wait_for(desk, lambda: value(desk) == "")
    wait_for(desk, lambda: texts(desk)[-1] == "begun on the desk, sent from the phone")
    # No copy is kept.
    desk.wait_for_timeout(900)
    desk.reload()
    assert value(desk) == "" and value(phone) == ""


def test_a_text_that_is_being_typed_is_not_replaced(devices):
    desk, phone = devices
    desk.locator("#text").press_sequentially("from the desk")
    wait_for(phone, lambda: value(phone) == "from the desk")
    with phone.expect_response("**/draft"):
        phone.fill("#text", "from the phone")
        desk.locator("#text").press_sequentially(", still typing")
    phone.wait_for_timeout(300)
    assert value(desk) == "from the desk, still typing"
    # What was typed last is the draft on both.
    desk.wait_for_timeout(3_500)
    with desk.expect_response("**/draft"):
        desk.locator("#text").press_sequentially(".")
    phone.wait_for_timeout(3_500)
    with desk.expect_response("**/draft"):
        desk.locator("#text").press_sequentially(".")
    wait_for(phone, lambda: value(phone) == "from the desk, still typing..")


def test_a_draft_that_is_deleted_is_deleted_everywhere(devices):
    desk, phone = devices
    desk.locator("#text").press_sequentially("never mind")
    wait_for(phone, lambda: value(phone) == "never mind")
    with desk.expect_response("**/draft"):
        desk.fill("#text", "")
    wait_for(phone, lambda: value(phone) == "")


def test_another_conversation_is_not_concerned(person, devices):
    elsewhere = person("alice", viewport=DESKTOP).open(HIKERS).page
    connected(elsewhere)
    desk, phone = devices
    desk.locator("#text").press_sequentially("for Bob only")
    wait_for(phone, lambda: value(phone) == "for Bob only")
    assert value(elsewhere) == ""


def test_a_long_draft_reaches_the_other_device_too(devices):
    desk, phone = devices
    desk.fill("#text", "long " * 4_000)
    wait_for(phone, lambda: value(phone) == "long " * 4_000)


def test_a_reply_keeps_its_quote_over_reload_and_devices(devices):
    desk, phone = devices
    desk.fill("#text", "what is quoted")
    desk.press("#text", "Enter")
    sent(desk)
    phone.locator(".message", has_text="what is quoted").last.wait_for()
    menu(desk, desk.locator(".messages .message").last).get_by_role("link", name="Reply").click()
    desk.locator(".answering").wait_for()
    # Before anything was typed.
    desk.reload()
    assert "what is quoted" in desk.locator(".answering").inner_text()
    connected(desk)
    desk.locator("#text").press_sequentially("an answer")
    phone.locator(".answering", has_text="what is quoted").wait_for()
    assert value(phone) == "an answer"
    # Without the address of the reply the draft has it.
    with desk.expect_navigation():
        desk.goto(re.sub(r"\?.*", "", desk.url))
    assert "what is quoted" in desk.locator(".answering").inner_text()
    assert value(desk) == "an answer"
    phone.get_by_role("button", name="Send", exact=True).click()
    sent(phone)
    assert phone.locator(".messages .message").last.locator(".quote-text").inner_text() == "what is quoted"
    wait_for(desk, lambda: value(desk) == "" and desk.locator(".answering").count() == 0)


def test_a_reply_that_is_cancelled_is_cancelled_everywhere(devices):
    desk, phone = devices
    menu(desk, desk.locator(".messages .message").last).get_by_role("link", name="Reply").click()
    desk.locator("#text").press_sequentially("no reply after all")
    phone.locator(".answering").wait_for()
    desk.press("#text", "Escape")
    phone.locator(".answering").wait_for(state="detached")
    assert value(phone) == "no reply after all"
    assert desk.locator(".answering").count() == 0
