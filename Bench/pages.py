"""Workloads of pages: warm and cold, next to the other servers, in rotating order."""

import statistics

import sites
from machine import Client, Failure, processor_seconds, wrk

CONNECTIONS = 32
LATENCY_CONNECTIONS = 16
# The p99 of a run depends on which threads share a core during it, so there are more and shorter runs.
LATENCY_ROUNDS = 3


class Contender:
    """A server that is asked for one page repeatedly."""

    def __init__(self, name, port, target, cookie, process, size=None):
        self.name, self.port, self.target, self.cookie, self.process = name, port, target, cookie, process
        self.runs = []
        _, body = Client(port, cookie).get(target)
        if size is not None and len(body) != size:
            raise Failure(f"{name} answers with {len(body)} bytes, not {size}")
        self.size = len(body)

    def run(self, seconds, connections=CONNECTIONS):
        before = processor_seconds(self.process)
        measured = wrk(self.port, self.target, self.cookie, seconds, connections)
        if measured["failed"] or not measured["requests"]:
            raise Failure(f"{self.name}: {measured['failed']} of {measured['requests']} requests failed")
        measured["rate"] = measured["requests"] / measured["microseconds"] * 1e6
        measured["cpu_us"] = (processor_seconds(self.process) - before) / measured["requests"] * 1e6
        self.runs.append(measured)

    def median(self, what):
        return statistics.median(run[what] for run in self.runs)


def in_turn(contenders, rounds, seconds, connections=CONNECTIONS):
    """Runs every contender in each round, in rotating order, so that other load on the machine affects all alike."""
    for contender in contenders:
        contender.runs = []
    for number in range(rounds):
        first = number % len(contenders)
        for contender in contenders[first:] + contenders[:first]:
            contender.run(seconds, connections)


def ratio(left, right, what="rate"):
    """The median over rounds of left ÷ right, each pair from the same round."""
    return statistics.median(a[what] / b[what] for a, b in zip(left.runs, right.runs))


def warm(bench, report):
    """Conversation page and list, warm, next to bare libmicrohttpd; and the latency of the conversation page."""
    for row, target in (("thread", bench.thread_target), ("list", "/conversations")):
        engawa = Contender("engawa", bench.warm.port, target, bench.reader.cookie, bench.warm.process)
        # Requests that fill the caches.
        for _ in range(3):
            headers, body = bench.reader.get(target)
        port, process = sites.bare(bench.machine, bench.tools, f"bare-{row}", headers, body)
        bare = Contender("bare libmicrohttpd", port, target, bench.reader.cookie, process, len(body))
        rivals = [engawa, bare] + ([bench.node] if row == "thread" and bench.node else [])
        in_turn(rivals, bench.rounds, bench.seconds)
        title = "conversation page, warm" if row == "thread" else f"list of {bench.list_size} conversations, warm"
        detail = pages_a_second(*rivals)
        report.at_least(f"{title} ÷ bare libmicrohttpd", ratio(engawa, bare), 0.5, detail)
        if row == "thread":
            if bench.node:
                report.at_least(f"{title} ÷ Node", ratio(engawa, bench.node), 5, detail)
            else:
                report.not_measured(f"{title} ÷ Node", 5, bench.node_fault)
            bare_latency = bare
            in_turn(
                [engawa, bare_latency], bench.rounds * LATENCY_ROUNDS, max(1, bench.seconds // 2),
                LATENCY_CONNECTIONS)
            added = statistics.median(
                a["p99_us"] - b["p99_us"] for a, b in zip(engawa.runs, bare_latency.runs)) / 1e3
            medians = (f"median {engawa.median('p50_us') / 1e3:.2f} ms; bare libmicrohttpd: "
                       f"median {bare_latency.median('p50_us') / 1e3:.2f} ms, "
                       f"p99 {bare_latency.median('p99_us') / 1e3:.2f} ms")
            report.at_most("latency added at 16 clients, warm: p99 (ms)", added, 2, medians)
            report.at_most("total latency at 16 clients, warm: p99 (ms)", engawa.median("p99_us") / 1e3, 2, medians)


def cold(bench, report):
    """The conversation page with every cache off, in front of the REST backend, next to Node and nginx."""
    title = "conversation page, cold"
    engawa = Contender("engawa", bench.cold.port, bench.thread_target, bench.cold_reader.cookie, bench.cold.process)
    nginx = Contender("nginx", bench.nginx_port, bench.messages_target, bench.reader.cookie, bench.nginx_process)
    rivals = [engawa, nginx] + ([bench.node] if bench.node else [])
    in_turn(rivals, bench.rounds, bench.seconds)
    detail = f"{pages_a_second(*rivals)}; {len(bench.questions)} backend requests a page{bench.no_cache_note}"
    if bench.node:
        report.at_least(f"{title} ÷ Node", ratio(engawa, bench.node), 1.5, detail)
    else:
        report.not_measured(f"{title} ÷ Node", 1.5, bench.node_fault)
    report.at_least(f"{title} ÷ nginx proxying the JSON", ratio(engawa, nginx), 0.28, detail)


def pages_a_second(*contenders):
    def cost(contender):
        return f" ({contender.median('cpu_us'):.0f} µs of processor)"
    return ", ".join(f"{c.name} {c.median('rate'):,.0f}/s{cost(c)}" for c in contenders)
