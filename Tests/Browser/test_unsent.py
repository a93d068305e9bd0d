"""What was not sent is sent when the server is back, and can be edited or discarded before."""

from conftest import Person, Site

from acting import DESKTOP, HIKERS, VERANDA, forgive, menu, on_the_server, sent, texts, wait_for
from test_live import connected


def fail(page, *said):
    """Writes messages that can't be sent."""
    page.route("**/messages", lambda route: route.abort())
    for text in said:
        page.fill("#text", text)
        page.press("#text", "Enter")
    page.locator(".outgoing.failed").nth(len(said) - 1).wait_for()


def test_it_is_sent_in_order_and_once_when_the_server_is_back(chromium, tmp_path):
    site = Site(tmp_path)
    alice = Person(chromium, site, viewport=DESKTOP).be("alice")
    page = alice.open(VERANDA).page
    connected(page)
    site.stop()
    for text in ("while it was away", "and after that"):
        page.fill("#text", text)
        page.press("#text", "Enter")
    page.locator(".outgoing.failed").nth(1).wait_for()
    bodies = []
    page.on("request", lambda request: request.url.endswith("/messages") and bodies.append(request.post_data))
    site = Site(tmp_path, port=site.port)
    page.wait_for_selector(".outgoing", state="detached", timeout=30_000)
    wait_for(page, lambda: texts(page)[-2:] == ["while it was away", "and after that"])
    assert on_the_server(alice)[-2:] == ["while it was away", "and after that"]
    assert len({body.split("key=")[1][:32] for body in bodies}) == 2
    assert page.input_value("#text") == ""
    alice.context.close()
    site.stop()


def test_it_can_be_edited(person):
    alice = person("alice", viewport=DESKTOP).open(HIKERS)
    page = alice.page
    fail(page, "with a mistaek")
    page.get_by_role("button", name="Edit").click()
    assert page.locator(".outgoing").count() == 0
    assert page.input_value("#text") == "with a mistaek" and page.evaluate("document.activeElement.id") == "text"
    page.unroute("**/messages")
    page.fill("#text", "without a mistake")
    page.press("#text", "Enter")
    sent(page)
    assert on_the_server(alice, HIKERS)[-1] == "without a mistake"
    assert "with a mistaek" not in on_the_server(alice, HIKERS)
    forgive(alice, "ERR_FAILED")


def test_the_same_text_keeps_its_key_when_it_is_edited(person):
    alice = person("alice", viewport=DESKTOP).open(HIKERS)
    page = alice.page

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/messages", lose)
    page.fill("#text", "it arrived all the same")
    page.press("#text", "Enter")
    page.get_by_role("button", name="Edit").click()
    page.unroute("**/messages")
    page.press("#text", "Enter")
    sent(page)
    assert on_the_server(alice, HIKERS).count("it arrived all the same") == 1
    forgive(alice, "ERR_FAILED")


def test_it_can_be_discarded_and_the_others_go_on(person, axe):
    alice = person("alice", viewport=DESKTOP).open(HIKERS)
    page = alice.page
    fail(page, "not this", "but this")
    axe(page)
    with page.expect_response("**/draft"):
        page.locator(".outgoing", has_text="not this").get_by_role("button", name="Discard").click()
    page.unroute("**/messages")
    page.locator(".outgoing").get_by_role("button", name="Retry").first.click()
    sent(page)
    assert on_the_server(alice, HIKERS)[-1] == "but this"
    assert "not this" not in on_the_server(alice, HIKERS)
    page.reload()
    assert page.input_value("#text") == ""
    forgive(alice, "ERR_FAILED")


def test_a_reply_that_was_not_sent_is_a_reply_after_a_reload(person):
    alice = person("alice", viewport=DESKTOP).open(HIKERS)
    page = alice.page
    menu(page, page.locator(".messages .message").last).get_by_role("link", name="Reply").click()
    page.locator(".answering").wait_for()
    quoted = page.locator(".answering .quote-text").inner_text()
    with page.expect_response("**/draft"):
        fail(page, "an answer that waits")
    page.unroute("**/messages")
    page.reload()
    assert page.input_value("#text") == "an answer that waits"
    assert page.locator(".answering .quote-text").inner_text() == quoted
    page.get_by_role("button", name="Send", exact=True).click()
    sent(page)
    assert on_the_server(alice, HIKERS).count("an answer that waits") == 1
    assert page.locator(".messages .message").last.locator(".quote-text").count() == 1
    forgive(alice, "ERR_FAILED")
