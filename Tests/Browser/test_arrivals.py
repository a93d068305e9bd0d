"""Arriving messages cost the same on any page, and a page holds a bounded number of them."""

import re

import pytest

from acting import DESKTOP, VERANDA, until
from test_live import connected
from test_reading import read_all, send

# The page may have so many messages (`prune.js`), and a page that is loaded has so many.
MAXIMUM, PAGE = 300, 50
SITE_ARGUMENTS = ["--request-limit", "off"]


def pour(someone, name, count):
    for number in range(count):
        assert send(someone, VERANDA, f"{name} {number}").status == 303


def shown(page, name):
    """The numbers of the messages with this name, in their order on the page."""
    found = page.evaluate("[...document.querySelectorAll('.messages .text')].map((text) => text.textContent)")
    return [int(text.split()[-1]) for text in found if re.fullmatch(rf"{name} \d+", text)]


def count(page):
    return page.evaluate("document.querySelectorAll('.messages .message').length")


def open_at_end(person):
    alice = person("alice", viewport=DESKTOP)
    read_all(alice, VERANDA)
    page = alice.open(VERANDA).page
    connected(page)
    until(page, "document.querySelector('aside .conversation')")
    return page


def scroll_up_until(page, condition, most=600):
    """Scrolls up with the wheel, and returns how far a visible message ever jumped while others were loaded."""
    page.mouse.move(800, 400)
    jump = 0
    for _ in range(most):
        if condition():
            return jump
        before = page.evaluate(ANCHOR)
        page.mouse.wheel(0, -900)
        page.wait_for_timeout(60)
        after = page.evaluate("id => document.getElementById(id)?.getBoundingClientRect().top", before["id"])
        if after is not None:
            # At the top of what is loaded the wheel moves less.
            jump = max(jump, after - before["top"] - 900, before["top"] - after)
    raise AssertionError("never")


ANCHOR = """(() => {
    const message = [...document.querySelectorAll('.message')].find((one) => one.getBoundingClientRect().top > 60);
    return { id: message.id, top: message.getBoundingClientRect().top };
})()"""


# Where frames are late, what has arrived does not wait for one.
@pytest.mark.alone
def test_what_arrives_in_a_burst_is_inserted_once_a_frame_and_the_page_stays_small(person):
    bob, page = person("bob"), open_at_end(person)
    page.evaluate("""() => {
        let frame = 0;
        const count = () => { frame += 1; requestAnimationFrame(count); };
        requestAnimationFrame(count);
        window.frames_with = [];
        window.most = 0;
        new MutationObserver((changes) => {
            if (changes.some(({ addedNodes }) => addedNodes.length > 0)) window.frames_with.push(frame);
            window.most = Math.max(window.most, document.querySelectorAll('.messages .message').length);
        }).observe(document.querySelector('.messages'), { childList: true, subtree: true });
    }""")
    pour(bob, "burst", 400)
    until(page, "document.querySelector('.messages').textContent.includes('burst 399')")
    frames = page.evaluate("window.frames_with")
    assert len(frames) == len(set(frames)) > 0
    assert page.evaluate("window.most") <= MAXIMUM
    numbers = shown(page, "burst")
    assert numbers == list(range(numbers[0], 400)) and len(numbers) > MAXIMUM / 2
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight - scrollY") < 5
    # Those that were removed come back, and nothing moves.
    assert scroll_up_until(page, lambda: 0 in shown(page, "burst")) < 3
    assert count(page) <= MAXIMUM
    numbers = shown(page, "burst")
    assert numbers == list(range(len(numbers)))


# One insertion, with the layout and the painting after it, costs much more than a message in it.
def test_messages_that_follow_quickly_are_shown_together(person):
    bob, page = person("bob"), open_at_end(person)
    page.evaluate("""() => {
        window.insertions = [];
        new MutationObserver((changes) => {
            if (changes.some(({ addedNodes }) => addedNodes.length > 0)) window.insertions.push(performance.now());
        }).observe(document.querySelector('.messages'), { childList: true, subtree: true });
    }""")
    for number in range(20):
        pour(bob, f"quick {number} of", 1)
        page.wait_for_timeout(50)
    until(page, "document.querySelector('.messages').textContent.includes('quick 19 of 0')")
    times = page.evaluate("window.insertions")
    assert all(after - before > 200 for before, after in zip(times, times[1:])) and len(times) < 20
    texts = page.evaluate("[...document.querySelectorAll('.messages .text')].map((text) => text.textContent)")
    assert [text for text in texts if text.startswith("quick")] == [f"quick {number} of 0" for number in range(20)]


def test_who_reads_far_up_has_a_small_page_and_finds_all_on_the_way_down(person):
    bob, page = person("bob"), None
    pour(bob, "history", 420)
    page = open_at_end(person)
    assert scroll_up_until(page, lambda: 0 in shown(page, "history")) < 3
    assert count(page) <= MAXIMUM and 419 not in shown(page, "history")
    assert page.locator("a.newer").count() == 1
    # What arrives meanwhile is counted, and moves nothing.
    before = page.evaluate(ANCHOR)
    pour(bob, "meanwhile", 2)
    page.locator(".jump", has_text="2 new").wait_for()
    assert page.evaluate(ANCHOR) == before and shown(page, "meanwhile") == []
    while shown(page, "meanwhile") != [0, 1]:
        numbers = shown(page, "history")
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        page.mouse.wheel(0, 700)
        page.wait_for_timeout(60)
    assert count(page) <= MAXIMUM
    assert page.locator("a.newer").count() == 0
    # The page is the newest again.
    pour(bob, "live again", 1)
    until(page, "document.querySelector('.messages').textContent.includes('live again 0')")


def test_one_message_on_a_full_page_touches_few_others(person):
    bob, page = person("bob"), open_at_end(person)
    pour(bob, "full", 280)
    until(page, "document.querySelector('.messages').textContent.includes('full 279')")
    assert count(page) > 200
    page.wait_for_timeout(1_500)
    page.evaluate("""() => {
        window.touched = new Set();
        for (const name of ['getBoundingClientRect', 'closest', 'querySelectorAll', 'querySelector', 'compareDocumentPosition']) {
            const original = Element.prototype[name] ?? Node.prototype[name];
            Element.prototype[name] = function (...parameters) {
                if (this.closest !== undefined && original) {
                    const message = original === Element.prototype.closest ? null : this;
                    if (message?.matches?.('.message, .message *')) window.touched.add(message);
                }
                return original.apply(this, parameters);
            };
        }
    }""")
    pour(bob, "one more", 1)
    until(page, "document.querySelector('.messages').textContent.includes('one more 0')")
    page.wait_for_timeout(500)
    assert page.evaluate("window.touched.size") < 40


def test_an_arriving_message_changes_few_styles(person):
    """How many elements the browser looks at again does not depend on how many messages the page has."""
    bob, page = person("bob"), open_at_end(person)
    pour(bob, "styled", 280)
    until(page, "document.querySelector('.messages').textContent.includes('styled 279')")
    assert count(page) > 200
    page.wait_for_timeout(1_500)
    events, complete = [], []
    session = page.context.new_cdp_session(page)
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: complete.append(True))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": ["devtools.timeline"]}})
    pour(bob, "one more style", 1)
    until(page, "document.querySelector('.messages').textContent.includes('one more style 0')")
    page.wait_for_timeout(500)
    session.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(50)
    counts = [event["args"]["elementCount"] for event in events
              if event["name"] == "UpdateLayoutTree" and "elementCount" in event.get("args", {})]
    # The message itself, its row in the list, and the rows that move.
    assert 0 < max(counts) < 150


def test_what_passed_by_unseen_stays_unread(person, site):
    """In a hidden page nothing is seen, and what is removed from it is not lost."""
    bob, page = person("bob"), open_at_end(person)
    page.evaluate("""() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    pour(bob, "unseen", 330)
    until(page, "document.querySelector('.messages').textContent.includes('unseen 329')")
    assert count(page) <= MAXIMUM and 0 not in shown(page, "unseen")
    page.evaluate("""() => {
        delete document.visibilityState;
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    bar = page.locator(".unread-bar")
    bar.wait_for()
    assert "99+ new" in bar.inner_text()
    bar.locator("a").click()
    until(page, "document.querySelector('.messages').textContent.includes('unseen 0')")
    assert page.evaluate("""() => {
        const top = [...document.querySelectorAll('.message')].find((one) => one.textContent.includes('unseen 0'))
            .getBoundingClientRect().top;
        return top > 0 && top < innerHeight;
    }""")
