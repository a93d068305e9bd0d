"""Pictures that people choose for themselves, and admins for their groups."""

import struct
import zlib

import pytest
from acting import DESKTOP, HIKERS, wait_for


def stripes(width, height):
    """A PNG: red on the left, green in the middle, blue on the right."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    colors = (b"\xff\0\0", b"\0\xff\0", b"\0\0\xff")
    row = b"\0" + b"".join(colors[x * 3 // width] for x in range(width))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


PICTURE = {"name": "縞.png", "mimeType": "image/png", "buffer": stripes(900, 300)}
NOTES = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"notes"}


def color(page, image):
    """The colour in the middle of a picture: which of red, green and blue is the strongest."""
    return image.evaluate("""async image => {
        image.loading = "eager";
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const pixel = context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data;
        return ["red", "green", "blue"][[0, 1, 2].reduce((most, next) => pixel[next] > pixel[most] ? next : most)];
    }""")


def send(page, *files):
    page.get_by_label("A picture").set_input_files(list(files))
    page.get_by_role("button", name="Next").click()


def test_a_picture_is_cut_where_it_is_pressed_and_others_see_it(person, axe):
    yui, bob = person("yui", viewport=DESKTOP).page, person("bob", viewport=DESKTOP).page
    site = yui.url.split("/conversations")[0]
    yui.goto(f"{site}/profile")
    yui.get_by_role("link", name="Your picture").click()
    axe(yui)
    send(yui, PICTURE)
    button = yui.locator("input[type=image]")
    button.wait_for()
    axe(yui)
    box = button.bounding_box()
    assert (box["width"], round(box["height"])) == (256, 85)
    for share, name in ((0.9, "blue"), (0.1, "red")):
        if not button.count():
            yui.get_by_role("link", name="Your picture").click()
            send(yui, PICTURE)
        yui.get_by_label("Size").select_option("2")
        button.click(position={"x": box["width"] * share, "y": 40})
        yui.wait_for_url("**/profile")
        assert color(yui, yui.locator(".profile > .avatar img")) == name
    profile = yui.locator(".profile .code").inner_text()
    bob.goto(f"{site}/users/{profile}")
    assert color(bob, bob.locator(".avatar img").first) == "red"
    yui.get_by_role("link", name="Your picture").click()
    yui.get_by_role("button", name="Remove the picture").click()
    yui.wait_for_url("**/profile")
    assert yui.locator(".profile > .avatar img").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_a_keyboard_takes_the_middle(person, scripts):
    page = person("kenji", java_script_enabled=scripts).page
    site = page.url.split("/conversations")[0]
    page.goto(f"{site}/profile/picture")
    send(page, NOTES)
    page.get_by_text("This picture can't be used").wait_for()
    send(page, PICTURE)
    page.locator("input[type=image]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/profile")
    assert page.locator(".profile > .avatar img").count() == 1
    if scripts:
        assert color(page, page.locator(".profile > .avatar img")) == "green"
    page.goto(f"{site}/profile/picture")
    page.get_by_role("button", name="Remove the picture").click()
    page.wait_for_url("**/profile")


def test_a_group_has_a_picture_which_its_members_see(person):
    alice, bob = person("alice", viewport=DESKTOP).page, person("bob", viewport=DESKTOP).open(HIKERS).page
    site = alice.url.split("/conversations")[0]
    row = f'aside a[href^="/conversations/{HIKERS}"] .avatar'
    alice.goto(f"{site}/conversations/{HIKERS}/members")
    alice.get_by_role("link", name="Picture of the group").click()
    send(alice, PICTURE)
    alice.get_by_role("button", name="Use the middle").click()
    alice.wait_for_url(f"**/conversations/{HIKERS}/members")
    assert color(alice, alice.locator(".group-head .avatar img")) == "green"
    bob.locator(".messages").get_by_text("Alice changed the picture of the group").wait_for()
    bob.goto(f"{site}/conversations/{HIKERS}/members")
    assert color(bob, bob.locator(".group-head .avatar img")) == "green"
    assert bob.locator(".group-head").get_by_role("link", name="Picture of the group").count() == 0
    bob.goto(f"{site}/conversations/{HIKERS}")
    wait_for(bob, lambda: bob.locator(f"{row} img").count() == 1)
    assert "/avatar/" in bob.locator(f"{row} img").get_attribute("src")
    alice.goto(f"{site}/conversations/{HIKERS}/picture")
    alice.get_by_role("button", name="Remove the picture").click()
    alice.wait_for_url(f"**/conversations/{HIKERS}/members")
    assert alice.locator(".group-head .avatar img").count() == 0
