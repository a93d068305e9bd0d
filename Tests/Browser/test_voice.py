"""Voice messages: recorded, heard again, sent or discarded. The microphone is Chromium's own, which beeps each second."""

import pytest

from acting import DESKTOP, VERANDA, hold, sent, until, wait_for
from conftest import launch

MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]


@pytest.fixture(scope="module")
def hearing(chromium):
    browser = launch(chromium.browser_type, arguments=MICROPHONE)
    yield browser
    browser.close()


@pytest.fixture
def speaker(hearing, person):
    """Makes somebody with a microphone."""
    def make(alias, **options):
        return person(alias, browser=hearing, **options)

    return make


def record(page, seconds=2):
    """Records; returns the row that shows it."""
    page.get_by_role("button", name="Record a voice message").click()
    row = page.locator(".recording")
    row.wait_for()
    until(page, f"parseInt(document.querySelector('.recording [role=timer]').textContent.slice(2)) >= {seconds}")
    return row


def uploaded(page):
    until(page, "document.querySelector('.composer .attached li') && !document.querySelector('.composer .attached progress:not([hidden])')")
    return page.locator(".composer .attached li")


def is_playable(player):
    return player.evaluate("player => player.readyState >= 1 && player.duration")


def bars(picture):
    """How many bars there are, and how many of them are higher than those of silence."""
    lines = picture.evaluate("picture => [...picture.children].map((path) => path.getAttribute('d')).join('')").split("M")[1:]
    return len(lines), sum(float(line.split("v")[1]) > 10 for line in lines)


def test_what_is_recorded_is_heard_again_and_sent_and_the_others_see_its_waveform(speaker, person, axe):
    alice, bob = speaker("alice").open(VERANDA), person("bob", viewport=DESKTOP).open(VERANDA)
    page = alice.page
    bob.page.wait_for_selector(".present", state="attached")
    row = record(page)
    assert row.locator("[role=timer]").inner_text().endswith(" / 5:00")
    assert page.evaluate("document.activeElement.title") == "Stop recording"
    wait_for(page, lambda: bars(row.locator(".wave"))[1] > 0)
    axe(page)
    minutes, seconds = row.locator("[role=timer]").inner_text().split(" / ")[0].split(":")
    page.keyboard.press("Enter")
    row.wait_for(state="detached")
    chosen = uploaded(page)
    player = chosen.locator("audio")
    wait_for(page, lambda: is_playable(player))
    duration = is_playable(player)
    assert minutes == "0" and int(seconds) - 1 < duration < int(seconds) + 2
    # Heard before it is sent.
    player.evaluate("async (player) => { await player.play(); player.currentTime = 1; }")
    axe(page)
    page.press("#text", "Enter")
    sent(page)
    for someone in (alice, bob):
        message = someone.page.locator(".message").last
        player = message.get_by_label("Voice message")
        wait_for(someone.page, lambda: is_playable(player))
        message.locator(".waveform").wait_for()
        count, loud = bars(message.locator(".wave"))
        assert count == 60 and 0 < loud < 60
        assert message.locator(".waveform span").inner_text() in [f"0:{int(duration) + more:02}" for more in (0, 1)]
        assert message.locator(".file-name").inner_text().startswith("voice-20")
        axe(someone.page)
        kind = someone.context.request.get(someone.site.url + message.locator(".file").get_attribute("href")).headers["content-type"]
        assert kind in ("audio/webm", "audio/mp4")
    # The list names it.
    assert "Voice message" in bob.page.locator("aside [aria-current] .conversation-excerpt").inner_text()


def test_a_press_on_the_waveform_plays_from_there(speaker):
    page = speaker("alice", viewport=DESKTOP).open(VERANDA).page
    record(page)
    page.get_by_role("button", name="Stop recording").click()
    uploaded(page)
    page.press("#text", "Enter")
    sent(page)
    message = page.locator(".message").last
    picture = message.locator(".wave")
    picture.wait_for()
    box = picture.bounding_box()
    player = message.locator("audio")
    player.evaluate("""(player) => player.addEventListener("seeking", () => {
        window.sought = player.currentTime / player.duration;
    }, { once: true })""")
    picture.click(position={"x": box["width"] * 0.6, "y": box["height"] / 2})
    until(page, "window.sought !== undefined")
    assert page.evaluate("window.sought") == pytest.approx(0.6, abs=0.1)
    wait_for(page, lambda: player.evaluate("player => player.currentTime > player.duration * 0.8"))
    wait_for(page, lambda: picture.locator("path").first.get_attribute("d").count("M") >= 30)


def test_the_place_of_a_waveform_is_there_before_it(speaker):
    alice = speaker("alice").open(VERANDA)
    page = alice.page
    record(page, 1)
    page.get_by_role("button", name="Stop recording").click()
    uploaded(page)
    _, let_go = hold(page, "**/voice-*")
    page.press("#text", "Enter")
    sent(page)
    message = page.locator(".message").last
    height = message.bounding_box()["height"]
    assert message.locator(".waveform").count() == 0
    let_go()
    message.locator(".waveform").wait_for()
    assert message.bounding_box()["height"] == height


def test_a_recording_that_is_discarded_leaves_nothing(speaker):
    page = speaker("alice").open(VERANDA).page
    asked = []
    page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    record(page, 1).get_by_role("button", name="Discard the recording").click()
    page.locator(".recording").wait_for(state="detached")
    assert page.locator(".attached li").count() == 0
    assert not any(url.endswith("/files") for url in asked)
    assert page.evaluate("document.activeElement.title") == "Record a voice message"
    # And one that was heard.
    record(page, 1)
    page.get_by_role("button", name="Stop recording").click()
    uploaded(page).get_by_role("button", name="Delete").click()
    assert page.locator(".attached li").count() == 0


def test_who_sends_while_recording_sends_what_was_said_so_far(speaker):
    page = speaker("alice", viewport=DESKTOP).open(VERANDA).page
    record(page, 1)
    page.fill("#text", "and this is what it is about")
    page.get_by_role("button", name="Send", exact=True).click()
    message = page.locator(".message", has_text="and this is what it is about")
    message.wait_for()
    sent(page)
    assert message.count() == 1 and message.locator("audio.voice").count() == 1
    assert page.locator(".recording").count() == 0


def test_a_recording_that_could_not_be_sent_is_kept_and_sent_again(speaker):
    page = speaker("alice").open(VERANDA).page
    failing = [True]
    page.route("**/files", lambda route: route.fulfill(status=503, body="") if failing else route.continue_())
    record(page, 1)
    page.get_by_role("button", name="Stop recording").click()
    row = page.locator(".composer .attached li")
    row.locator(".fault", has_text="The file was not sent").wait_for()
    # It can be heard although the server has none of it.
    wait_for(page, lambda: is_playable(row.locator("audio")))
    failing.clear()
    row.get_by_role("button", name="Retry").click()
    uploaded(page)
    page.press("#text", "Enter")
    sent(page)
    page.locator(".message").last.locator(".waveform").wait_for()


def test_a_recording_ends_by_itself_after_five_minutes(speaker):
    page = speaker("alice").open(VERANDA).page
    record(page, 1)
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 300_000; }")
    page.locator(".recording").wait_for(state="detached")
    wait_for(page, lambda: is_playable(uploaded(page).locator("audio")))


def test_who_leaves_while_recording_is_asked(speaker):
    page = speaker("alice").open(VERANDA).page
    row = record(page, 1)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("location.reload()")
    wait_for(page, lambda: asked == ["beforeunload"])
    assert row.is_visible()
    row.get_by_role("button", name="Discard the recording").click()
    row.wait_for(state="detached")
    page.reload()
    assert len(asked) == 1


def test_on_a_phone_who_types_has_the_room(speaker):
    page = speaker("alice").open(VERANDA).page
    button = page.locator(".voice-button")
    button.wait_for()
    page.fill("#text", "a long story")
    assert not button.is_visible()
    page.fill("#text", "")
    assert button.is_visible()


def test_where_nothing_can_be_recorded_there_is_no_button(speaker, person, site):
    def buttons(page):
        # What follows in the same row is there.
        page.locator(".emoji-button").wait_for()
        page.wait_for_timeout(300)
        return page.locator(".voice-button").count()

    without = speaker("alice")
    without.tab.add_init_script("delete window.MediaRecorder")
    assert buttons(without.open(VERANDA).page) == 0
    # Over plain http there is no microphone.
    lan = person().sign_in("bob", site.lan_url)
    lan.page.goto(f"{site.lan_url}/conversations/{VERANDA}")
    assert buttons(lan.page) == 0
    assert buttons(speaker("alice").open(VERANDA).page) == 1


def test_without_a_microphone_the_page_says_so(speaker):
    alice = speaker("alice")
    alice.tab.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))")
    page = alice.open(VERANDA).page
    button = page.get_by_role("button", name="Record a voice message")
    button.click()
    page.get_by_text("The microphone can't be used.").wait_for()
    until(page, "!document.querySelector('.voice-button').disabled")


def test_in_japanese_everything_is(speaker):
    alice = speaker("alice", locale="ja-JP").open(VERANDA)
    page = alice.page
    page.get_by_role("button", name="音声メッセージを録音").click()
    row = page.get_by_role("group", name="音声メッセージを録音")
    row.get_by_role("button", name="録音を破棄").wait_for()
    row.get_by_text("0:01 / 5:00").wait_for()
    row.get_by_role("button", name="録音を終える").click()
    uploaded(page)
    page.press("#text", "Enter")
    sent(page)
    # Playwright sets the language of pages, and not that of all requests of a script.
    alice.open(VERANDA)
    page.locator(".message").last.get_by_label("音声メッセージ").wait_for()


def test_without_scripts_there_is_the_player(speaker, person):
    page = speaker("alice").open(VERANDA).page
    record(page, 1)
    page.get_by_role("button", name="Stop recording").click()
    uploaded(page)
    page.press("#text", "Enter")
    sent(page)
    plain = person("bob", java_script_enabled=False).open(VERANDA).page
    message = plain.locator(".message", has=plain.locator("audio.voice")).last
    assert message.locator("audio").get_attribute("controls") is not None
    assert message.locator(".waveform").count() == 0
    assert plain.locator(".voice-button").count() == 0
