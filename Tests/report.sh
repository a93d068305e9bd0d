# shellcheck shell=bash
# Says in few lines what the logs of a build and of test runs hold. Sourced by suite.sh.

# A test may print a whole file in one line, and fail for each of its arguments.
export line_bytes=2000 failure_lines=400 build_lines=60 last_lines=20

# Cuts the lines of its input at $line_bytes, never within a character, and leaves out those after the first $1.
bounded() {
    LC_ALL=C awk -v bytes="$line_bytes" -v lines="$1" '
        NR > lines { left++; next }
        length($0) > bytes {
            rest = length($0) - bytes
            $0 = substr($0, 1, bytes)
            sub(/[\300-\377][\200-\277]*$/, "")
            $0 = $0 "… (" rest " bytes more)"
        }
        { print }
        END { if (left) print "… (" left " lines more)" }'
}

# The closing line of the runner in a log.
closing_line() { grep -a '^[✔✘] Test run with ' -- "$1" | tail -n 1; }

# The failures in a log: each issue with the lines that explain it, and each test that has failed. What follows a
# failure belongs to it, up to the next line that begins with the mark of an event.
failures() {
    LC_ALL=C awk '
        /^✘ Test run with / { isShown = 0; next }
        /^✘ / { isShown = 1 }
        /^(✔|◇|➜) / { isShown = 0 }
        isShown' "$1"
}

# The names of the tests that have failed, in logs.
failed_tests() { grep -ahE '^✘ (Test|Suite) .* failed after ' -- "$@" | bounded "$failure_lines"; }

# report_target NAME STATUS LOG: a line for a target that is done, and its failures.
report_target() {
    local closing
    closing=$(closing_line "$3")
    if [ "$2" -eq 0 ]; then
        echo "$1: ${closing:-no tests}"
        return
    fi
    echo "$1: ${closing:-✘ ended with status $2 before its tests were done}; everything is in $3"
    failures "$3" | bounded "$failure_lines"
    [ -n "$closing" ] || last_words "$3"
}

# Where a run ended in the middle: the test that had begun, and the last lines.
last_words() {
    echo "the last test that began, and the last lines:"
    grep -aE '^◇ Test .* started\.$' -- "$1" | tail -n 1 | bounded 1
    tail -n "$last_lines" -- "$1" | bounded "$last_lines"
}

# report_build STATUS LOG: the errors of a build; where no line is marked as one, the last lines.
report_build() {
    if ! grep -aE -A 6 '(^|: )error: ' -- "$2"; then tail -n "$last_lines" -- "$2"; fi | bounded "$build_lines"
    echo "✘ The tests could not be built (exit status $1), so none was run; everything is in $2"
}

# sum_of_runs STATUS LOG...: the sum of the runs, in the form of the runner's own closing line.
sum_of_runs() {
    local outcome='✔ passed'
    [ "$1" -eq 0 ] || outcome='✘ failed'
    shift
    for log in "$@"; do closing_line "$log"; done |
        awk -v mark="${outcome% *}" -v end="${outcome#* } after $SECONDS seconds." '
            { tests += $5; suites += $8 }
            END { print mark, "Test run with", tests + 0, "tests in", suites + 0, "suites", end }'
}

export -f bounded closing_line failures report_target last_words
