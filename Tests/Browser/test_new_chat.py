"""A new chat: people are picked by typing; one makes a direct chat, several make a group."""

import pytest

from acting import BOB, DESKTOP, shifted, slow, until, wait_for, watch

PHONE = {"width": 390, "height": 844}


def begin(someone):
    someone.page.goto(f"{someone.site.url}/conversations/new")
    return someone.page


def pick(page, alias):
    """Types a part of a name, and takes the first who is found."""
    page.get_by_label("Search by name").fill(alias)
    page.keyboard.press("Enter")
    page.locator(".chosen .chip", has_text=alias.capitalize()).wait_for()


def chips(page):
    return page.locator(".chosen .chip span:not(.avatar)").all_inner_texts()


def test_people_are_picked_by_typing_and_make_a_group(person):
    page = begin(person("alice", viewport=DESKTOP))
    name = page.get_by_label("Name of the group")
    assert not name.is_visible()
    pick(page, "bob")
    assert page.get_by_label("Search by name").input_value() == "" and not name.is_visible()
    pick(page, "carol")
    assert chips(page) == ["Bob", "Carol"] and name.is_visible()
    assert not page.get_by_role("checkbox", name="A group").is_visible()
    # Backspace in the empty field takes the last away, a press any.
    page.keyboard.press("Backspace")
    wait_for(page, lambda: chips(page) == ["Bob"])
    assert not name.is_visible()
    pick(page, "dave")
    page.get_by_role("button", name="Remove Bob").click()
    wait_for(page, lambda: chips(page) == ["Dave"])
    pick(page, "carol")
    name.fill("Typed together")
    name.press("Enter")
    page.wait_for_url("**#latest")
    page.get_by_text("3 members").wait_for()
    assert page.locator(".heading h1").inner_text() == "Typed together"


def test_somebody_is_removed_after_the_list_was_loaded_again(person):
    page = begin(person("alice", viewport=DESKTOP))
    everybody = page.locator(".matches > .person").count()
    pick(page, "bob")
    # The field is empty again, so that everybody is listed.
    wait_for(page, lambda: page.locator(".matches > .person").count() == everybody)
    page.get_by_role("button", name="Remove Bob").click()
    page.locator(".chosen .chip").wait_for(state="detached")
    assert not page.get_by_role("checkbox", name="Bob").is_checked()


def test_one_person_makes_a_direct_chat_and_the_one_there_is_opens(person):
    page = begin(person("alice", viewport=DESKTOP))
    pick(page, "bob")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(f"**/{BOB}#latest")


def test_a_group_of_two_is_had_by_a_checkbox(person):
    page = begin(person("alice"))
    pick(page, "bob")
    page.get_by_role("checkbox", name="A group").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("alert").filter(has_text="Give the group a name.").wait_for()
    name = page.get_by_label("Name of the group")
    assert name.evaluate("one => one === document.activeElement") and name.get_attribute("aria-invalid") == "true"
    assert chips(page) == ["Bob"] and page.get_by_role("checkbox", name="A group").is_checked()
    name.fill("Just us")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**#latest")
    page.get_by_text("2 members").wait_for()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_the_name_is_asked_for_when_two_are_ticked_and_nothing_is_lost(person, scripts):
    page = begin(person("alice", java_script_enabled=scripts))
    name = page.get_by_label("Name of the group")
    page.locator(".person", has_text="@bob").click()
    assert not name.is_visible()
    page.locator(".person", has_text="@carol").click()
    assert name.is_visible()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("alert").filter(has_text="Give the group a name.").wait_for()
    assert page.locator(".matches > :checked").count() == 2 and name.is_visible()
    name.fill("Ticked")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("3 members").wait_for()


def test_enter_takes_who_was_typed_also_where_the_server_is_slow(person):
    page = begin(person("alice", viewport=DESKTOP))
    slow(page, 400)
    # Enter before anything was found: not the first of the list that is still there.
    page.get_by_label("Search by name").press_sequentially("kenji", delay=5)
    page.keyboard.press("Enter")
    page.locator(".chip").wait_for()
    assert page.locator(".matches > :checked + label").inner_text().split() [-1] == "@kenji"
    # Nobody of a name is nobody.
    page.get_by_label("Search by name").fill("nobody at all")
    page.keyboard.press("Enter")
    page.get_by_text("Nobody of that name.").wait_for()
    assert page.locator(".chip").count() == 1


def test_chosen_people_come_back_with_the_page(person):
    page = begin(person("alice", viewport=DESKTOP))
    page.locator(".person", has_text="@bob").click()
    page.locator(".person", has_text="@dave").click()
    page.goto(f"{page.url.rsplit('/', 1)[0]}")
    page.go_back()
    until(page, "document.querySelectorAll('.matches > :checked').length === document.querySelectorAll('.chip').length")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible_and_nothing_moves(person, axe, viewport, language, scheme):
    alice = person("alice", viewport=viewport, locale=language, color_scheme=scheme)
    page = alice.page
    watch(page)
    begin(alice)
    axe(page)
    boxes = page.locator(".matches > input")
    top = boxes.first.bounding_box()["y"]
    for number in range(3):
        boxes.nth(number).check()
        assert boxes.first.bounding_box()["y"] == top
    assert page.locator(".chip").count() == 3
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    page.fill("#filter", "bob")
    page.wait_for_timeout(600)
    axe(page)
    assert page.evaluate("window.broken") == [] and shifted(page) == 0
    begins = page.locator(".begin button").bounding_box()
    assert begins["height"] >= 44 and begins["y"] + begins["height"] <= viewport["height"]


FOCUSED = "document.activeElement.matches('.filter input')"


def test_the_field_has_the_focus_on_a_desk_and_not_on_a_touch_screen(person):
    page = begin(person("alice", viewport=DESKTOP))
    until(page, FOCUSED)
    # One types at once.
    page.keyboard.type("bob")
    page.keyboard.press("Enter")
    page.locator(".chosen .chip", has_text="Bob").wait_for()
    for options in ({"viewport": DESKTOP, "has_touch": True, "is_mobile": True}, {"viewport": PHONE}):
        page = begin(person("alice", **options))
        page.wait_for_timeout(300)
        assert not page.evaluate(FOCUSED)
    # Where a name is missing, the field for the name has it.
    page = begin(person("alice", viewport=DESKTOP))
    for alias in ("bob", "carol"):
        page.locator(".person", has_text=f"@{alias}").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("alert").wait_for()
    until(page, "document.activeElement.id === 'name'")
