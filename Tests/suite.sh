#!/usr/bin/env bash
# Runs the Swift tests: as many targets side by side as there are cores, each in a process of its own. The tests of one
# target run one after the other, because some measure time or memory, and tasks have no more threads than cores.
# With arguments it is `swift test` with these. What has failed is said once more at the end.
set -uo pipefail
cd "$(dirname "$0")/.."
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export logs runner=.build/debug/engawaPackageTests.xctest

# Runs the tests of one target, and prints their output in one piece.
run_target() {
    "$runner" --testing-library swift-testing --no-parallel --filter "^$1\\." >"$logs/$1" 2>&1
    local status=$?
    flock "$logs" cat "$logs/$1"
    [ "$status" -eq 0 ] || echo "$1: exit status $status" >>"$logs/failed"
    return "$status"
}
export -f run_target

if (($#)); then
    swift test --no-parallel "$@" 2>&1 | tee "$logs/all"
    status=$?
else
    swift build --build-tests || exit
    # The targets with the most tests first.
    "$runner" --testing-library swift-testing --list-tests | cut -d . -f 1 | sort | uniq -c | sort -rn |
        awk '{ print $2 }' | xargs -P "$(nproc)" -I '{}' bash -c 'run_target {}'
    status=$?
    printf '\n== in all\n'
    (cd "$logs" && grep -a 'Test run with' -- *Tests) | sed 's/:/: /' | tee "$logs/closing"
fi
if [ "$status" -ne 0 ]; then
    printf '\n== what failed\n'
    cat "$logs/failed" 2>/dev/null
    grep -ah -A 3 '^✘' "$logs"/*
fi
# The sum of the runs, in the form of the runner's own closing line.
if [ -f "$logs/closing" ]; then
    [ "$status" -eq 0 ] && outcome='✔ passed' || outcome='✘ failed'
    awk -v mark="${outcome% *}" -v end="${outcome#* } after $SECONDS seconds." '{ tests += $6; suites += $9 }
        END { print mark, "Test run with", tests, "tests in", suites, "suites", end }' "$logs/closing"
fi
exit "$status"
