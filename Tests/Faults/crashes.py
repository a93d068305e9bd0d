"""The process is killed or stopped while people send, and each commit is on the disk before it is acknowledged."""

import random
import re
import subprocess
import time

from clients import Client
from senders import Senders, audit, require_sound, sample_site, send
from support import require, wait_until

# How long a site may take to stop.
STOP_SECONDS = 5


def killed(run):
    """kill -9 again and again, on one folder. A form without an answer is sent again, with its key."""
    server = sample_site(run)
    data, acknowledged, repeated = server.data, [], 0
    times = run.choose(5, 20)
    for number in range(times):
        with Senders(server, f"life {number}") as senders:
            time.sleep(random.uniform(0.2, 0.8))
            server.kill()
        acknowledged += senders.acknowledged
        server = sample_site(run, data=data)
        client = Client(server.port).sign_in("alice")
        for text, key in senders.unknown:
            require(send(client, text, key).status == 303, f"{text} was not taken the second time")
            acknowledged.append(text)
            repeated += 1
    server.stop()
    require_sound(run, data)
    audit(data, acknowledged)
    return f"killed {times} times, {len(acknowledged)} messages there once, {repeated} of them repeated"


def stopped(run):
    """SIGTERM while people send and others have event streams open."""
    server = sample_site(run)
    streams = [Client(server.port).sign_in("bob").open_stream()[0] for _ in range(10)]
    with Senders(server, "stopped") as senders:
        time.sleep(1)
        seconds = server.stop()
    require(seconds < STOP_SECONDS, f"it stopped after {seconds:.1f} s")
    for stream in streams:
        stream.close()
    require(server.process.returncode == 0, f"it ended with {server.process.returncode}")
    require_sound(run, server.data)
    audit(server.data, senders.acknowledged, [text for text, _ in senders.unknown])
    return f"stopped in {seconds:.2f} s, {len(senders.acknowledged)} messages there once"


def synced(run):
    """Messages one after the other: a sync for each, before its answer."""
    server = sample_site(run)
    client = Client(server.port).sign_in("alice")
    trace = server.data.with_suffix(".trace")
    tracer = subprocess.Popen(["strace", "-f", "-q", "-y", "-e", "trace=fsync,fdatasync", "-o", trace, "-p", str(server.pid)],
                              stderr=subprocess.DEVNULL)
    require(wait_until(trace.exists, 5), "strace does not start")
    try:
        # The tracer is attached once it sees the syncs of a message.
        require(wait_until(lambda: send(client, "is it there?").status == 303 and "sync(" in trace.read_text(), 10),
                "no sync was seen: strace may not be permitted here")
        before, count = syncs(trace), 30
        for number in range(count):
            require(send(client, f"synced {number}").status == 303, "a message was refused")
        require(wait_until(lambda: syncs(trace) - before >= count, 5), f"{syncs(trace) - before} syncs of {count} messages")
        return f"{syncs(trace) - before} syncs of {count} messages"
    finally:
        tracer.terminate()
        tracer.wait()


def syncs(trace):
    return len(re.findall(r"sync\(\d+<[^>]*chat\.sqlite-wal>", trace.read_text()))


CASES = [("kill -9", killed), ("SIGTERM", stopped), ("synced before the answer", synced)]
