#!/usr/bin/env bash
# Runs the Swift tests: as many targets side by side as there are cores, each in a process of its own. The tests of one
# target run one after the other, because some measure time or memory, and tasks have no more threads than cores.
# With arguments it is `swift test` with these.
#
# Prints a line for each target that is done, the failures, and a summary that ends with the runner's own closing line.
# All that the build and the tests print is kept in .build/tests.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
export logs=.build/tests runner=.build/debug/engawaPackageTests.xctest
rm -rf "$logs"
mkdir -p "$logs"
source Tests/report.sh

# Runs the tests of one target, and reports them in one piece.
run_target() {
    local status=0
    "$runner" --testing-library swift-testing --no-parallel --filter "^$1\\." >"$logs/$1.log" 2>&1 || status=$?
    [ "$status" -eq 0 ] || echo "$1: exit status $status" >>"$logs/failed"
    report_target "$1" "$status" "$logs/$1.log" >"$logs/$1.report"
    flock "$logs" cat "$logs/$1.report"
    return "$status"
}
export -f run_target

if (($#)); then
    status=0
    swift test --no-parallel "$@" >"$logs/all.log" 2>&1 || status=$?
    if [ "$status" -ne 0 ] && ! grep -aq '^◇ Test run started' "$logs/all.log"; then
        report_build "$status" "$logs/all.log"
    else
        report_target "swift test" "$status" "$logs/all.log"
        closing_line "$logs/all.log"
    fi
    exit "$status"
fi

# The PostgreSQL server, the ClamAV daemon and OpenStack Swift, a store of objects, which tests start by themselves, and
# the converter of pictures; Debian would start services, except in run level 1.
if command -v dpkg-query >/dev/null; then
    missing=()
    for package in postgresql clamav-daemon python3-swift libheif-examples; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    if [ "${#missing[@]}" -gt 0 ]; then
        sudo=$([ "$(id -u)" = 0 ] || echo sudo)
        echo "== installing the Debian packages ${missing[*]}"
        $sudo apt-get update -qq &&
            $sudo env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends \
                "${missing[@]}" >/dev/null || exit
    fi
fi

echo "== building the tests"
swift build --build-tests >"$logs/build.log" 2>&1 || {
    status=$?
    report_build "$status" "$logs/build.log"
    exit "$status"
}

echo "== running the tests ($SECONDS s)"
# The targets with the most tests first.
"$runner" --testing-library swift-testing --list-tests | cut -d . -f 1 | sort | uniq -c | sort -rn |
    awk '{ print $2 }' | xargs -P "$(nproc)" -I '{}' bash -c 'run_target {}'
status=$?
if [ "$status" -ne 0 ]; then
    echo "== what failed"
    cat "$logs/failed"
    failed_tests "$logs"/*Tests.log
fi
sum_of_runs "$status" "$logs"/*Tests.log
exit "$status"
