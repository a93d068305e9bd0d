"""Members, profiles and search on the right of a conversation."""

from acting import BOB, DESKTOP, HIKERS, VERANDA, forgive


def test_members_stand_at_the_right_when_asked_for(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    link = page.locator(".heading p > a:first-child")
    link.focus()
    link.press("Enter")
    panel = page.get_by_role("complementary", name="Details")
    panel.get_by_role("heading", name="Members").wait_for()
    assert panel.bounding_box()["width"] == 300
    assert page.url.endswith(VERANDA)
    main, right = page.locator("main").bounding_box(), panel.bounding_box()
    assert main["x"] >= 320 and main["x"] + main["width"] <= right["x"]
    # Links in the panel open in the panel.
    panel.get_by_role("link", name="Bob").click()
    panel.get_by_role("heading", name="Bob").wait_for()
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    assert page.evaluate("document.activeElement.closest('.heading') !== null")


def test_a_member_is_added_and_removed_in_the_panel(person):
    page = person("alice", viewport=DESKTOP).open(HIKERS).page
    page.locator(".heading p > a:first-child").click()
    panel = page.get_by_role("complementary", name="Details")
    rows = panel.locator("li.person[data-alias]")
    rows.first.wait_for()
    count = rows.count()
    other = panel.locator("form li.person").nth(1)
    newcomer = other.locator(".muted").inner_text()
    other.get_by_role("button", name="Add").click()
    rows.nth(count).wait_for()
    row = rows.filter(has_text=newcomer)
    row.get_by_text("Change…").click()
    row.get_by_role("button", name="Remove").click()
    rows.nth(count).wait_for(state="detached")
    assert rows.count() == count and page.url.endswith(HIKERS)


def test_who_leaves_in_the_panel_is_in_the_list(person, site):
    page = person("alice", viewport=DESKTOP).page
    page.goto(f"{site.url}/conversations/new")
    page.locator(".person", has_text="@bob").click()
    page.get_by_role("checkbox", name="A group").check()
    page.fill("#name", "Three for tea")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**#latest")
    page.locator(".heading p > a:first-child").click()
    panel = page.get_by_role("complementary", name="Details")
    panel.get_by_text("Leave this chat…").click()
    panel.get_by_role("button", name="Leave").click()
    page.wait_for_url("**/conversations")


def test_what_is_searched_for_beside_a_conversation_stands_at_its_right(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    field = page.locator("aside.beside .search input")
    field.fill("トマト")
    field.press("Enter")
    panel = page.get_by_role("complementary", name="Details")
    panel.locator("mark").first.wait_for()
    assert set(panel.locator("mark").all_inner_texts()) == {"トマト"}
    assert page.url.endswith(VERANDA)


def test_on_a_phone_and_without_scripts_they_are_pages(person):
    phone = person("alice").open(VERANDA).page
    phone.locator(".heading p > a:first-child").click()
    phone.wait_for_url("**/members")
    desk = person("alice", viewport=DESKTOP, java_script_enabled=False).open(BOB).page
    desk.locator(".heading p > a:first-child").click()
    desk.wait_for_url("**/users/*")


def test_a_panel_that_can_not_be_had_is_a_page(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    page.route("**/members", lambda route: route.abort() if route.request.resource_type == "fetch" else route.continue_())
    page.locator(".heading p > a:first-child").click()
    page.wait_for_url("**/members")
    forgive(alice, "ERR_FAILED")


def test_members_are_filtered_by_name(person, site):
    page = person("alice").page
    page.goto(f"{site.url}/conversations/{VERANDA}/members")
    rows = page.locator("li.person[data-alias]")
    page.get_by_label("Search by name").fill("bob")
    rows.nth(1).wait_for(state="detached")
    assert rows.count() == 1
    page.get_by_label("Search by name").fill("nobody at all")
    page.get_by_text("Nobody of that name.").wait_for()
    assert rows.count() == 0
