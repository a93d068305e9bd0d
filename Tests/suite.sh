#!/usr/bin/env bash
# Runs the Swift tests one after the other: some wait for real sockets and clocks, and a machine of two cores has two
# threads for tasks. What has failed is said once more at the end, where it is found without reading it all.
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT

swift test --no-parallel "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    printf '\n== what failed\n'
    grep -a -A 3 '^✘' "$log"
fi
exit "$status"
