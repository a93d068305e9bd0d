"""A site whose backend fails in one way, again and again, and what its people must see."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

from clients import Client, Watch
from failing_backend import FailingBackend
from senders import text_box
from support import TooSlow, require, wait_until

# The longest permitted times, in seconds: for a page, for the answer to a message, until all works again, and until a
# message that somebody posted elsewhere arrives.
PAGE_SECONDS = 12
SEND_SECONDS = 10
RECOVERY_SECONDS = 30
ARRIVAL_SECONDS = 30
# So old are cached pages at least when they are looked at: younger ones are not marked, because they are current.
OUTAGE_SECONDS = 6
WATCHERS = 3
# So many requests fail in each outage at least: with fewer the site goes on asking.
LEAST_FAILURES = 5
KEY = re.compile(r'name="key" value="([0-9a-f]{32})"')
NOT_CURRENT = 'class="not-current"'


class Person:
    """Somebody with a conversation of their own for each round, and the form of a message."""

    def __init__(self, alias, site, number):
        self.client = Client(site.port, source=f"127.30.0.{number + 1}").sign_in(alias)
        self.alias = alias
        self.text = self.key = None

    def take_form(self, path, text):
        """Opens a conversation, and types into its form."""
        page = self.client.get(path)
        found = KEY.search(page.text)
        require(page.status == 200 and found, f"{self.alias} can't open the conversation: {page.status}")
        self.text, self.key = text, found[1]


class SiteInOutage:
    """A site whose backend fails in one way, again and again, and the people of the site."""

    def __init__(self, run, world, kind):
        self.world = world
        self.kind = kind
        self.proxy = FailingBackend(world.backend)
        self.run = run
        self.start()
        self.people = [Person(alias, self.server, number) for number, alias in enumerate(world.people)]
        self.reader = self.people[0]
        self.streams = []
        self.texts = []
        self.worst_page = self.worst_send = self.worst_recovery = 0.0

    def start(self, **options):
        self.server = self.run.serve("--backend", self.proxy.url, "--sign-in", "user-id", *self.run.unlimited, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for stream in self.streams:
            stream.close()
        self.proxy.close()

    def suffer(self):
        """All rounds; returns the measurements."""
        self.open_streams()
        with Watch(self.server) as watch, ThreadPoolExecutor(2 * len(self.people)) as pool:
            for number in range(self.world.rounds):
                self.fail_once(number, pool)
        self.server.stop()
        require(self.server.process.returncode == 0, f"the site ended with {self.server.process.returncode}")
        self.world.require_once(self.texts)
        return (f"{self.kind}: pages {self.worst_page:.1f} s, messages {self.worst_send:.1f} s, recovery "
                f"{self.worst_recovery:.1f} s, {len(self.texts)} messages there once, {watch}")

    def open_streams(self):
        for person in self.people[:WATCHERS]:
            stream, begin = person.client.open_stream(f"/events?watch={self.world.common}")
            require(begin.startswith(b"HTTP/1.1 200"), "no stream")
            self.streams.append(stream)

    def fail_once(self, number, pool):
        """One outage, from its beginning until all works again."""
        self.open_forms(number, pool)
        failed = self.proxy.failed
        self.proxy.kind = self.kind
        begin = time.monotonic()
        pages = [pool.submit(self.require_error_page, person, number) for person in self.people if person != self.reader]
        pages.append(pool.submit(self.require_known_page, number))
        messages = [pool.submit(self.require_kept_text, person) for person in self.people]
        for each in pages + messages:
            each.result()
        time.sleep(max(0, OUTAGE_SECONDS - (time.monotonic() - begin)))
        for each in [pool.submit(self.require_not_current, path) for path in self.world.shared_pages]:
            each.result()
        status = self.timed(PAGE_SECONDS, lambda: self.reader.client.get("/readyz"))[0].status
        require(status == 503, f"/readyz during the outage: {status}")
        require(self.proxy.failed - failed >= LEAST_FAILURES, "the site has hardly asked the backend")
        self.proxy.kind = None
        self.recover(number, pool)

    def open_forms(self, number, pool):
        """Everybody has the page of the common conversation, and the reader has the list too."""
        require(self.reader.client.get("/conversations").status == 200, "the list can't be read")
        forms = [pool.submit(person.take_form, self.world.common_page, f"{person.alias} in round {number}, {self.kind}.")
                 for person in self.people]
        for each in forms:
            each.result()
        self.texts += [person.text for person in self.people]

    def timed(self, limit, send):
        """The answer, which must be there in time, and how long it took."""
        begin = time.monotonic()
        answer = self.server.ask("a request during an outage", send)
        took = time.monotonic() - begin
        if took >= limit:
            raise TooSlow(f"an answer with status {answer.status} took {took:.1f} s")
        return answer, took

    def require_error_page(self, person, number):
        """A conversation of which at most the last message is known is an error page, in time."""
        path = self.world.own_page(person.alias, number)
        answer, took = self.timed(PAGE_SECONDS, lambda: person.client.get(path))
        require(answer.status in (502, 504) and "<h1>" in answer.text, f"a page that is not cached: {answer.status}")
        self.worst_page = max(self.worst_page, took)

    def require_known_page(self, number):
        """The reader's list has told that nothing was said in this conversation, so it is shown, though it was not opened."""
        path = self.world.own_page(self.reader.alias, number)
        answer, took = self.timed(PAGE_SECONDS, lambda: self.reader.client.get(path))
        require(answer.status == 200 and NOT_CURRENT in answer.text, f"a page that the list has told: {answer.status}")
        self.worst_page = max(self.worst_page, took)

    def require_kept_text(self, person):
        """A message is answered in time, by a page that holds the text and the key."""
        answer, took = self.timed(SEND_SECONDS, lambda: self.send(person))
        require(answer.status in (502, 504), f"a message during the outage: {answer.status}")
        require(text_box(answer) == person.text, "the text is not in its box")
        require(KEY.findall(answer.text) == [person.key], "the page has not the key of the form")
        self.worst_send = max(self.worst_send, took)

    def send(self, person):
        return person.client.post(f"{self.world.common_page}/messages", {"text": person.text, "key": person.key})

    def require_not_current(self, path):
        """A page that is cached is shown in time, and says that it is not current."""
        answer, took = self.timed(PAGE_SECONDS, lambda: self.reader.client.get(path))
        require(answer.status == 200, f"a cached page during the outage: {answer.status}")
        require(NOT_CURRENT in answer.text, "a cached page is not marked as not current")
        self.worst_page = max(self.worst_page, took)

    def recover(self, number, pool):
        """Pages are current again, each message is sent once, and the streams that were open bring everything."""
        begin = time.monotonic()
        elsewhere = f"posted elsewhere after round {number}, {self.kind}."
        self.world.post(elsewhere)
        require(wait_until(self.is_current, RECOVERY_SECONDS), "pages are not current again")
        self.worst_recovery = max(self.worst_recovery, time.monotonic() - begin)
        for each in [pool.submit(self.require_sent, person, number) for person in self.people]:
            each.result()
        self.texts.append(elsewhere)
        texts = [elsewhere, *(person.text for person in self.people)]
        for each in [pool.submit(self.require_arrival, stream, texts) for stream in self.streams]:
            each.result()

    def is_current(self):
        answers = [self.server.ask("a page after the outage", lambda: self.reader.client.get(path))
                   for path in self.world.shared_pages]
        return all(answer.status == 200 and NOT_CURRENT not in answer.text for answer in answers)

    def require_sent(self, person, number):
        """The same form is accepted, also a second time, and the page that failed is there."""
        def status(limit, send):
            return self.timed(limit, send)[0].status

        # What was begun during the outage may still be waiting, and then its failure counts for this request too.
        require(wait_until(lambda: status(SEND_SECONDS, lambda: self.send(person)) == 303, RECOVERY_SECONDS),
                "a message is refused after the outage")
        repeated = status(SEND_SECONDS, lambda: self.send(person))
        require(repeated == 303, f"the form of a message that was sent: {repeated}")
        path = self.world.own_page(person.alias, number)
        require(wait_until(lambda: status(PAGE_SECONDS, lambda: person.client.get(path)) == 200, RECOVERY_SECONDS),
                "a page is not there after the outage")

    @staticmethod
    def require_arrival(stream, texts):
        end, received = time.monotonic() + ARRIVAL_SECONDS, b""
        missing = texts
        while missing:
            require(time.monotonic() < end, f"{len(missing)} of {len(texts)} messages are not in a stream: {missing[:3]}")
            try:
                part = stream.recv(65536)
            except TimeoutError:
                continue
            require(part, "a stream was closed")
            received += part
            missing = [text for text in missing if text.encode() not in received]

