"""Every page looks as in its golden picture: on a phone, a tablet and a desk, in both languages, light and dark."""

import datetime
import glob
import os
import re
import subprocess

import pytest

from acting import VERANDA, menu, press, until
from conftest import BINARY, REPOSITORY, Person, Site, free_port
from every_page import OF_ADMINS, WITHOUT_SESSION, pages_of
from pictures import Album, differences, take
from service import SECRET, Service
from test_identities import PASSWORD
from test_security import code

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}
# How many pixels of the page a pixel of the golden picture is wide.
SCALES = {"phone": 1, "tablet": 2, "desk": 2}
LANGUAGES = {"ja": "ja-JP", "en": "en-GB"}
SCHEMES = ["light", "dark"]
GOLDEN = REPOSITORY / "Tests/Browser/Pictures"
pytestmark = pytest.mark.independent
# The time at the site and in the browser, which stands still: the sample data is some hours and days older.
NOW = datetime.datetime(2026, 6, 10, 3, 30, tzinfo=datetime.timezone.utc)


class StillSite(Site):
    """A site whose clock stands still."""

    def __init__(self, folder, *arguments, **options):
        library = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
        assert library, "libfaketime is not installed"
        self.folder = folder
        self.clock = {
            "LD_PRELOAD": library, "FAKETIME": f"{NOW:%Y-%m-%d %H:%M:%S}", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        super().__init__(folder, *arguments, environment=self.clock, **options)

    def stop(self):
        # Where time stands still, an orderly stop may wait for ever.
        self.process.kill()
        self.process.wait()

    def engawa(self, *arguments):
        """Runs an operator command; returns what it prints."""
        return subprocess.run(
            ["env", BINARY, *arguments, "--data", self.folder], check=True, capture_output=True, cwd=REPOSITORY,
            env={**os.environ, "TZ": "UTC", **self.clock}, text=True).stdout


@pytest.fixture
def still(tmp_path):
    site = StillSite(tmp_path)
    yield site
    site.stop()


@pytest.fixture
def viewer(chromium, request):
    """Makes browsers in which the time is the site's."""
    people = []

    def make(language, width, height, site=None, **options):
        someone = Person(
            chromium, site or request.getfixturevalue("still"), locale=LANGUAGES[language], viewport={"width": width, "height": height},
            device_scale_factor=1, reduced_motion="reduce", **options)
        someone.context.clock.set_fixed_time(NOW)
        # No test of how fast anything is.
        someone.context.set_default_timeout(60_000)
        people.append(someone)
        return someone

    yield make
    for someone in people:
        someone.context.close()


# The room on the disk, and how many sessions there were when they were counted last.
OF_THE_MACHINE = "section.figures:not(:has(details))"


def show(someone, path):
    """Opens a page, and waits until scripts have done what they do at first."""
    page = someone.tab
    page.goto(someone.site.url + path)
    until(page, "!document.querySelector('[aria-busy=true]') && document.fonts.status === 'loaded'")
    return page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_page_looks_as_in_its_picture(viewer, still, size, language):
    someone = viewer(language, *SIZES[size])
    albums = {scheme: Album(GOLDEN / f"{size}-{language}-{scheme}", scale=SCALES[size]) for scheme in SCHEMES}

    def check_open(name, page):
        # Of a conversation, what one sees of it; of another page, all.
        whole = page.locator(".composer").count() == 0
        machine = page.locator(OF_THE_MACHINE)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            albums[scheme].check(name, page, full_page=whole, mask=[machine])

    def check(pages, prefix=""):
        for name, path in pages.items():
            check_open(prefix + name, show(someone, path))

    check(WITHOUT_SESSION)
    someone.be("alice")
    check({"unread-list": "/conversations", "unread-thread": f"/conversations/{VERANDA}#new"})
    check(pages_of(someone))
    page = show(someone, "/conversations/new")
    for alias in ("bob", "haruka"):
        page.locator(".person", has_text=f"@{alias}").click()
    check_open("new-conversation-chosen", page)
    still.engawa("accounts", "role", "--user", "alice", "--role", "admin")
    check(OF_ADMINS, "admin-")
    for album in albums.values():
        album.close()


@pytest.fixture
def empty(tmp_path):
    """A site in which nobody is yet."""
    site = StillSite(tmp_path / "empty", "--sign-in", "password", mode="production")
    yield site
    site.stop()


@pytest.fixture
def hub(tmp_path):
    """A site with passwords and a sign-in service."""
    service, port = Service(), free_port()
    secret = tmp_path / "hub.secret"
    secret.write_text(SECRET)
    site = StillSite(
        tmp_path / "hub", "--public-url", f"http://localhost:{port}", "--sign-in", "password,hub", *service.arguments,
        "--sign-in-hub-client-secret-file", secret, port=port)
    yield site
    site.stop()
    service.stop()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_pages_for_who_arrives_look_as_in_their_pictures(viewer, empty, hub, size, language):
    albums = {
        scheme: Album(GOLDEN / f"arrival-{size}-{language}-{scheme}", scale=SCALES[size]) for scheme in SCHEMES}

    def check(name, page):
        until(page, "document.fonts.status === 'loaded'")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            albums[scheme].check(name, page, full_page=True)

    def arrive(site):
        return viewer(language, *SIZES[size], site=site)

    check("sign-in-nobody-yet", show(arrive(empty), "/sign-in"))
    check("first-admin", show(arrive(empty), "/first-admin"))

    page = show(arrive(hub), "/sign-in")
    check("sign-in-methods-offered", page)
    page.locator("form[action='/sign-in/hub'] button").click()
    page.get_by_role("link", name="Agree").click()
    page.wait_for_url("**/welcome*")
    check("welcome", page)

    invitation = re.search(r"/link\S+", hub.engawa("accounts", "invite"))[0]
    check("invitation", show(arrive(hub), invitation))
    new_password = re.search(r"/link\S+", hub.engawa("accounts", "reset-password", "--user", "bob"))[0]
    check("new-password", show(arrive(hub), new_password))

    page = show(arrive(hub), "/sign-in")
    sign_in_with_password(page, "alice")
    page.wait_for_url("**/conversations")
    page.goto(f"{hub.url}/profile/security")
    page.locator("form[action='/profile/security/authenticator'] button").click()
    page.fill("#code", code(page.locator(".secret").inner_text(), now=NOW.timestamp()))
    page.press("#code", "Enter")
    page.locator(".recovery-codes").wait_for()
    page = show(arrive(hub), "/sign-in")
    sign_in_with_password(page, "alice")
    page.wait_for_url("**/sign-in/second-factor")
    check("second-factor", page)
    for album in albums.values():
        album.close()


def sign_in_with_password(page, alias):
    page.fill("#password-name", alias)
    page.fill("#password-password", PASSWORD)
    page.press("#password-password", "Enter")


def test_the_pictures_of_the_readme_are_of_the_site_as_it_is(viewer):
    album = Album(REPOSITORY / "docs/images", ".png", shared=True)
    phone, desk = (390, 760), (1200, 760)

    def thread(language, size, **options):
        return show(viewer(language, *size, **options).be("alice"), f"/conversations/{VERANDA}#new")

    # First, because who reads a conversation has no unread messages in the list.
    album.check("list-phone-en-dark", show(viewer("en", *phone, color_scheme="dark").be("alice"), "/conversations"))
    album.check("thread-phone-ja", thread("ja", phone))
    page = thread("ja", phone, color_scheme="dark", has_touch=True)
    press(page, page.locator(".messages .message").last)
    page.locator("dialog.menu").wait_for()
    album.check("message-phone-ja-dark", page)
    page = thread("en", desk)
    page.locator(".heading p > a:first-child").click()
    page.locator("aside.details .person").first.wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    album.check("thread-desk-en", page)
    album.close()


FAULTS = {
    "a bar that is four pixels lower": ".topbar { transform: translateY(4px); }",
    "another colour of buttons": ".button.primary { background: #6b2f3f; }",
    "a page of a slightly other colour": ":root { --paper: #f6f0e0; }",
    "a missing icon": ".tabs a:first-of-type span[aria-hidden] { visibility: hidden; }",
    "a list that is two pixels narrower": ".conversations { width: calc(100% - 2px); }",
    "smaller text": ".conversation-title { font-size: 15px; }",
}


@pytest.mark.parametrize("size", SIZES)
def test_what_looks_otherwise_is_found_and_what_looks_the_same_is_not(viewer, size):
    page = show(viewer("en", *SIZES[size]).be("alice"), "/conversations")
    album = Album(GOLDEN, scale=SCALES[size])
    golden = album.as_kept(take(page))

    def differs():
        return differences(golden, album.as_kept(take(page)), album.scale) is not None

    for _ in range(3):
        page.reload()
        until(page, "document.fonts.status === 'loaded'")
        assert not differs()
    for fault, style in FAULTS.items():
        # A sheet of its own: the page's policy forbids a style element.
        page.evaluate("""style => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(style);
            document.adoptedStyleSheets = [sheet];
        }""", style)
        assert differs(), fault
    page.evaluate("document.adoptedStyleSheets = []")
    assert not differs()
