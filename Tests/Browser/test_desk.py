"""The shell of wide screens: the places as a rail, the list beside every page, the page in the middle."""

import io
import zlib

import pytest

from acting import BOB, DESKTOP, HIKERS, VERANDA, shifted, until, wait_for, watch

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
PAGES = [
    f"/conversations/{VERANDA}", f"/conversations/{VERANDA}/members", "/conversations/new", "/bookmarks", "/mentions", "/search",
    "/search?q=tea", "/profile", "/profile/notifications", "/profile/appearance", "/nowhere",
]


def pixels(png):
    """The colours of a picture's pixels, as Playwright makes it: 8 bits a channel, not interlaced."""
    data, place, width, channels = b"", 8, 0, 0
    while place < len(png):
        length, kind = int.from_bytes(png[place:place + 4], "big"), png[place + 4:place + 8]
        part = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, channels = int.from_bytes(part[:4], "big"), {2: 3, 6: 4}[part[9]]
        elif kind == b"IDAT":
            data += part
        place += length + 12
    stream, size = io.BytesIO(zlib.decompress(data)), width * channels
    before, found = bytes(size), []
    while line := stream.read(size + 1):
        now = bytearray(line[1:])
        for index in range(size):
            left = now[index - channels] if index >= channels else 0
            up, corner = before[index], before[index - channels] if index >= channels else 0
            distances = [abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)]
            guess = [0, left, up, (left + up) // 2, [left, up, corner][distances.index(min(distances))]][line[0]]
            now[index] = now[index] + guess & 255
        found += [tuple(now[start:start + 3]) for start in range(0, size, channels)]
        before = bytes(now)
    return found


def test_emoji_are_in_colour_and_text_is_not(person, site):
    page = person("alice", viewport=DESKTOP, color_scheme="light").page
    page.goto(f"{site.url}/nowhere")
    shown = """emoji => {
        const one = document.createElement("p");
        one.id = "sample";
        one.textContent = emoji;
        document.querySelector("#sample")?.remove();
        document.querySelector("main").prepend(one);
    }"""
    for text, is_coloured in [
        *[(emoji, True) for emoji in "😀 ☺️ ❤️ ⚡ ⭐ ☀️ ✨ ✅ 👍🏽 👩‍💻 🇯🇵 ♥️".split()],
        *[(text, False) for text in "1 # * © ® ™ → ▶ ♪ 縁側 ㊗".split()],
    ]:
        page.evaluate(shown, text)
        colours = pixels(page.locator("#sample").screenshot())
        coloured = sum(max(colour) - min(colour) > 60 for colour in colours)
        assert (coloured > 20) == is_coloured, (text, coloured)


@SCRIPTS
@pytest.mark.parametrize("path", PAGES)
def test_the_places_and_the_list_stand_beside_every_page(person, site, path, scripts):
    someone = person("alice", viewport=DESKTOP, java_script_enabled=scripts)
    page = someone.page
    if scripts:
        watch(page)
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(site.url + path)
    rail, aside = page.get_by_role("navigation", name="Menu"), page.get_by_role("complementary", name="Your chats")
    assert aside.locator(".conversation").count() >= 3
    places = [link.get_attribute("href") for link in rail.get_by_role("link").all()]
    assert places == ["/conversations", "/mentions", "/search", "/bookmarks", "/profile"]
    boxes = [one.bounding_box() for one in (rail, aside, page.locator("main"))]
    assert boxes[0]["x"] == 0 and boxes[0]["width"] < 100 and boxes[0]["height"] == 900
    assert boxes[1]["x"] >= boxes[0]["width"] and 300 <= boxes[1]["width"] <= 320 and boxes[1]["height"] == 900
    assert boxes[2]["x"] >= boxes[1]["x"] + boxes[1]["width"]
    if scripts:
        page.wait_for_timeout(300)
        assert page.evaluate("window.broken") == []
        # The page of the notifications shows what the browser permits when its script knows.
        if path != "/profile/notifications":
            assert shifted(page) < 0.001
        # The list came with the page.
        assert not any(url.endswith("/conversations") for url in requested)


@SCRIPTS
def test_the_list_alone_says_what_to_do_beside_it(person, site, scripts):
    page = person("alice", viewport=DESKTOP, java_script_enabled=scripts).page
    page.goto(f"{site.url}/conversations")
    box = page.locator("main .conversations").bounding_box()
    assert box["x"] > 60 and box["x"] + box["width"] <= 400
    middle = page.get_by_text("Choose a chat.")
    assert middle.is_visible() and middle.bounding_box()["x"] > 400
    page.set_viewport_size({"width": 390, "height": 844})
    assert not middle.is_visible()


def test_the_conversation_that_is_open_is_marked_in_the_list(person, site):
    page = person("alice", viewport=DESKTOP, java_script_enabled=False).page
    for path in [f"/conversations/{HIKERS}", f"/conversations/{HIKERS}/members"]:
        page.goto(site.url + path)
        assert page.locator("aside [aria-current=page] .conversation-title").all_inner_texts() == ["Weekend hikers"]


def test_a_phone_does_not_load_the_list_with_each_page(person, site):
    someone = person("alice")
    page = someone.page
    page.goto(f"{site.url}/bookmarks")
    page.goto(f"{site.url}/bookmarks")
    assert page.locator(".beside").count() == 0
    assert page.get_by_role("link", name="Search").count() == 0
    # A wider window gets it.
    page.set_viewport_size(DESKTOP)
    page.locator("aside .conversation").first.wait_for()


def test_the_list_keeps_its_place_from_page_to_page(person, site):
    page = person("alice", viewport={"width": 1440, "height": 320}).page
    page.goto(f"{site.url}/bookmarks")
    page.evaluate("document.querySelector('.beside-list').scrollTop = 90")
    page.get_by_role("link", name="Profile").click()
    page.wait_for_url("**/profile")
    until(page, "document.querySelector('.beside-list').scrollTop === 90")


def test_ten_messages_of_one_line_are_whole_in_view(person, site):
    alice, bob = person("alice", viewport=DESKTOP), person("bob")
    for number in range(12):
        for someone in (alice, bob):
            page = someone.context.request.get(f"{site.url}/conversations/{BOB}").text()
            key = page.split('name="key" value="')[1].split('"')[0]
            someone.context.request.post(
                f"{site.url}/conversations/{BOB}/messages", form={"key": key, "text": f"a line, number {number}"},
                headers={"Origin": site.url})
    alice.open(BOB)
    alice.page.wait_for_timeout(300)
    whole = alice.page.evaluate("""() => {
        const [top, bottom] = [document.querySelector(".topbar").getBoundingClientRect().bottom,
            document.querySelector(".composer").getBoundingClientRect().top];
        return [...document.querySelectorAll(".message")].map((one) => one.getBoundingClientRect())
            .filter((box) => box.top >= top && box.bottom <= bottom && box.height < 50).length;
    }""")
    assert whole >= 10
    # The time stands beside the bubble, at its end.
    for group in [".group:not(.mine)", ".group.mine"]:
        message = alice.page.locator(f"{group} .message").last
        bubble, time = message.locator(".bubble").bounding_box(), message.locator(".message-foot > .time").bounding_box()
        assert bubble["y"] < time["y"] and time["y"] + time["height"] <= bubble["y"] + bubble["height"] + 1
        assert time["x"] >= bubble["x"] + bubble["width"] or time["x"] + time["width"] <= bubble["x"]
