"""The workload of many different people: `Tests/Crowd`, shorter."""

import os
import re
import subprocess
import sys
from pathlib import Path

from machine import Failure

CROWD = Path(__file__).parent.parent / "Tests" / "Crowd" / "crowd.py"
# For both kinds of backend together.
SECONDS, SHORT_SECONDS = 120, 20
FIGURES = (
    ("memory of a person with a stream", "bytes of a person with a stream", 12_000),
    ("mean", "mean time of an action (ms)", 5),
    ("99 of 100", "p99 of an action (ms)", 100))


def crowd(bench, report):
    """Puts 1,000 different people before the site, who each have conversations and a stream, and audits the answers."""
    seconds = SHORT_SECONDS if bench.seconds < 3 else SECONDS
    environment = dict(os.environ, CROWD_PEOPLE="1000", CROWD_SECONDS=str(seconds))
    run = subprocess.run(
        [sys.executable, "-B", str(CROWD), bench.binary], env=environment, capture_output=True, text=True)
    faults = re.findall(r"^FAIL (.*)", run.stdout, re.M)
    for backend in ("embedded store", "REST backend"):
        for check, name, required in FIGURES:
            found = re.search(rf"^(?:ok  |FAIL) {backend}, {check}: ([\d.,]+)(.*)", run.stdout, re.M)
            if not found:
                raise Failure(f"{backend}: no figure for {check!r}: {(run.stdout + run.stderr)[-300:]}")
            report.at_most(
                f"1,000 different people, {backend}: {name}", float(found.group(1).replace(",", "")), required,
                found.group(2).strip(" ()"))
    report.at_most("1,000 different people: checks that failed", len(faults), 0, "; ".join(faults)[:300])
