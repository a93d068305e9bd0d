#!/usr/bin/env bash
# Builds the tests with a sanitizer, each in a separate folder beside the usual build, and runs those of the parts that
# use threads or pointers. `sanitize.sh thread` or `sanitize.sh address` runs one of them.
set -euo pipefail
cd "$(dirname "$0")/../.."

SUITES="HTMLTests RichTextTests ChatTests ChatRESTTests EventLoopsTests HTTPTests HTTPServerTests HTTPClientTests UpstreamTests LiveTests AccountsTests PicturesTests OpenIDTests SQLiteTests
    GatewayTests.RestlessTests GatewayTests.EventStreamTests GatewayTests.EndedStreamTests GatewayTests.SideBySideTests"
if (($# == 0)); then set -- thread address; fi

run() {
    local sanitizer=$1 folder=.build/sanitize-$1 preload=
    swift build --build-tests --sanitize="$sanitizer" --scratch-path "$folder"
    if [[ $sanitizer == thread ]]; then
        # ThreadSanitizer does not see Swift's Mutex, and would report everything that it protects.
        preload=$PWD/$folder/mutex.so
        clang -O1 -Wall -Wextra -shared -fPIC -o "$preload" Tests/Sanitizers/mutex.c -ldl
    fi
    local suite
    for suite in $SUITES; do
        echo "$sanitizer: $suite"
        # Not with `swift test`, which would be preloaded as well. Memory that is in use at the exit is no leak.
        LD_PRELOAD=$preload TSAN_OPTIONS=history_size=4 ASAN_OPTIONS=detect_leaks=0 \
            "$folder/debug/engawaPackageTests.xctest" --testing-library swift-testing --no-parallel --filter "$suite" \
            >"$folder/$suite.log" 2>&1 || {
            grep -E '✘|Sanitizer' "$folder/$suite.log" || tail -20 "$folder/$suite.log"
            exit 1
        }
        # A run without tests fails.
        grep -E 'Test run with [1-9][0-9]* tests? .*passed' "$folder/$suite.log"
    done
}

for sanitizer; do run "$sanitizer"; done
