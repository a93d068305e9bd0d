"""Workloads of event streams: many open streams, a post to all of them, and their load on the backend."""

import os
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from machine import Client, Failure, run
from sites import Engawa
from world import WATCHERS

# A session is a browser, which can have a stream for each of its tabs.
STREAMS_OF_SESSION = 8
POLLING_SECONDS = 5
# Of one message, which may be edited a hundred times.
EDITS = 40


def sessions(bench, site, streams):
    """Writes a file with the cookies of enough sessions for `streams` streams."""
    browsers = -(-streams // STREAMS_OF_SESSION)
    cookies = [Client(site.port).sign_in(f"watcher{i % WATCHERS}").cookie for i in range(browsers)]
    name = f"cookies-{site.port}"
    return bench.machine.file(name, "\n".join(cookies) + "\n")


def watch(bench, site, cookies, streams, posts, seconds, path="messages"):
    """Opens streams, and posts a text to a path of their conversation."""
    conversation = bench.world.watched
    return run([
        os.path.join(bench.tools, "streams"), site.port, streams, f"/events?watch={conversation}", cookies,
        site.process.pid, posts, f"/conversations/{conversation}/{path}", "text=@@", seconds])


def many(bench, report):
    """Opens many streams at once, and posts to all of them."""
    site = Engawa(bench.machine, bench.binary, "streams", ["serve", "--data", bench.copy_of_data("streams")])
    cookies = sessions(bench, site, bench.streams)
    if Client(site.port, open(cookies).readline().strip()).ask("HEAD", "/events")[0] != 200:
        raise Failure("the site has no /events")
    count = bench.streams
    measured = watch(bench, site, cookies, count, bench.posts, 0)
    complaint = f"; {measured['complaint']}" if measured["complaint"] else ""
    report.at_most(
        f"{count:,} open streams: bytes each", measured["bytes_each"], 12_000,
        f"{measured['bytes_each_posted']:,.0f} after the posts; the process grew from "
        f"{measured['memory_before_kib'] / 1024:.1f} to {measured['memory_open_kib'] / 1024:.1f} MiB")
    report.at_most(f"{count:,} open streams: opened within (s)", measured["open_ms"] / 1e3, 3)
    report.at_most(
        f"{count:,} open streams: errors", measured["errors"] + count - measured["opened"] - measured["errors"], 0,
        f"{measured['opened']:,} opened{complaint}")
    missing = measured["missed"] + measured["refused"]
    report.at_most(
        f"posts to {count:,} subscribers: not received", missing, 0,
        f"{measured['posts']} posts reached all{complaint}")
    if not measured["posts"]:
        raise Failure("no post reached all subscribers")
    last = (f"the last of {count:,} has it after {measured['last_median_ms']:.1f} ms (median of the posts), "
            f"{measured['last_p99_ms']:.1f} ms (p99)")
    for name, key, required in (("median", "watcher_median_ms", 40), ("p99", "watcher_p99_ms", 80)):
        report.at_most(
            f"one post to {count:,} subscribers: last byte read, {name} (ms)", measured[key], required, last)
    bench.machine.stop(site.process)


def edited(bench, report):
    """Edits of a message, and posts, to a thousand watchers of its conversation."""
    site = Engawa(bench.machine, bench.binary, "edits", ["serve", "--data", bench.copy_of_data("edits")])
    cookies = sessions(bench, site, bench.watchers)
    first = Client(site.port, open(cookies).readline().strip())
    conversation = f"/conversations/{bench.world.watched}"
    first.post(f"{conversation}/messages", text="to be edited")
    message = re.findall(rb'id="m-([0-9a-f-]{36})"', first.get(conversation)[1])[-1].decode()
    medians = {}
    for name, path in (("posts", "messages"), ("edits", f"messages/{message}/edit")):
        measured = watch(bench, site, cookies, bench.watchers, EDITS, 0, path)
        if measured["posts"] != EDITS:
            raise Failure(f"{measured['posts']} of {EDITS} {name} reached all: {measured['complaint']}")
        medians[name] = measured["watcher_median_ms"]
    report.at_most(
        f"an edit to {bench.watchers:,} watchers: last byte read, of a post (median)",
        medians["edits"] / medians["posts"], 1.25, f"{medians['edits']:.1f} and {medians['posts']:.1f} ms")
    bench.machine.stop(site.process)


def sparing(bench, report):
    """A thousand watchers of one conversation, and the requests that reach the backend meanwhile."""
    data = bench.copy_of_data("watched-backend")
    backend = Engawa(bench.machine, bench.binary, "watched-backend", ["backend", "--data", data, "--log-level", "info"])
    site = Engawa(bench.machine, bench.binary, "watched", [
        "serve", "--backend", f"http://127.0.0.1:{backend.port}", "--data", bench.new_data("watched")])
    polls, everything = polls_of(bench, backend, [site])
    report.at_most(
        f"{bench.watchers:,} watchers for {bench.watching_seconds} s: polls of their conversation", polls,
        most_polls(bench), everything)
    bench.machine.stop(site.process)
    bench.machine.stop(backend.process)


def most_polls(bench):
    return bench.watching_seconds // POLLING_SECONDS + 1


def polls_of(bench, backend, sites):
    """Watches one conversation at some sites; returns how often it was polled, and what else was asked in words."""
    count = -(-bench.watchers // len(sites))
    cookies = {site: sessions(bench, site, count) for site in sites}

    def watch_all(seconds):
        with ThreadPoolExecutor(len(sites)) as pool:
            return list(pool.map(lambda site: watch(bench, site, cookies[site], count, 0, seconds), sites))

    watch_all(0)
    begin = os.path.getsize(backend.process.log)
    for measured in watch_all(bench.watching_seconds):
        if measured["errors"]:
            raise Failure(f"{measured['errors']} of {count} streams failed: {measured['complaint']}")
    with open(backend.process.log) as log:
        log.seek(begin)
        asked = Counter(
            re.sub(r"[0-9a-f-]{36}", lambda id: "watched" if id[0] == bench.world.watched else "…", match[1])
            for match in re.finditer(r" path=(\S+) ", log.read()))
    polls = asked["/conversations/watched/messages"]
    everything = ", ".join(f"{path} {count}" for path, count in asked.most_common(6)) or "nothing"
    return polls, f"one each {POLLING_SECONDS} s; in all: {everything}"
