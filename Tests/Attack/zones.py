"""Events are rendered once for each time zone of their recipients: a user could make that as expensive as there are
spellings of time zones."""

import random
import re
import selectors
import threading
import time
from urllib.parse import quote

from clients import Client
from support import require

STREAMS = 512
# The streams of one session; one more ends the oldest.
STREAMS_OF_A_SESSION = 16
# The streams of one user, over all sessions.
STREAMS_OF_A_PERSON = 64
EVENTS = 10
# The permitted additional processor time of an event for many spellings compared with one zone, and the time for
# zones that all exist, in seconds.
RATIO = 3
SECONDS_OF_AN_EVENT = 0.25
# Processor time is counted in hundredths of a second: smaller values are not reliable.
LEAST_SECONDS = 0.01
SPELLINGS = [f"Asia{'/' * slashes}{city}" for slashes in range(1, 41)
             for city in ("Tokyo", "Seoul", "Manila", "Dubai", "Baku", "Dhaka", "Kabul", "Macau", "Tomsk", "Qatar", "Omsk", "Gaza")]
EXISTING = [f"Etc/GMT{hours:+d}" for hours in range(-14, 13)] + [
    f"America/{city}" for city in ("Lima", "Bogota", "Caracas", "La_Paz", "Halifax", "Denver", "Chicago", "New_York", "Phoenix")
] + [f"Europe/{city}" for city in ("Rome", "Paris", "Berlin", "Madrid", "Oslo", "Vienna", "Prague", "Athens", "Kyiv", "Riga")
     ] + [f"Africa/{city}" for city in ("Cairo", "Lagos", "Nairobi", "Tunis", "Dakar", "Accra", "Algiers", "Harare", "Maputo")]
TEXT = "*a* `b` [c](http://x) " * 200


class Streams:
    """Event streams of one user, read by a separate thread."""

    def __init__(self, server, conversation, zones):
        self.selector = selectors.DefaultSelector()
        self.open = 0
        self.sockets = []
        self.is_over = False
        for number in range(STREAMS):
            if number % STREAMS_OF_A_SESSION == 0:
                client = Client(server.port, source=f"127.6.0.{number // STREAMS_OF_A_SESSION + 1}").sign_in("bob")
            client.cookies["zone"] = quote(zones[number % len(zones)], safe="")
            stream, begin = client.open_stream(f"/events?watch={conversation}")
            stream.setblocking(False)
            self.sockets.append(stream)
            if begin.startswith(b"HTTP/1.1 200"):
                self.open += 1
                self.selector.register(stream, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while not self.is_over:
            for key, _ in self.selector.select(0.1):
                try:
                    is_open = key.fileobj.recv(65536)
                except BlockingIOError:
                    continue
                except ConnectionError:
                    is_open = False
                if not is_open:
                    self.selector.unregister(key.fileobj)
                    self.open -= 1

    def close(self):
        self.is_over = True
        self.thread.join()
        for stream in self.sockets:
            stream.close()


def seconds_of_an_event(server, alice, conversation):
    time.sleep(1)
    before = server.processor_seconds()
    for _ in range(EVENTS):
        status = alice.post(f"/conversations/{conversation}/messages", {
            "text": TEXT + str(random.random()), "key": f"k{random.randrange(10**12)}"}, timeout=60).status
        require(status == 303, f"a message is not sent: {status}")
    # The streams are written after the response.
    previous = None
    while (now := server.processor_seconds()) != previous:
        previous = now
        time.sleep(0.5)
    return (now - before) / EVENTS


def measure(run, zones):
    """Measures how many streams of one user stay open, and what an event costs then."""
    # A separate server, because so many attempts use up the user's rate limit.
    server = run.serve("--mode", "development")
    alice = Client(server.port).sign_in("alice")
    place = alice.post("/conversations", [
        ("kind", "group"), ("name", "zones"), ("people", "550e8400-e29b-41d4-a716-446655440002")]).headers["location"]
    conversation = re.search(r"/conversations/([0-9a-f-]{36})", place)[1]
    streams = Streams(server, conversation, zones)
    try:
        seconds = seconds_of_an_event(server, alice, conversation)
    finally:
        streams.close()
    server.require_up("the streams")
    server.stop()
    return streams.open, seconds


def spellings(run):
    _, one = measure(run, ["Asia/Tokyo"])
    kept, many = measure(run, SPELLINGS)
    _, existing = measure(run, EXISTING)
    measured = (f"{kept} of {STREAMS} streams of one person open; an event costs {one * 1000:.0f} ms with one zone, "
                f"{many * 1000:.0f} ms with {len(SPELLINGS)} spellings, {existing * 1000:.0f} ms with {len(EXISTING)} zones")
    require(kept <= STREAMS_OF_A_PERSON, measured)
    require(many <= RATIO * max(one, LEAST_SECONDS) and existing <= SECONDS_OF_AN_EVENT, measured)
    return measured


CASES = [("spellings of zones", spellings)]
