"""The preview of a link: it arrives on open pages, is one link, can be removed by its author, and hidden by anyone.

What other sites would say stands in the cache already, so nothing is fetched."""

import base64
import hashlib
import json

import pytest

from acting import DESKTOP, VERANDA, menu, sent, wait_for
from conftest import Site

PHONE = {"width": 390, "height": 844}
LINK = "https://houses.example/engawa"
PREVIEW = {
    "title": "縁側とは — 日本の家のつくり " * 4, "site": "家の百科",
    "text": "縁側は、家の外側に張り出した板敷きの通路で、庭と部屋をつなぎます。近所の人が腰かけて話す場所でもあります。" * 3,
    "picture": "https://houses.example/p.png",
}
# One pixel.
WEBP = base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")


def key(url):
    return hashlib.sha256(url.encode()).hexdigest()[:32]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    for folder, url, content in [
            ("previews", LINK, json.dumps(PREVIEW).encode()), ("preview-pictures", PREVIEW["picture"], WEBP)]:
        (data / folder).mkdir()
        (data / folder / key(url)).write_bytes(content)
    site = Site(data, "--link-previews", "on")
    yield site
    site.stop()


def say(page, text):
    page.fill("#text", text)
    page.get_by_role("button", name="Send", exact=True).click()


def last(page):
    return page.locator(".message").last


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_preview_arrives_and_is_one_link(person, site, axe, size, colours):
    bob = person("bob", viewport=size, color_scheme=colours).open(VERANDA)
    alice = person("alice", viewport=size, color_scheme=colours).open(VERANDA)
    sent(alice.page)
    text = f"look at this, {size['width']} {colours}"
    say(bob.page, f"{text} {LINK}")
    for page in (alice.page, bob.page):
        message = page.locator(".message", has_text=text)
        card = message.locator(".preview")
        card.wait_for()
        assert card.get_attribute("href") == LINK
        assert card.get_attribute("rel") == "noopener noreferrer nofollow ugc"
        assert "houses.example · 家の百科" in card.inner_text()
        picture = card.locator("img")
        wait_for(page, lambda: picture.evaluate("image => image.complete && image.naturalWidth > 0"))
        # Both at the same moment: a message that has just come may still move.
        box, bubble = message.evaluate(
            """message => [".preview", ".bubble"].map(
                name => message.querySelector(name).getBoundingClientRect().toJSON())""")
        assert box["left"] >= bubble["left"] and box["right"] <= bubble["right"] + 1
        assert picture.bounding_box()["width"] == 72
        # Two lines of the title and two of the text.
        assert box["height"] < 150
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        axe(page)


def test_a_preview_arrives_beside_files(person, site):
    bob, alice = person("bob", viewport=DESKTOP).open(VERANDA), person("alice", viewport=DESKTOP).open(VERANDA)
    sent(alice.page)
    bob.page.set_input_files(".attach input", [{"name": "plan.txt", "mimeType": "text/plain", "buffer": b"the plan"}])
    say(bob.page, f"the plan, and {LINK}")
    parts = "message => [...message.querySelector('.bubble').children].map((one) => one.classList[0])"
    for page in (alice.page, bob.page):
        message = page.locator(".message", has_text="the plan, and")
        message.locator(".bubble > .preview").wait_for()
        # As on a page that is loaded.
        assert message.evaluate(parts) == ["files", "text", "preview"]
    alice.page.reload()
    assert alice.page.locator(".message", has_text="the plan, and").evaluate(parts) == ["files", "text", "preview"]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_its_author_removes_it_for_everyone(person, site, scripts):
    bob = person("bob", viewport=DESKTOP, java_script_enabled=scripts).open(VERANDA)
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    sent(alice.page)
    say(bob.page, f"again {LINK}")
    last(alice.page).get_by_text("again").wait_for()
    last(alice.page).locator(".preview").wait_for()
    address = last(alice.page).locator(".more").get_attribute("href")
    anchor = f"[id='{address.split('#')[1]}']"
    remove = "Remove the link's preview for everyone"
    if scripts:
        last(bob.page).locator(".preview").wait_for()
        here = bob.page.url
        menu(bob.page, last(bob.page)).get_by_role("button", name=remove).click()
    else:
        bob.page.goto(f"{site.url}{address}")
        bob.page.get_by_role("button", name=remove).click()
    for page in (bob.page, alice.page):
        page.locator(f"{anchor} .preview").wait_for(state="detached")
        page.locator(anchor).wait_for()
    if scripts:
        assert bob.page.url == here
    alice.page.reload()
    alice.page.locator(anchor).wait_for()
    assert alice.page.locator(f"{anchor} .preview").count() == 0
    assert menu(alice.page, alice.page.locator(anchor)).get_by_role("button", name=remove).count() == 0


def test_who_hides_previews_sees_none_also_where_one_arrives(person, site):
    haruka = person("haruka", viewport=DESKTOP)
    haruka.page.goto(f"{site.url}/profile/appearance")
    haruka.page.locator("input[name=previews][value=hidden]").check()
    haruka.page.get_by_role("button", name="Save").click()
    haruka.page.wait_for_url("**/profile/appearance?saved")
    haruka.open(VERANDA)
    sent(haruka.page)
    bob = person("bob").open(VERANDA)
    sent(bob.page)
    say(bob.page, f"hidden {LINK}")
    bob.page.locator(".message", has_text="hidden").locator(".preview").wait_for()
    card = haruka.page.locator(".message", has_text="hidden").locator(".preview")
    card.wait_for(state="attached")
    assert not card.is_visible()
    haruka.page.reload()
    assert haruka.page.locator(".preview").count() == 0
