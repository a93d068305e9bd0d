"""Workloads of the embedded store: sending messages, and reading a long history."""

import os
import statistics
import time
from calendar import timegm

from machine import Client, Failure, run
from sites import NO_CACHE, Engawa
from world import messages

SENDING_CONNECTIONS = 32
# Two pages count as equally fast if neither takes more than a fifth longer than the other.
SAME = 1.2


def send(bench, site, client, conversation, seconds, most, prefix, rate=0):
    """Sends messages into a conversation; returns the measurements and the accepted texts.

    :param rate: how many a second at most; 0 for as many as are answered
    """
    path = os.path.join(bench.machine.work, f"accepted-{prefix}")
    measured = run([
        os.path.join(bench.tools, "send"), site.port, f"/conversations/{conversation}/messages", client.cookie,
        SENDING_CONNECTIONS, seconds, most, prefix, path, rate])
    with open(path) as file:
        return measured, set(file.read().split())


def sending(bench, report):
    """Measures how many messages a second are stored; looks each of them up after a restart."""
    data = bench.copy_of_data("sending")
    site = Engawa(bench.machine, bench.binary, "sending", ["serve", "--data", data])
    writer = Client(site.port).sign_in("writer")
    runs, accepted = [], set()
    for number in range(bench.rounds):
        measured, texts = send(bench, site, writer, bench.world.sending, bench.seconds, 10**9, f"r{number}n")
        if measured["refused"]:
            raise Failure(f"{measured['refused']} messages were refused: {measured['complaint']}")
        runs.append(measured)
        accepted |= texts
    bench.machine.stop(site.process)
    backend = Engawa(bench.machine, bench.binary, "sending-backend", ["backend", "--data", data])
    found = [message["text"] for message in messages(
        backend.port, bench.world.sending, bench.world.people["writer"])]
    bench.machine.stop(backend.process)
    lost, twice = len(accepted - set(found)), len(found) - len(set(found))
    report.at_least(
        "messages sent a second (embedded)", statistics.median(run["per_second"] for run in runs), 3000,
        f"median {statistics.median(run['p50_ms'] for run in runs):.1f} ms, "
        f"p99 {statistics.median(run['p99_ms'] for run in runs):.1f} ms at {SENDING_CONNECTIONS} clients")
    report.at_most(
        "messages lost or stored twice", lost + twice, 0, f"{len(accepted):,} accepted, looked for after a restart")


def history(bench, report):
    """The newest page of a long conversation and one from its middle, requested alternately with every cache off."""
    data = bench.copy_of_data("history")
    site = Engawa(bench.machine, bench.binary, "history-sending", ["serve", "--data", data])
    client = Client(site.port).sign_in("historian")
    count = bench.history_messages
    send(bench, site, client, bench.world.history, 600, count, "h")
    bench.machine.stop(site.process)

    backend = Engawa(bench.machine, bench.binary, "history-backend", ["backend", "--data", data])
    historian = bench.world.people["historian"]
    everything = list(messages(backend.port, bench.world.history, historian))
    bench.machine.stop(backend.process)
    middle = everything[len(everything) // 2]

    site = Engawa(bench.machine, bench.binary, "history", ["serve", "--data", data], NO_CACHE)
    client = Client(site.port).sign_in("historian")
    newest = f"/conversations/{bench.world.history}"
    pages = {"newest": newest, "middle": f"{newest}?before={milliseconds(middle['createdAt'])}.{middle['id']}"}
    times = {name: [] for name in pages}
    for number in range(40 * bench.rounds + 5):
        for name, target in pages.items():
            begin = time.perf_counter()
            client.get(target)
            # The first requests fill the processor's and SQLite's caches.
            if number >= 5:
                times[name].append(time.perf_counter() - begin)
    bench.machine.stop(site.process)
    medians = {name: statistics.median(values) * 1e3 for name, values in times.items()}
    report.at_most(
        f"history of {len(everything):,} messages: slower page ÷ faster page",
        max(medians.values()) / min(medians.values()), SAME,
        f"newest {medians['newest']:.2f} ms, middle {medians['middle']:.2f} ms{bench.no_cache_note}")


def milliseconds(moment):
    seconds, fraction = moment.rstrip("Z").split(".")
    return timegm(time.strptime(seconds, "%Y-%m-%dT%H:%M:%S")) * 1000 + int(fraction)
