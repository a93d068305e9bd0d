"""What a message costs the tab that sends it."""

import pytest

from acting import DESKTOP, VERANDA, hold, menu, on_the_server, sent, texts, until, wait_for

# The bytes of an answer, head and body, that a message may cost.
MAXIMUM_BYTES = 2_000


class Traffic:
    """The requests of a tab, with what of their answers came over the network."""

    def __init__(self, page):
        self.page, self.asked, self.answered = page, [], {}
        self.network = page.context.new_cdp_session(page)
        self.network.on("Network.requestWillBeSent", self.ask)
        for event in ("Network.loadingFinished", "Network.loadingFailed"):
            self.network.on(event, lambda event: self.answered.update({event["requestId"]: event.get("encodedDataLength", 0)}))
        self.network.send("Network.enable")

    def ask(self, event):
        # What was redirected keeps its identifier, and cost a request and an answer.
        cost = event.get("redirectResponse", {}).get("encodedDataLength", 0)
        self.asked.append((event["requestId"], f"{event['request']['method']} {event['request']['url']}", cost))

    def settle(self):
        """Waits until everything is answered that was asked for. What that was, and how many bytes; then it is forgotten."""
        # Requests begin in order: what the page began before this one is known when this one is.
        self.page.evaluate("fetch('/healthz').then((answer) => answer.text())")
        wait_for(self.page, lambda: all(id in self.answered for id, _, _ in self.asked))
        found = [(id, url, cost) for id, url, cost in self.asked if not url.endswith("/healthz")]
        cost = sum(self.answered[id] for id in {id for id, _, _ in found}) + sum(cost for _, _, cost in found)
        self.asked, self.answered = [], {}
        return [url for _, url, _ in found], cost


@pytest.mark.parametrize("viewport", [DESKTOP, {"width": 390, "height": 844}], ids=["wide", "narrow"])
def test_a_message_is_one_request_and_nothing_is_loaded_again(person, viewport):
    alice = person("alice", viewport=viewport)
    page = alice.tab
    # Whatever the page would do later happens at once when the test turns the clock.
    page.clock.install()
    alice.open(VERANDA)
    page.wait_for_selector(".present", state="attached")
    if viewport == DESKTOP:
        page.locator("aside .conversation").first.wait_for()
    traffic = Traffic(page)
    # What was unread is read.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.fill("#text", "one request, please")
    page.clock.run_for(3_000)
    traffic.settle()
    page.press("#text", "Enter")
    sent(page)
    assert texts(page)[-1] == "one request, please"
    page.clock.run_for(10_000)
    asked, cost = traffic.settle()
    assert asked == [f"POST {alice.site.url}/conversations/{VERANDA}/messages"]
    assert 0 < cost <= MAXIMUM_BYTES


def test_a_reply_costs_no_more(person):
    page = person("alice", viewport=DESKTOP).open(VERANDA).page
    page.wait_for_selector(".present", state="attached")
    menu(page, page.locator(".messages .message").last).get_by_role("link", name="Reply").click()
    page.locator(".answering").wait_for()
    page.fill("#text", "quite so, and more of it")
    traffic = Traffic(page)
    with page.expect_response("**/messages"):
        page.press("#text", "Enter")
    sent(page)
    asked, cost = traffic.settle()
    assert asked[0].startswith("POST") and asked[0].endswith("/messages")
    assert page.locator(".messages .message").last.locator(".quote-text").count() == 1
    assert 0 < cost <= MAXIMUM_BYTES, asked


def test_what_one_sends_from_elsewhere_meanwhile_is_there_once_and_in_order(person):
    alice = person("alice", viewport=DESKTOP).open(VERANDA)
    page, other = alice.page, alice.context.new_page()
    other.goto(page.url)
    for tab in (page, other):
        tab.wait_for_selector(".present", state="attached")
    held, let_go = hold(page, "**/messages")
    page.fill("#text", "written first, arrives second")
    page.press("#text", "Enter")
    wait_for(page, lambda: held)
    other.fill("#text", "arrives first")
    other.press("#text", "Enter")
    sent(other)
    let_go()
    sent(page)
    said = ["arrives first", "written first, arrives second"]
    until(other, "document.querySelector('.messages').textContent.includes('written first')")
    assert texts(page)[-2:] == texts(other)[-2:] == on_the_server(alice)[-2:] == said


def test_the_row_in_the_list_says_what_was_sent_instead_of_the_draft(person):
    alice = person("alice", viewport=DESKTOP)
    with alice.open(VERANDA).page.expect_response("**/draft"):
        alice.page.locator("#text").press_sequentially("half a thought")
    page = alice.open(VERANDA).page
    row = page.locator(f"aside li:has(> .conversation[href*='{VERANDA}'])")
    row.locator(".draft").wait_for()
    page.press("#text", "End")
    page.locator("#text").press_sequentially(", and the rest")
    page.press("#text", "Enter")
    sent(page)
    wait_for(page, lambda: "You: half a thought, and the rest" in row.inner_text())
    assert row.locator(".draft").count() == 0
