"""Files of messages: chosen, pasted or dropped, sent with a text, seen by others, and kept from strangers."""

import re
import struct
import zlib
from pathlib import Path

import pytest
from conftest import Person, Site

from acting import DESKTOP, HIKERS, VERANDA, menu, sent, texts, until, wait_for


def png(width, height, colour=(200, 60, 40)):
    """A picture of one colour."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress((b"\0" + bytes(colour) * width) * height)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def file(name, content, kind="application/octet-stream"):
    return {"name": name, "mimeType": kind, "buffer": content}


PICTURE = file("夕焼け.png", png(800, 600), "image/png")
NOTES = file("notes.txt", "# 覚え書き\n".encode(), "text/plain")


def choose(page, *files):
    page.set_input_files(".attach input", list(files))
    page.locator(".composer .attached li").nth(len(files) - 1).wait_for()


def forward(page, message, to):
    menu(page, message).get_by_role("link", name="Forward").click()
    page.locator("dialog.switcher").wait_for()
    page.keyboard.type(to)
    wait_for(page, lambda: page.locator("dialog.switcher [role=option]").count() == 1)
    # What is told of an earlier one may still stand there.
    with page.expect_response(lambda response: "/forward" in response.url and response.request.method == "POST"):
        page.keyboard.press("Enter")
    page.get_by_role("status").filter(has_text="orwarded").wait_for()


def is_shown(picture):
    return picture.evaluate("image => image.complete && image.naturalWidth > 0")


def shifts(page):
    """Begins to add up how far the layout moves by itself."""
    page.evaluate("""() => {
        window.moved = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.moved += entry.value; })
            .observe({ type: "layout-shift", buffered: true });
    }""")


def test_a_picture_with_a_text_is_seen_by_the_others(person):
    alice, bob = person("alice").open(VERANDA), person("bob", viewport=DESKTOP).open(VERANDA)
    bob.page.wait_for_selector(".present", state="attached")
    shifts(bob.page)
    choose(alice.page, PICTURE)
    until(alice.page, "document.querySelector('.composer .attached canvas')")
    alice.page.fill("#text", "the sky, just now")
    alice.page.press("#text", "Enter")
    sent(alice.page)
    assert alice.page.locator(".composer .attached li").count() == 0
    for page in (alice.page, bob.page):
        message = page.locator(".message", has_text="the sky, just now")
        picture = message.locator(".picture img")
        picture.wait_for()
        wait_for(page, lambda: is_shown(picture))
        assert picture.get_attribute("alt") == "夕焼け.png"
        box = picture.bounding_box()
        assert box["width"] / box["height"] == pytest.approx(800 / 600, rel=0.02)
    # The place was there before the picture.
    assert bob.page.evaluate("window.moved") < 0.01


def test_a_file_of_another_kind_is_a_row_that_saves_it(person):
    alice = person("alice").open(VERANDA)
    choose(alice.page, file("program.exe", b"MZ" + bytes(3_000)), file("page.html", b"<script>alert(1)</script>", "text/html"))
    alice.page.press("#text", "Enter")
    sent(alice.page)
    rows = alice.page.locator(".message .file")
    assert rows.locator(".file-name").all_inner_texts()[-2:] == ["program.exe", "page.html"]
    for row in rows.all()[-2:]:
        answer = alice.context.request.get(alice.site.url + row.get_attribute("href"))
        assert answer.status == 200
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"].startswith("attachment;")
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_is_pasted_or_dropped_is_attached(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    transfer = """(name) => {
        const data = new DataTransfer();
        data.items.add(new File(["something"], name, { type: "text/plain" }));
        return data;
    }"""
    data = page.evaluate_handle(transfer, "dropped.txt")
    page.dispatch_event(".messages", "dragover", {"dataTransfer": data})
    until(page, "document.querySelector('.dropping')")
    page.dispatch_event(".messages", "drop", {"dataTransfer": data})
    until(page, "!document.querySelector('.dropping')")
    data = page.evaluate_handle(transfer, "pasted.txt")
    data.evaluate("""(clipboardData) => document.getElementById("text").dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))""")
    assert page.locator(".attached .file-name").all_inner_texts() == ["dropped.txt", "pasted.txt"]
    page.locator(".attached li", has_text="dropped.txt").get_by_role("button", name="Delete").click()
    page.press("#text", "Enter")
    sent(page)
    assert page.locator(".message").last.locator(".file-name").all_inner_texts() == ["pasted.txt"]


def test_a_file_that_failed_is_sent_again_and_the_text_stays(person):
    alice = person("alice").open(VERANDA)
    page = alice.page
    failing = [True]
    page.route("**/files", lambda route: route.fulfill(status=503, body="") if failing else route.continue_())
    choose(page, NOTES)
    page.fill("#text", "with what I wrote down")
    page.press("#text", "Enter")
    page.locator(".outgoing.failed .retry").wait_for()
    assert page.locator(".outgoing .attached .fault").inner_text() == "The file was not sent"
    failing.clear()
    page.locator(".outgoing.failed .unsent .retry").click()
    sent(page)
    message = page.locator(".message", has_text="with what I wrote down")
    assert message.count() == 1
    assert message.locator(".file-name").all_inner_texts() == ["notes.txt"]


def test_files_that_the_server_has_no_more_are_sent_anew(person):
    alice = person("alice").open(VERANDA)
    page = alice.page
    choose(page, NOTES)
    until(page, "!document.querySelector('.attached progress:not([hidden])')")
    # As if the form had waited for hours.
    changed = []

    def change(route):
        data = route.request.post_data
        if not changed:
            changed.append(True)
            data = re.sub("file=[0-9a-f-]+", "file=550e8400-e29b-41d4-a716-446655449999", data)
        route.continue_(post_data=data)

    page.route("**/messages", change)
    page.fill("#text", "after a long lunch")
    page.press("#text", "Enter")
    fault = page.locator("#composer-fault")
    fault.wait_for()
    assert "Choose them again" in fault.inner_text() or "not there any more" in fault.inner_text()
    assert page.input_value("#text") == "after a long lunch"
    until(page, "!document.querySelector('.attached progress:not([hidden])')")
    page.press("#text", "Enter")
    sent(page)
    message = page.locator(".message", has_text="after a long lunch")
    assert message.count() == 1
    assert message.locator(".file-name").all_inner_texts() == ["notes.txt"]


def test_without_scripts_a_form_sends_files_and_text(person):
    carol = person("bob", java_script_enabled=False).open(VERANDA)
    page = carol.page
    page.set_input_files(".attach input", [PICTURE, NOTES])
    page.fill("#text", "by the form alone")
    page.click(".composer .primary")
    message = page.locator(".message", has_text="by the form alone")
    message.wait_for()
    assert message.locator(".picture").count() == 1
    assert message.locator(".file-name").all_inner_texts() == ["notes.txt"]
    # And nothing but files.
    page.set_input_files(".attach input", [NOTES])
    page.click(".composer .primary")
    page.wait_for_url("**#latest")
    assert page.locator(".message").last.locator(".file-name").all_inner_texts() == ["notes.txt"]


@pytest.mark.independent
def test_without_scripts_a_text_stays_where_its_file_is_too_large_or_the_session_has_ended(chromium, tmp_path):
    site = Site(tmp_path, "--file-limit", "1")
    someone = Person(chromium, site, java_script_enabled=False).be("alice").open(VERANDA)
    page = someone.page
    page.set_input_files(".attach input", [PICTURE, file("film.bin", bytes(3_000_000))])
    page.fill("#text", "beside a long film")
    page.click(".composer .primary")
    page.get_by_text("a file is too large").wait_for()
    assert page.input_value("#text") == "beside a long film"
    page.set_input_files(".attach input", [file("film.bin", bytes(3_000_000))])
    someone.context.clear_cookies(name="session")
    page.click(".composer .primary")
    page.get_by_text("Its files are not kept").wait_for()
    page.fill("#user", "alice")
    page.press("#user", "Enter")
    page.locator("#text").wait_for()
    assert page.input_value("#text") == "beside a long film"
    someone.context.close()
    site.stop()


def test_the_same_form_sent_twice_is_one_message(person):
    alice = person("alice", java_script_enabled=False).open(VERANDA)
    page = alice.page
    key = page.locator("#composer input[name=key]").get_attribute("value")
    for _ in range(2):
        answer = alice.context.request.post(
            f"{alice.site.url}/conversations/{VERANDA}/messages", headers={"Origin": alice.site.url}, max_redirects=0,
            multipart={"key": key, "text": "sent by two presses", "file": PICTURE})
        assert answer.status == 303
    alice.open(VERANDA)
    page.goto(f"{alice.site.url}/conversations/{VERANDA}?at=newest")
    assert page.locator(".message", has_text="sent by two presses").count() == 1


def test_the_viewer_leads_from_picture_to_picture_and_back(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    choose(page, *(file(f"{number}.png", png(400, 300, (number * 60, 90, 90)), "image/png") for number in (1, 2, 3)))
    page.press("#text", "Enter")
    sent(page)
    album = page.locator(".message").last.locator(".album")
    assert album.locator(".picture").count() == 3
    album.locator(".picture").first.click()
    viewer = page.locator("dialog.viewer")
    viewer.wait_for()
    name = viewer.locator(".viewed-name")
    assert name.inner_text() == "1.png"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert name.inner_text() == "3.png"
    wait_for(page, lambda: is_shown(viewer.locator("img")))
    page.go_back()
    viewer.wait_for(state="detached")
    assert page.url.endswith(VERANDA)
    album.locator(".picture").nth(1).click()
    viewer.wait_for()
    page.keyboard.press("Escape")
    viewer.wait_for(state="detached")
    assert page.url.endswith(VERANDA)


def test_files_of_a_conversation_stand_on_a_page_of_their_own(person):
    alice = person("alice").open(VERANDA)
    page = alice.page
    choose(page, PICTURE, NOTES)
    page.press("#text", "Enter")
    sent(page)
    page.goto(f"{alice.site.url}/conversations/{VERANDA}/files")
    assert page.locator(".gallery .picture").count() >= 1
    assert "notes.txt" in page.locator(".file-list .file-name").all_inner_texts()


def test_who_is_no_member_gets_no_file_and_a_deleted_message_leaves_none(person):
    alice = person("alice").open(HIKERS)
    page = alice.page
    choose(page, NOTES)
    page.fill("#text", "for hikers only")
    page.press("#text", "Enter")
    sent(page)
    address = alice.site.url + page.locator(".message", has_text="for hikers only").locator(".file").get_attribute("href")
    assert alice.context.request.get(address).status == 200
    stranger = person()
    assert stranger.context.request.get(address, max_redirects=0).status != 200
    outsider = next(name for name in ("kenji", "dave", "yui", "carol", "bob") if is_outside(person, name))
    assert person(outsider).context.request.get(address).status == 404


def is_outside(person, name):
    """Whether somebody is there, and no member of the hikers."""
    someone = person()
    answer = someone.context.request.post(
        f"{someone.site.url}/sign-in", form={"user": name}, headers={"Origin": someone.site.url}, max_redirects=0)
    return answer.status == 303 and someone.context.request.get(f"{someone.site.url}/conversations/{HIKERS}").status == 404


def test_without_a_fault_in_sight(person, axe):
    alice = person("alice").open(VERANDA)
    choose(alice.page, PICTURE, NOTES)
    until(alice.page, "!document.querySelector('.attached progress:not([hidden])')")
    axe(alice.page)
    alice.page.press("#text", "Enter")
    sent(alice.page)
    axe(alice.page)
    assert re.search("notes.txt", texts(alice.page)[-1] + alice.page.locator(".message").last.inner_text())


def test_a_picture_of_a_phone_is_shown(person):
    sample = Path(__file__).parents[1] / "Storage/PicturesTests/Samples/phone.heic"
    alice, bob = person("alice").open(VERANDA), person("bob").open(VERANDA)
    # The second is damaged, and a file like any other.
    choose(alice.page, file("IMG_0042.HEIC", sample.read_bytes()), file("IMG_0043.HEIC", sample.read_bytes()[:-200]))
    alice.page.press("#text", "Enter")
    sent(alice.page)
    message = bob.page.locator(".message", has_text="IMG_0043.HEIC")
    message.wait_for()
    picture = message.locator(".picture img")
    wait_for(bob.page, lambda: is_shown(picture))
    assert picture.get_attribute("alt") == "IMG_0042.jpg"
    box = picture.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(200 / 300, rel=0.02)


def test_a_forwarded_message_has_its_files(person):
    alice = person("alice").open(VERANDA)
    choose(alice.page, PICTURE, NOTES)
    alice.page.fill("#text", "both of yesterday")
    alice.page.press("#text", "Enter")
    sent(alice.page)
    forward(alice.page, alice.page.locator(".message", has_text="both of yesterday").last, "Hikers")
    choose(alice.page, PICTURE)
    alice.page.press("#text", "Enter")
    sent(alice.page)
    forward(alice.page, alice.page.locator(".message:has(.picture)").last, "Hikers")
    alice.open(HIKERS)
    one, other = alice.page.locator(".message:has(.picture)").all()[-2:]
    assert one.locator("blockquote").inner_text() == "both of yesterday"
    assert one.locator(".file-name").all_inner_texts() == ["notes.txt"]
    assert other.locator(".text").inner_text().strip() == "Alice" and other.locator("blockquote").count() == 0
    for message in (one, other):
        picture = message.locator(".picture img")
        wait_for(alice.page, lambda: is_shown(picture))
    # The files are those of the message here, which stay when the other one goes.
    hrefs = {link.get_attribute("href") for link in alice.page.locator(".picture").all()}
    alice.open(VERANDA)
    assert not hrefs & {link.get_attribute("href") for link in alice.page.locator(".picture").all()}
