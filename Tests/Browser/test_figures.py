"""How soon a conversation is on the screen, and how little of it is sent."""

import gzip
import urllib.request

import pytest

from acting import DESKTOP, VERANDA, until

# Milliseconds to the largest contentful paint, on this machine and with a slow mobile network.
DESK_LIMIT, SLOW_LIMIT = 250, 1_400
# The network: milliseconds of delay for each request, and bytes a second.
SLOW_DELAY, SLOW_RATE = 400, 400_000 // 8
# One of so many loads has to be as soon: whatever else runs on the machine can only add.
LOADS = 20
# Bytes of a conversation of 50 messages, compressed; on a desk with the list of conversations beside it.
PAGE_LIMIT = 10_000


def paints(someone, limit, prepare=lambda network: None):
    """The times of the largest contentful paint, in milliseconds, of loads until one is within the limit."""
    found = []
    while len(found) < LOADS and min(found, default=limit + 1) > limit:
        page = someone.context.new_page()
        prepare(page.context.new_cdp_session(page))
        page.add_init_script("""
            window.painted = 0;
            new PerformanceObserver((list) => { window.painted = list.getEntries().at(-1).startTime; })
                .observe({ type: "largest-contentful-paint", buffered: true });
        """)
        page.goto(f"{someone.site.url}/conversations/{VERANDA}")
        until(page, "window.painted > 0")
        # A later paint of something larger would follow the scripts.
        page.wait_for_timeout(300)
        found.append(page.evaluate("window.painted"))
        page.close()
    return found


@pytest.mark.figure
def test_a_conversation_is_soon_on_the_screen_of_a_desk(person):
    found = paints(person("alice", viewport=DESKTOP), DESK_LIMIT)
    assert min(found) <= DESK_LIMIT, found


@pytest.mark.figure
def test_a_conversation_is_soon_on_the_screen_with_a_slow_network(person):
    def slow(network):
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": SLOW_DELAY, "downloadThroughput": SLOW_RATE, "uploadThroughput": SLOW_RATE})

    someone = person("alice")
    # The browser has been here before, and has the styles and scripts.
    someone.open(VERANDA)
    found = paints(someone, SLOW_LIMIT, slow)
    assert min(found) <= SLOW_LIMIT, found


def page_as_sent(someone, language, layout):
    """A conversation of 50 messages as the server sends it to a browser, compressed."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in someone.context.cookies())
    asked = urllib.request.Request(f"{someone.site.url}/conversations/{VERANDA}", headers={
        "Accept": "text/html", "Accept-Encoding": "gzip", "Accept-Language": language,
        "Cookie": f"{cookies}; layout={layout}"})
    with urllib.request.urlopen(asked) as answer:
        return answer.read()


@pytest.mark.parametrize("layout", ["narrow", "wide"])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_page_of_a_conversation_is_small(person, language, layout):
    sent = page_as_sent(person("alice"), language, layout)
    page = gzip.decompress(sent).decode()
    assert page.count('class="message"') == 50 and ("beside" in page) == (layout == "wide")
    # Alice's seven conversations, and the row to which they refer.
    assert page.count('<li><a class="conversation"') == (8 if layout == "wide" else 0)
    assert len(sent) <= PAGE_LIMIT
