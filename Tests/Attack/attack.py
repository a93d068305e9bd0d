"""Attacks the given program like an attacker on the network, on loopback only.

    attack.py BINARY [--short] [--only NAME,…] [--list]

Each case starts separate servers and prints one line: its name, whether the server withstood it, and the
measurements. ATTACK_SECONDS is the total time of the fuzzer of the live site; ATTACK_SEED is its random seed.
"""

import argparse
import importlib
import os
import resource
import signal
import sys
import threading
import time
import traceback
from pathlib import Path

from support import Failed, Run, TooSlow

# The modules in the order in which they run. Each has a list CASES of names and functions.
MODULES = ["hosts", "tls", "token_service", "audit_log", "combining_marks", "passkeys", "second_factor", "crowd", "zones",
           "unfinished", "slow_clients", "framing", "proxies", "lying_backend", "fuzzer"]
# Cases that mostly wait run in parallel with the others, on a separate server, and are reported at the end.
BACKGROUND = {"drips"}
# Cases that only the long form has time for.
LONG = {"fuzzer in production", "fuzzer before a backend"}
LONG_SECONDS = 1800
SHORT_SECONDS = 60
# The descriptors that the cases open at most, and those of the client itself.
DESCRIPTORS = 20_000


def cases():
    for module in MODULES:
        yield from importlib.import_module(module).CASES


def outcome(case, run):
    """Whether the server withstood `case`, and the measurements. A case that was only slow gets a second try."""
    for attempt in (1, 2):
        try:
            return True, case(run)
        except TooSlow as error:
            if attempt == 2:
                return False, str(error)
            print(f"    once more: {error}", flush=True)
        except Failed as error:
            return False, str(error)
        except Exception:  # noqa: BLE001: any error fails the case.
            return False, traceback.format_exc(limit=-4)
        finally:
            run.end_servers()
    return False, ""


class Tally:
    """The number of cases that the server has withstood."""

    def __init__(self):
        self.passed = self.failed = 0

    def add(self, name, case, run):
        begin = time.monotonic()
        is_withstood, measured = outcome(case, run)
        self.passed += is_withstood
        self.failed += not is_withstood
        print(f"{name}: {'ok' if is_withstood else 'FAILED'}, {measured} ({time.monotonic() - begin:.1f} s)", flush=True)


def main():
    parser = argparse.ArgumentParser(description="attacks the given program, on loopback only")
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--short", action="store_true", help="what takes a few minutes in all")
    parser.add_argument("--only", default="", help="names of cases, or how they begin, separated by commas")
    parser.add_argument("--list", action="store_true", help="only say which cases there are")
    arguments = parser.parse_args()
    chosen = [(name, case) for name, case in cases()
              if not arguments.only or any(name.startswith(begin) for begin in arguments.only.split(","))]
    chosen = [(name, case) for name, case in chosen if not (arguments.short and name in LONG)]
    if arguments.list or not arguments.binary:
        print("\n".join(name for name, _ in chosen))
        return 0
    # So that the servers are stopped if this process is terminated.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(limit, DESCRIPTORS), most), most))
    seconds = int(os.environ.get("ATTACK_SECONDS", SHORT_SECONDS if arguments.short else LONG_SECONDS))
    binary = str(Path(arguments.binary).resolve())
    tally = Tally()

    def attempt(name, case):
        run = Run(binary, arguments.short, seconds)
        try:
            tally.add(name, case, run)
        finally:
            run.clean_up()

    beside = [threading.Thread(target=attempt, args=each) for each in chosen if each[0] in BACKGROUND]
    for thread in beside:
        thread.start()
    for name, case in chosen:
        if name not in BACKGROUND:
            attempt(name, case)
    for thread in beside:
        thread.join()
    print(f"attack: {tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
