"""Summarises the reports of schemathesis: `summary.py FOLDER PROBLEMS`, with a report `ACCESS-PHASE.json` for each.

PROBLEMS is the number of failures that the caller has found. The last line is the sum; the exit status is
1 unless nothing failed.
"""

import json
import pathlib
import sys

folder, problems = pathlib.Path(sys.argv[1]), int(sys.argv[2])
PHASES = {"open": ("examples", "coverage", "fuzzing", "stateful"), "session": ("examples", "coverage", "fuzzing")}
# Operations without input have no examples.
WITHOUT_EXAMPLES = {
    "open": {"GET /health", "GET /users", "GET /capabilities"},
    "session": {
        "GET /health", "GET /users", "GET /capabilities", "GET /bookmarks", "GET /conversations",
        "GET /api/auth/get-session", "GET /read-receipts", "GET /files",
    },
}
UNACCEPTED = {
    # It ends all sessions of its account, and nobody's is for that: it is only refused here. RestExchanges changes one.
    ("session", "examples", "POST /api/auth/change-password"),
    ("session", "coverage", "POST /api/auth/change-password"),
    ("session", "fuzzing", "POST /api/auth/change-password"),
}
passed, failed = 0, problems


def complain(text):
    global failed
    failed += 1
    print(f"contract: {text}")


for access, phases in PHASES.items():
    accepted = {}
    for phase in phases:
        name = f"{access} {phase}"
        path = folder / f"{access}-{phase}.json"
        if not path.exists():
            complain(f"{name}: schemathesis did not get to its end")
            continue
        try:
            report = json.loads(path.read_text())
        except ValueError:
            complain(f"{name}: schemathesis was ended while it wrote its report")
            continue
        cases = report["test_cases"]
        bad = cases["with_failures"] + len(report["errors"])
        passed += max(cases["generated"] - bad, 0)
        failed += bad
        print(f"contract: {name}: {cases['generated']} cases, {bad} bad, {report['running_time']:.0f} s")
        if cases["generated"] == 0 or report["phases"][phase]["status"] not in ("success", "failure"):
            complain(f"{name}: schemathesis gave up early")
        if report["exit_code"] != 0 and bad == 0:
            complain(f"{name}: schemathesis ended with {report['exit_code']}")
        for operation, rates in report["valid_rates"].items():
            accepted.setdefault(operation, {})[phase] = sum(rate["accepted"] for rate in rates.values())

    # A phase with only error responses would prove little. Schemathesis counts no successes in its stateful phase.
    for phase in phases[:3]:
        for operation, counts in sorted(accepted.items()):
            is_tried = phase != "examples" or operation not in WITHOUT_EXAMPLES[access]
            if is_tried and counts.get(phase, 0) == 0 and (access, phase, operation) not in UNACCEPTED:
                complain(f"{access} {phase}: {operation} never succeeded")

print(f"contract: {passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
