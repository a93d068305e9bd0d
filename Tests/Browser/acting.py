"""Actions on the pages, and conditions to wait for."""

import contextlib
import http.client
import http.server
import re
import threading
import time
from pathlib import Path

VERANDA = "550e8400-e29b-41d4-a716-446655450001"
HIKERS = "550e8400-e29b-41d4-a716-446655450002"
BOB = "550e8400-e29b-41d4-a716-446655450006"
DESKTOP = {"width": 1440, "height": 900}
PUBLIC = Path(__file__).parents[2] / "Public"


def texts(page):
    return page.locator(".messages .text").all_inner_texts()


def sent(page):
    """Waits until no request is pending."""
    until(page, "!document.querySelector('.outgoing')")


def on_the_server(someone, conversation=VERANDA):
    """The texts of the newest messages on a newly loaded page."""
    page = someone.context.new_page()
    page.goto(f"{someone.site.url}/conversations/{conversation}")
    found = texts(page)
    page.close()
    return found


def until(page, condition):
    """Waits for an expression; Playwright's own function needs `eval`, which the page's policy forbids."""
    for _ in range(400):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"never: {condition}")


def wait_for(page, condition):
    """Waits for a condition of the test itself."""
    for _ in range(400):
        if condition():
            return
        page.wait_for_timeout(25)
    raise AssertionError("never")


def hold(page, pattern):
    """Holds requests that match `pattern` until they are released."""
    held = []
    is_free = []

    def answer(route):
        # Not `continue_`: under interception Chromium never answers a kept-alive request that is redirected.
        route.fulfill(response=route.fetch())

    page.route(pattern, lambda route: answer(route) if is_free else held.append(route))

    def let_go():
        is_free.append(True)
        for route in held:
            answer(route)

    return held, let_go


def compose(page, text):
    """An input method that is composing `text`."""
    page.focus("#text")
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    return session


def menu(page, message):
    """The menu of a message."""
    # It scrolls to the message, and tries again if the message is replaced meanwhile.
    message.hover()
    message.locator(".more").click()
    dialog = page.locator("dialog.menu")
    dialog.wait_for()
    return dialog


def touch(page, *points, hold=0):
    """A finger that is put down, moves over the points, is held, and is lifted."""
    session = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        session.send("Input.dispatchTouchEvent", {
            "type": "touchMove" if number else "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(20)
    page.wait_for_timeout(hold)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(message):
    """The middle of a message's bubble."""
    box = message.locator(".bubble").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page, message):
    """A long press on a message."""
    # Playwright's own function fails if the message is replaced meanwhile.
    message.evaluate("message => message.scrollIntoView({ block: 'nearest', behavior: 'instant' })")
    touch(page, middle(message), hold=600)


def forgive(someone, complaint):
    """Removes the errors that the test itself caused."""
    someone.complaints = [text for text in someone.complaints if complaint not in text]
    return someone


def slow(page, milliseconds):
    """Delays every response."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1})


@contextlib.contextmanager
def dripping(site, pause):
    """The URL of a proxy that sends pages tag by tag, with a delay in seconds after each."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            there = http.client.HTTPConnection("127.0.0.1", site.port)
            asked = {name: value for name, value in self.headers.items() if name not in ("Accept-Encoding", "Connection")}
            there.request("GET", self.path, headers=asked)
            answer = there.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name not in ("Connection", "Transfer-Encoding"):
                    self.send_header(name, value)
            self.end_headers()
            kind = answer.getheader("Content-Type", "")
            # The browser may leave the page before it is complete, and event streams never end.
            with contextlib.suppress(ConnectionError), contextlib.closing(there):
                if "event-stream" in kind:
                    return
                content = answer.read()
                for piece in re.findall(rb"<[^<]*", content) if "html" in kind else [content]:
                    self.wfile.write(piece)
                    time.sleep(pause)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


def watch(page):
    """Records violations of the security policy, and layout shifts, from the start of each page."""
    page.add_init_script("""
        window.broken = [];
        window.shifted = 0;
        window.moved = [];
        addEventListener("securitypolicyviolation", (event) => window.broken.push(`${event.violatedDirective} ${event.blockedURI}`));
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
                if (entry.hadRecentInput) continue;
                window.shifted += entry.value;
                window.moved.push(...entry.sources.map(({ node, previousRect, currentRect }) =>
                    [node?.outerHTML?.slice(0, 120) ?? node?.nodeName, previousRect.toJSON(), currentRect.toJSON()]));
            }
        }).observe({ type: "layout-shift", buffered: true });
    """)


def shifted(page):
    """The sum of the layout shifts of a page that is watched; what moved is told if the test fails."""
    for node, *places in page.evaluate("window.moved.splice(0)"):
        print(node, *[[place[side] for side in ("x", "y", "width", "height")] for place in places])
    return page.evaluate("window.shifted")
