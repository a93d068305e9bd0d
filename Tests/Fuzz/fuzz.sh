#!/usr/bin/env bash
# Searches for inputs that break the properties of `Tests/Fuzz/Targets`, with libFuzzer and AddressSanitizer: each target
# for FUZZ_SECONDS (3600), FUZZ_JOBS at once (2). `fuzz.sh json markdown` searches for these targets only.
#
# With FUZZ_SEED, a number, and FUZZ_RUNS, the most inputs of a target, a search has the same inputs each time, as far as
# the targets allow: those with a server have threads. A slower machine tries the first of them in its time.
#
# It begins with the corpus of the project. What it learns is kept in `.build/fuzz/learned`, and findings in
# `.build/fuzz/findings`; each is an input that goes into the corpus once its defect is mended. Exit status 1 with
# findings.
set -uo pipefail
cd "$(dirname "$0")/../.."
export ENGAWA_FUZZER=1 FUZZ_SECONDS=${FUZZ_SECONDS:-3600} folder=.build/fuzz
# Of one input: bytes and seconds; MiB of the process.
export LONGEST_INPUT=4096 SLOWEST_INPUT=10 MOST_MEMORY=2048
export SWIFT_BACKTRACE=enable=no LC_ALL=C

# What makes two searches differ: the order of sets, the addresses of code, and priorities by the time that inputs take.
export options='' fixed_addresses=''
if [ -n "${FUZZ_SEED:-}" ]; then
    export SWIFT_DETERMINISTIC_HASHING=1 options="-seed=$FUZZ_SEED -entropic=0"
    # Some containers don't allow it.
    if setarch -R true 2>/dev/null; then export fixed_addresses="setarch -R"; fi
fi

resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
swift build -c release --product fuzzer --scratch-path "$folder" --sanitize=address \
    -Xswiftc -enable-testing -Xswiftc -use-ld=lld \
    -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp \
    -Xlinker "$resources/clang/lib/linux/libclang_rt.fuzzer_no_main-$(uname -m).a" -Xlinker -lstdc++ || exit

# The coverage in the last line of `log` that has $1.
coverage() { grep -a "${1:-}.* cov: " "$log" | tail -1 | sed 's/.*cov: \([0-9]*\).*/\1/'; }

# Runs one target and prints one line about it; in full where there was a finding.
run_target() {
    local log=$folder/logs/$1 status leaks=1 corpus
    # A server and a key set that are kept do not look like it.
    case $1 in form | request | token) leaks=0 ;; esac
    mkdir -p "$folder/learned/$1" "$folder/findings" "$folder/logs"
    # In the order of their names; of a folder they are read in an order that differs between machines.
    printf -v corpus '%s,' Tests/Fuzz/Corpus/"$1"/*
    # shellcheck disable=SC2086 # the options are split into words
    ASAN_OPTIONS=detect_leaks=$leaks:allocator_may_return_null=1 FUZZ_TARGET=$1 nice $fixed_addresses \
        "$folder/release/fuzzer" "$folder/learned/$1" -seed_inputs="${corpus%,}" \
        -max_total_time="$FUZZ_SECONDS" -max_len="$LONGEST_INPUT" -timeout="$SLOWEST_INPUT" -rss_limit_mb="$MOST_MEMORY" \
        -runs="${FUZZ_RUNS:--1}" $options -use_value_profile=1 -artifact_prefix="$folder/findings/$1-" -print_final_stats=1 \
        >"$log" 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then
        printf 'ok       %-9s %9s inputs, %6s a second, coverage %s -> %s\n' "$1" \
            "$(sed -n 's/stat::number_of_executed_units: *//p' "$log")" \
            "$(sed -n 's/stat::average_exec_per_sec: *//p' "$log")" "$(coverage INITED)" "$(coverage)"
    else
        printf 'FINDING  %s (exit status %s)\n' "$1" "$status"
        grep -aE -m 21 'Fatal error|ERROR: |SUMMARY|Test unit written|Base64: |^    #[0-9]+ .* in \$s' "$log"
    fi
    return "$status"
}
export -f coverage run_target

targets=("$@")
(($#)) || mapfile -t targets < <(ls Tests/Fuzz/Corpus)
printf '%s\n' "${targets[@]}" | xargs -P "${FUZZ_JOBS:-2}" -I '{}' bash -c 'run_target {}'
status=$?
((status == 0)) || status=1
echo "fuzz: ${#targets[@]} targets, ${FUZZ_SECONDS} s each, $( ((status)) && echo 'with findings' || echo 'no finding')"
exit "$status"
