#!/usr/bin/env python3
"""Measures Engawa next to other servers, on loopback, and reports which required values are reached.

    bench.py ENGAWA TOOLS RESULT

ENGAWA is the program, TOOLS the folder of the benchmark's own programs, RESULT the JSON file to write.
BENCH_SECONDS (5) is the duration of each run, BENCH_ROUNDS (5) the number of rounds, BENCH_ONLY a selection of workloads.
"""

import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import traceback

import files
import live
import pages
import people
import shared
import writing
from machine import Client, Failure, Machine, listens, memory
from report import Report
from sites import NO_CACHE, Engawa, Recorder, nginx, node
from world import LIST_CONVERSATIONS, World


class Bench:
    """What the workloads share: the test data, and the servers that run all the time."""

    def __init__(self, machine, binary, tools):
        self.machine, self.binary, self.tools = machine, binary, tools
        self.seconds = int(os.environ.get("BENCH_SECONDS", "5"))
        is_short = self.seconds < 3
        self.rounds = int(os.environ.get("BENCH_ROUNDS", "2" if is_short else "5"))
        self.streams, self.posts = 10_000, 10 if is_short else 60
        self.watchers, self.watching_seconds = 1_000, 10 if is_short else 60
        self.history_messages = 10_000 if is_short else 100_000
        self.list_size = LIST_CONVERSATIONS
        backend = Engawa(machine, binary, "seeding", ["backend", "--data", self.new_data("world")])
        self.world = World(backend.port)
        machine.stop(backend.process)

    def new_data(self, name):
        return os.path.join(self.machine.work, "data", name)

    def copy_of_data(self, name):
        return shutil.copytree(self.new_data("world"), self.new_data(name))

    def start_servers(self):
        """The site with the embedded backend, the site with a REST backend and every cache off, and the other servers."""
        machine, world = self.machine, self.world
        user = world.people["reader"]
        self.thread_target = f"/conversations/{world.thread}"
        self.warm = Engawa(machine, self.binary, "warm", ["serve", "--data", self.copy_of_data("warm")])
        self.reader = Client(self.warm.port).sign_in("reader")
        backend = Engawa(machine, self.binary, "backend", ["backend", "--data", self.copy_of_data("backend")])
        self.cold = Engawa(machine, self.binary, "cold", [
            "serve", "--backend", f"http://127.0.0.1:{backend.port}", "--data", self.new_data("cold")], NO_CACHE)
        self.cold_reader = Client(self.cold.port).sign_in("reader")
        self.no_cache_note = "" if self._knows_no_cache() else NO_CACHE_MISSING
        self._note_questions(backend)
        headers, page = self.cold_reader.get(self.thread_target)
        asked = [question["target"] for question in self.questions
                 if question["target"].startswith(f"/conversations/{world.thread}/messages?")]
        self.messages_target = asked[0]
        self.nginx_port, self.nginx_process = nginx(machine, backend.port)
        self.node, self.node_fault = None, None
        try:
            port, process = node(
                machine, backend.port, self.cold_reader.cookie, user, headers, page, self.questions, world.thread)
            self.node = pages.Contender("Node", port, self.thread_target, self.cold_reader.cookie, process)
            if without_key(Client(port, self.cold_reader.cookie).get(self.thread_target)[1]) != without_key(page):
                raise Failure("Node's page differs from Engawa's")
            # V8 compiles hot code after a while: without this, a short first round would measure the compilation.
            self.node.run(2)
        except Failure as failure:
            self.node, self.node_fault = None, str(failure)

    def _note_questions(self, backend):
        """Records the backend requests of a cold page, with a separate site in front of a recorder."""
        recorder = Recorder(backend.port)
        site = Engawa(self.machine, self.binary, "recorded", [
            "serve", "--backend", f"http://127.0.0.1:{recorder.port}", "--data", self.new_data("recorded")], NO_CACHE)
        client = Client(site.port).sign_in("reader")
        # The first page may set a read mark; the second is like all later ones.
        client.get(self.thread_target)
        time.sleep(0.3)
        recorder.questions.clear()
        client.get(self.thread_target)
        self.questions = list(recorder.questions)
        self.machine.stop(site.process)
        recorder.close()

    def _knows_no_cache(self):
        text = subprocess.run([self.binary, "--help"], capture_output=True, text=True).stdout
        return "bench-no-cache" in text.lower() or "BENCH_NO_CACHE" in text


def without_key(page):
    """A page without the random key of its form."""
    return re.sub(rb'(name="key" value=")[^"]*', rb"\1", page if isinstance(page, bytes) else page.encode())


def starting(bench, report):
    """The time from the start of the process to its first response; then the memory of the idle process."""
    data = bench.copy_of_data("starting")
    times = []
    for number in range(max(bench.rounds, 3)):
        port = bench.machine.port()
        command = [
            bench.binary, "serve", "--sign-in", "user-id", "--data", data, "--listen", f"127.0.0.1:{port}", "--sample-world", "off",
            "--assets", os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Public")]
        begin = time.perf_counter()
        process = bench.machine.start("starting", command)
        while not listens(port):
            time.sleep(0.0005)
        Client(port).get("/healthz")
        times.append((time.perf_counter() - begin) * 1e3)
        if number == 0:
            time.sleep(2)
            idle = memory(process) / 1024
        bench.machine.stop(process)
    report.at_most("start to first response (ms)", statistics.median(times), 100, f"{min(times):.0f}…{max(times):.0f} ms")
    report.at_most("idle memory (MiB, RSS)", idle, 28, "2 s after the first response")


NO_CACHE_MISSING = "; this binary can't switch its caches off"

WORKLOADS = {
    "start": starting, "warm": pages.warm, "cold": pages.cold, "send": writing.sending,
    "streams": live.many, "edits": live.edited, "watchers": live.sparing, "history": writing.history, "people": people.crowd, "shared": shared.shared,
    "files": files.files}


def main():
    binary, tools, result = (os.path.abspath(path) for path in sys.argv[1:])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    work = tempfile.mkdtemp(prefix="engawa-bench-")
    machine = Machine(work)
    only = os.environ.get("BENCH_ONLY", "").split()
    if unknown := set(only) - set(WORKLOADS):
        sys.exit(f"BENCH_ONLY: {' '.join(sorted(unknown))} is none of {' '.join(WORKLOADS)}")
    is_broken = False
    try:
        bench = Bench(machine, binary, tools)
        report = Report(bench.rounds, bench.seconds)
        if not only or {"warm", "cold"} & set(only):
            bench.start_servers()
        else:
            bench.no_cache_note = "" if bench._knows_no_cache() else NO_CACHE_MISSING
        for name, workload in WORKLOADS.items():
            if only and name not in only:
                continue
            print(f"{name} …", flush=True)
            try:
                workload(bench, report)
            except Failure as failure:
                report.not_measured(name, "", str(failure))
            except Exception as fault:
                # A defect of the benchmark must not discard the results of the other workloads.
                traceback.print_exc()
                report.not_measured(name, "", f"the benchmark has a defect: {fault!r}")
                is_broken = True
    finally:
        machine.stop_all()
        shutil.rmtree(work, ignore_errors=True)
    print(f"\n{report.table()}\n")
    report.write(result)
    load = report.about["load_before"][0]
    print(f"written to {os.path.relpath(result)}; load average before {load:.1f}")
    if load > os.cpu_count() / 2:
        print("Other programs kept the machine busy: only processor times and byte counts are reliable.")
    return 70 if is_broken else 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
