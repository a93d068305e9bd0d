"""Summarises the reports of schemathesis: `summary.py FOLDER PROBLEMS PHASE...`, with a report `PHASE.json` for each.

PROBLEMS is the number of failures that the caller has found. The last line is the sum; the exit status is
1 unless nothing failed.
"""

import json
import pathlib
import sys

folder, problems, phases = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
passed, failed = 0, problems
accepted = {}


def complain(text):
    global failed
    failed += 1
    print(f"contract: {text}")


for phase in phases:
    path = folder / f"{phase}.json"
    if not path.exists():
        complain(f"{phase}: schemathesis did not get to its end")
        continue
    report = json.loads(path.read_text())
    cases = report["test_cases"]
    bad = cases["with_failures"] + len(report["errors"])
    passed += max(cases["generated"] - bad, 0)
    failed += bad
    print(f"contract: {phase}: {cases['generated']} cases, {bad} bad, {report['running_time']:.0f} s")
    if cases["generated"] == 0 or report["phases"][phase]["status"] not in ("success", "failure"):
        complain(f"{phase}: schemathesis gave up early")
    if report["exit_code"] != 0 and bad == 0:
        complain(f"{phase}: schemathesis ended with {report['exit_code']}")
    for operation, rates in report["valid_rates"].items():
        accepted.setdefault(operation, {})[phase] = sum(rate["accepted"] for rate in rates.values())

# A phase with only error responses would prove little. Schemathesis counts no successes in its stateful phase, and
# operations without input have no examples.
for phase in phases:
    for operation, counts in sorted(accepted.items()):
        has_examples = operation not in ("GET /health", "GET /users")
        if counts.get(phase, 0) == 0 and phase != "stateful" and (has_examples or phase != "examples"):
            complain(f"{phase}: {operation} never succeeded")

print(f"contract: {passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
