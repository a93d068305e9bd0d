"""What arriving messages cost the main thread of Chromium, in processor time: one after the other on a page of 50 messages,
after 1,070 were loaded by scrolling up, in a burst of 400 (100 a second), and after it.

    PYTHONPATH=Tests/Browser python3 Bench/arrivals.py [FOLDER WITH SCRIPTS]

Needs the packages of Tests/Browser/requirements.txt and a built program (`BINARY`)."""

import random
import sys
import tempfile
import time
from http.client import HTTPConnection
from urllib.parse import urlencode

from acting import DESKTOP, VERANDA
from conftest import CHROMIUM, Person, Site
from playwright.sync_api import sync_playwright

SINGLE, BURST, OLD = 40, 400, 1_100


def send(site, cookie, texts):
    """Sends messages over one connection."""
    connection = HTTPConnection("127.0.0.1", site.port)
    for text in texts:
        connection.request(
            "POST", f"/conversations/{VERANDA}/messages",
            urlencode({"key": f"{random.getrandbits(128):032x}", "text": text}),
            {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie, "Origin": site.url,
             "Host": f"localhost:{site.port}"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 303, answer.status
    connection.close()


class Meter:
    """The processor time of the main thread of a page, in seconds."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self):
        metrics = {one["name"]: one["value"] for one in self.session.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"]


def count(page):
    return page.evaluate("document.querySelectorAll('.messages .message').length")


def arrive(page, meter, site, cookie, name):
    page.wait_for_timeout(1_000)
    before, shown = meter.read(), count(page)
    for number in range(SINGLE):
        send(site, cookie, [f"{name} {number}"])
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    busy = (meter.read() - before) / SINGLE * 1_000
    print(f"{shown:5} messages on the page: {busy:6.1f} ms a message")


def burst(page, meter, site, cookie):
    before, begin = meter.read(), time.monotonic()
    for number in range(0, BURST, 10):
        send(site, cookie, [f"burst {number + one}" for one in range(10)])
        time.sleep(0.1)
    sent = time.monotonic() - begin
    send(site, cookie, ["the end of it"])
    page.locator(".text", has_text="the end of it").wait_for(timeout=300_000)
    shown = time.monotonic() - begin
    page.wait_for_timeout(1_000)
    busy = (meter.read() - before) / BURST * 1_000
    print(f"burst of {BURST}: sent in {sent:.1f} s, shown after {shown:.1f} s, {busy:.1f} ms a message, "
          f"{count(page)} messages on the page")


def main():
    assets = ["--assets", sys.argv[1]] if len(sys.argv) > 1 else []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        site = Site(folder, "--request-limit", "off", *assets)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        bob = Person(browser, site).be("bob")
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in bob.context.cookies())
        send(site, cookie, [f"long ago {number}" for number in range(OLD)])
        alice = Person(browser, site, viewport=DESKTOP).be("alice")
        page = alice.tab
        page.goto(f"{site.url}/conversations/{VERANDA}?at=newest")
        page.wait_for_selector(".present", state="attached")
        meter = Meter(page)
        arrive(page, meter, site, cookie, "few")
        # Up to the beginning, and back to the end.
        texts = 0
        while page.locator("a.older[href*='before=']").count() and texts < 1_070:
            page.evaluate("scrollTo(0, 1)")
            page.wait_for_timeout(30)
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(150)
            texts = max(texts + 1, count(page)) if count(page) > 300 else texts + 25
        page.get_by_role("button", name="Latest").click()
        page.wait_for_timeout(3_000)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        arrive(page, meter, site, cookie, "many")
        burst(page, meter, site, cookie)
        arrive(page, meter, site, cookie, "afterwards")
        browser.close()
        site.stop()


if __name__ == "__main__":
    main()
