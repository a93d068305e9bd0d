"""Damages what the given program stands on: its process, disk, files, clock, backend. On loopback only.

    faults.py BINARY [--short] [--only NAME,…] [--list]

Each case starts separate servers and prints one line: its name, whether what must hold did, and the measurements.
"""

import argparse
import importlib
import signal
import sys
from pathlib import Path

from attack import Tally
from support import Run

# The modules in the order in which they run. Each has a list CASES of names and functions.
MODULES = ["crashes", "uploads", "disks", "files", "scarcity", "clocks", "backends"]


def main():
    parser = argparse.ArgumentParser(description="damages what the given program stands on")
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--short", action="store_true", help="what takes less than two minutes in all")
    parser.add_argument("--only", default="", help="names of cases, or how they begin, separated by commas")
    parser.add_argument("--list", action="store_true", help="only say which cases there are")
    arguments = parser.parse_args()
    cases = [case for module in MODULES for case in importlib.import_module(module).CASES]
    chosen = [(name, case) for name, case in cases
              if not arguments.only or any(name.startswith(begin) for begin in arguments.only.split(","))]
    if arguments.list or not arguments.binary:
        print("\n".join(name for name, _ in chosen))
        return 0
    # So that the servers are stopped if this process is terminated.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    tally = Tally()
    for name, case in chosen:
        run = Run(str(Path(arguments.binary).resolve()), arguments.short, 0)
        try:
            tally.add(name, case, run)
        finally:
            run.clean_up()
    print(f"faults: {tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
