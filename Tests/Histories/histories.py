"""A checker of histories: three gateways over one PostgreSQL database, and 60 people who send, delete, react, read,
sign in anew, remove and add each other, look, and resume their streams, each time at any gateway. Meanwhile gateways
are killed and stopped, connections to the database are ended or held back, and the database is restarted.

    histories.py BINARY [SEEDS]

SEEDS are numbers and ranges, such as 1-9,17. In the histories of even seeds the conversations are in PostgreSQL too; in
those of odd ones before a REST backend. A seed decides what is drawn, not what takes how long: a history that is
repeated resembles the first one. At the end of each:

- each acknowledged message is stored once, and one that was not once at most;
- all pages showed the messages in one order, that of the database;
- what each person's page and its streams have told, together, is what is stored: no event lost, whichever gateways the
  streams were resumed at, and none told twice by one run of a gateway;
- nothing was told to be deleted that nobody has deleted;
- who was removed heard nothing more after a second (of a gateway that was not disturbed), nor saw a page, and the same
  for a session that has ended, and its streams have ended;
- no answer was 500, no session ended without cause, and no gateway ended by itself.

The trace of a history that fails is kept in `.build/histories`. Needs Python 3.11, PostgreSQL 15, and nothing
else.
"""

import asyncio
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "Python"))

import history
from actor import Actor
from postgresql import PostgreSQL
from program import REPOSITORY
from record import Record
from stage import Stage

TRACES = REPOSITORY / ".build" / "histories"
# After so many histories others begin: who is in hundreds of conversations has long lists.
HISTORIES_OF_PEOPLE = 10
# A history that takes longer has failed.
LONGEST_SECONDS = 180
# How many faults of a history are printed.
NAMED = 6


def seeds_of(text):
    seeds = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    return seeds


class Report:
    def __init__(self):
        self.histories = self.failed = 0
        self.folder = None
        self.counts = Counter()

    def add(self, kind, record, seconds):
        self.histories += 1
        self.counts.update(record.counts)
        counts = record.counts
        disturbances = ", ".join(disturbance.name for disturbance in record.disturbances)
        print(
            f"{'FAIL' if record.faults else 'ok  '} {record.seed} ({kind}, {seconds:.1f} s): "
            f"{counts['acknowledged']} sent, {counts['messages brought']} brought; {disturbances}", flush=True)
        if not record.faults:
            return
        self.failed += 1
        self._keep(kind, record)
        for fault in record.faults[:NAMED]:
            print(f"     {fault}")
        print(
            f"     {len(record.faults)} faults; the trace is in {TRACES}; again with SEEDS={record.seed} make histories",
            flush=True)

    def _keep(self, kind, record):
        """Keeps the trace of a history that has failed."""
        TRACES.mkdir(parents=True, exist_ok=True)
        (TRACES / f"{record.seed}.trace").write_text("\n".join(record.trace) + "\n")
        for log in Path(self.folder).glob("*/*.log"):
            shutil.copy(log, TRACES / f"{record.seed}.{kind}.{log.name}")

    def add_broken(self, kind, record, error):
        self.histories += 1
        self.failed += 1
        self._keep(kind, record)
        print(f"FAIL {record.seed} ({kind}): {error!r}; again with SEEDS={record.seed} make histories", flush=True)

    def close(self):
        print(", ".join(f"{count} {name}" for name, count in sorted(self.counts.items())))
        print(f"{self.histories} histories, {self.failed} failed")


async def run(kind, seeds, folder, database_server, report):
    """Runs the histories of one kind on one stage."""
    os.makedirs(f"{folder}/{kind}")
    stage = Stage(kind, sys.argv[1], f"{folder}/{kind}", database_server)
    try:
        await stage.open()
        for index, seed in enumerate(seeds):
            if index % HISTORIES_OF_PEOPLE == 0:
                if index > 0:
                    await stage.populate()
                people = [Actor(alias, id, number, stage) for number, (alias, id) in enumerate(stage.people.items())]
            begun, record = time.monotonic(), Record(seed)
            try:
                await asyncio.wait_for(history.run(stage, people, record), LONGEST_SECONDS)
                report.add(kind, record, time.monotonic() - begun)
            except Exception as error:  # noqa: BLE001: a history that does not come to its end has failed.
                report.add_broken(kind, record, error)
    finally:
        await stage.close()


async def main():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # So that the programs are stopped if this process is terminated.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    seeds = seeds_of(sys.argv[2] if len(sys.argv) > 2 else "1-200")
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        report.folder = folder
        database_server = PostgreSQL(f"{folder}/postgresql.log")
        try:
            for kind, remainder in (("embedded", 0), ("REST", 1)):
                if of_kind := [seed for seed in seeds if seed % 2 == remainder]:
                    await run(kind, of_kind, folder, database_server, report)
        finally:
            database_server.close()
    report.close()
    return 1 if report.failed or report.histories < len(seeds) else 0


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main()))
    except asyncio.CancelledError:
        sys.exit(128 + signal.SIGTERM)
