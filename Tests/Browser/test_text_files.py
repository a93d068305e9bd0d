"""Text and code files of messages, whose beginnings can be unfolded."""

from acting import DESKTOP, VERANDA, sent, wait_for
from test_files import NOTES, choose, file


def test_a_text_file_shows_its_beginning_when_it_is_unfolded(person, axe):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    asked = []
    page.on("request", lambda request: "range" in request.headers and asked.append(request.headers["range"]))
    code = "let markup = \"<b>縁側</b>\"\n"
    choose(page, file("main.swift", code.encode()), file("old.csv", "名前,春香\n".encode("shift_jis")),
           file("long.txt", ("あいう\n" * 100_000).encode()))
    page.press("#text", "Enter")
    sent(page)
    message = page.locator(".message").last
    # A page with files loads nothing of them.
    assert message.locator("pre").count() == 0
    for number, text in enumerate([code, "名前,春香\n"]):
        message.get_by_text("Show the beginning").nth(number).click()
        wait_for(page, lambda: message.locator("pre").nth(number).text_content() == text)
    assert message.locator("pre b").count() == 0
    message.get_by_text("Show the beginning").last.click()
    long = message.locator("pre").last
    wait_for(page, lambda: long.text_content().endswith("…"))
    shown = long.text_content().removesuffix("…")
    assert ("あいう\n" * 100_000).startswith(shown) and 16_384 - 3 < len(shown.encode()) <= 16_384
    assert long.bounding_box()["height"] <= 320
    assert asked == ["bytes=0-16383"] * 3
    axe(page)
    # Opened again, it is not loaded again.
    for _ in range(2):
        message.get_by_text("Show the beginning").first.click()
    page.wait_for_timeout(200)
    assert len(asked) == 3 and message.locator("pre").count() == 3


def test_a_beginning_that_was_not_loaded_is_loaded_again(person):
    page = person("alice").open(VERANDA).page
    choose(page, NOTES)
    page.press("#text", "Enter")
    sent(page)
    message = page.locator(".message").last
    failing = [True]
    page.route("**/files/**", lambda route: route.fulfill(status=502, body="") if failing else route.continue_())
    message.get_by_text("Show the beginning").click()
    wait_for(page, lambda: message.locator("pre").text_content() == "That did not work. Try again.")
    failing.clear()
    message.get_by_text("Show the beginning").click()
    message.locator("pre").wait_for(state="detached")
    message.get_by_text("Show the beginning").click()
    wait_for(page, lambda: message.locator("pre").text_content() == "# 覚え書き\n")


def test_without_scripts_a_text_file_is_its_link(person):
    page = person("alice", java_script_enabled=False).open(VERANDA).page
    page.set_input_files(".attach input", [NOTES])
    page.click(".composer .primary")
    page.wait_for_url("**#latest")
    message = page.locator(".message").last
    assert message.locator(".file-name").inner_text() == "notes.txt"
    assert not message.locator(".peek").is_visible()
