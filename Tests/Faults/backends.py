"""A REST backend that hangs, resets connections, and sends its answers slowly or in part: people are told in time, what
they typed is kept, and all goes on by itself when the backend answers again."""

import http.client
import time
from concurrent.futures import ThreadPoolExecutor

from failing_backend import CUT, HANG, RESET, RESET_LATE, SILENT, TRICKLE
from outage_site import PAGE_SECONDS, SiteInOutage
from outage_world import OutageWorld
from senders import text_box
from support import Failed, TooSlow, require, wait_until

SHORT_KINDS = [HANG, RESET, TRICKLE, CUT]
LONG_KINDS = [*SHORT_KINDS, RESET_LATE, SILENT]
# So many kinds at once.
TOGETHER = 4
# How long a site may take to stop, in seconds.
STOP_SECONDS = 5
# How long requests may take to reach the backend, in seconds.
REACH_SECONDS = 5
SENDERS = 8
# Longer than a page of messages counts as fresh.
STALE_SECONDS = 6


def fail(run):
    """Each kind of failure, at a site and a backend of its own."""
    people, rounds = run.choose(20, 60), run.choose(1, 3)

    def judged(kind):
        try:
            with SiteInOutage(run, OutageWorld(run, people, rounds), kind) as site:
                return site.suffer(), None
        except Failed as error:
            return None, type(error)(f"{kind}: {error}")

    with ThreadPoolExecutor(TOGETHER) as pool:
        results = list(pool.map(judged, run.choose(SHORT_KINDS, LONG_KINDS)))
    errors = [error for _, error in results if error]
    if errors and all(isinstance(error, TooSlow) for error in errors):
        raise errors[0]
    require(not errors, "; ".join(str(error) for error in errors))
    return f"{people} people and {rounds} rounds each; " + "; ".join(measured for measured, _ in results)


def stopped(run):
    """SIGTERM while requests wait for a backend that hangs."""
    site = SiteInOutage(run, OutageWorld(run, people=SENDERS, rounds=1), HANG)
    with site, ThreadPoolExecutor(SENDERS) as pool:
        site.open_forms(0, pool)
        waiting = send_without_answer(site, pool)
        seconds = site.server.stop()
        answers = [each.result() for each in waiting]
    require(site.server.process.returncode == 0, f"the site ended with {site.server.process.returncode}")
    require(seconds < STOP_SECONDS, f"the site stopped after {seconds:.1f} s")
    statuses = [answer and answer.status for answer in answers]
    require(statuses == [503] * SENDERS, f"the messages that waited: {statuses}")
    require([text_box(answer) for answer in answers] == site.texts, "the texts of messages that waited are not kept")
    return f"stopped in {seconds:.1f} s, {SENDERS} messages that waited were answered with 503"


def quiet(run):
    """One visitor and nobody else: nothing but its own deadlines wakes the site."""
    worst = 0
    for kind in run.choose([HANG], [HANG, TRICKLE]):
        site = SiteInOutage(run, OutageWorld(run, people=1, rounds=1), kind)
        with site:
            client = site.reader.client
            for path in ("/conversations", site.world.common_page):
                require(client.get(path).status == 200, f"{path} can't be read")
            # What was read is not fresh any more.
            time.sleep(STALE_SECONDS)
            site.proxy.kind = kind
            for path, statuses in ((site.world.common_page, [200]), ("/conversations", [200]), ("/profile", [502, 504])):
                begun = time.monotonic()
                status = client.get(path).status
                seconds = time.monotonic() - begun
                require(status in statuses, f"{kind}: {path}: {status}")
                require(seconds < PAGE_SECONDS, f"{kind}: {path} after {seconds:.1f} s")
                worst = max(worst, seconds)
    return f"the slowest page took {worst:.1f} s"


def killed(run):
    """kill -9 of a site while messages are stored whose answers never come. Their forms are sent again."""
    world = OutageWorld(run, people=SENDERS, rounds=1)
    site = SiteInOutage(run, world, SILENT)
    with site, ThreadPoolExecutor(SENDERS) as pool:
        site.open_forms(0, pool)
        waiting = send_without_answer(site, pool)
        require(wait_until(lambda: world.stored(site.texts) == len(site.texts), REACH_SECONDS), "messages are not stored")
        site.server.kill()
        require([each.result() for each in waiting] == [None] * SENDERS, "a message was answered")
        site.proxy.kind = None
        site.start(port=site.server.port, data=site.server.data)
        for each in [pool.submit(site.require_sent, person, 0) for person in site.people]:
            each.result()
        site.server.stop()
    world.require_once(site.texts)
    return f"{len(site.texts)} messages there once"


def send_without_answer(site, pool):
    """Everybody sends; returns what will be the answers, `None` where there is none."""
    def answer(person):
        try:
            return site.send(person)
        except (OSError, http.client.HTTPException):
            return None

    site.proxy.kind = site.kind
    waiting = [pool.submit(answer, person) for person in site.people]
    require(wait_until(lambda: site.proxy.failed >= len(site.people), REACH_SECONDS), "the backend is not asked")
    return waiting


CASES = [("failing backend", fail), ("one visitor and a failing backend", quiet),
         ("SIGTERM and a hanging backend", stopped), ("kill -9 before an answer", killed)]
