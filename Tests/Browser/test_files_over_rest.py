"""Files of messages before a REST backend, at two sites."""

import pytest
from conftest import Person, Site

from acting import VERANDA, sent, wait_for
from backend import Backend
from test_files import NOTES, PICTURE, choose, file, is_shown


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rest")
    backend = Backend(folder / "backend")
    sites = [Site(folder / name, "--backend", backend.url) for name in ("one", "two")]
    yield sites
    for site in sites:
        site.stop()
    backend.stop()


@pytest.fixture
def at(chromium):
    """Makes a person at a site, with the conversation open as soon as the site knows that the backend takes files."""
    people = []

    def make(site, alias, **options):
        someone = Person(chromium, site, **options).be(alias)
        people.append(someone)
        wait_for(someone.open(VERANDA).page, lambda: someone.open(VERANDA).page.locator(".attach input").count() == 1)
        return someone

    yield make
    for someone in people:
        someone.context.close()


def test_what_is_sent_at_one_site_is_seen_at_the_other_until_it_is_deleted(at, sites):
    alice, bob = at(sites[0], "alice"), at(sites[1], "bob")
    choose(alice.page, PICTURE, NOTES, file("large.bin", bytes(range(256)) * 8_000))
    alice.page.fill("#text", "from the first site")
    alice.page.press("#text", "Enter")
    sent(alice.page)
    message = bob.page.locator(".message", has_text="from the first site")
    message.wait_for(timeout=20_000)
    picture = message.locator(".picture img")
    picture.wait_for()
    wait_for(bob.page, lambda: is_shown(picture))
    urls = [row.get_attribute("href") for row in message.locator(".file").all()]
    assert len(urls) == 2
    contents = {}
    for url in urls:
        answer = bob.context.request.get(sites[1].url + url)
        assert answer.status == 200
        contents[url.rsplit("/", 1)[1]] = answer.body()
    assert contents["notes.txt"] == NOTES["buffer"]
    assert contents["large.bin"] == bytes(range(256)) * 8_000
    part = bob.context.request.get(
        sites[1].url + next(url for url in urls if "large" in url), headers={"Range": "bytes=1000000-1000009"})
    assert part.status == 206
    assert part.body() == (bytes(range(256)) * 8_000)[1_000_000:1_000_010]
    assert "large.bin" in bob.context.request.get(f"{sites[1].url}/conversations/{VERANDA}/files").text()

    number = alice.page.locator(".message", has_text="from the first site").get_attribute("id")
    answer = alice.context.request.post(
        f"{sites[0].url}/conversations/{VERANDA}/messages/{number.removeprefix('m-')}/delete",
        headers={"Origin": sites[0].url}, max_redirects=0)
    assert answer.status == 303
    message.wait_for(state="detached", timeout=20_000)
    assert alice.context.request.get(sites[0].url + urls[0]).status == 404


def test_without_scripts_a_form_brings_files(at, sites):
    alice = at(sites[0], "alice", java_script_enabled=False)
    alice.page.set_input_files(".attach input", [NOTES])
    alice.page.fill("#text", "by a form")
    alice.page.locator(".composer .primary").last.click()
    assert alice.page.locator(".message", has_text="by a form").locator(".file-name").inner_text() == "notes.txt"
