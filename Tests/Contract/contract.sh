#!/usr/bin/env bash
# Checks the OpenAPI documents in docs/openapi against the recordings, and the requests of ChatREST, which EXCHANGES
# writes, against the documents. Then tests the embedded backend of BINARY with schemathesis: in open access against the
# document that it serves, and in session access, signed in as one of the sample people, against session.yaml.
#
#   Tests/Contract/contract.sh BINARY EXCHANGES
#
# EXCHANGES is the program rest-exchanges of Package.swift.
# Needs Python 3.11 or newer with venv, and PyPI. CONTRACT_SEED selects other inputs (a number, 1 by default), and
# CONTRACT_REPORTS names a folder that keeps schemathesis's reports.
#
# Every phase has a separate server with new sample data, because the previous phase has changed the data. The phases of the
# two accesses run side by side, because each keeps one core busy.
# All checks are on. hooks.py lists the one response that is no failure, and why; schemathesis.toml lists the ids to
# use. Two of the checks do not apply in open access, because there is no authentication: ignored_auth,
# object_level_authorization.
set -euo pipefail

binary=$(realpath "${1:?usage: contract.sh BINARY EXCHANGES}")
exchanges=$(realpath "${2:?usage: contract.sh BINARY EXCHANGES}")
readonly binary exchanges
readonly seed=${CONTRACT_SEED:-1}
here=$(cd "$(dirname "$0")" && pwd)
readonly here

root=$(realpath "$here/../..")
readonly root

# The deadline for all phases of schemathesis, in seconds from here; normally the numbers below bound it.
readonly deadline=$((SECONDS + 600))
# The timeouts for starting and stopping the server, in tenths of a second.
readonly start_tenths=100
readonly stop_tenths=100
# That of the sample people in development mode.
readonly sample_password=veranda-by-the-sea

work=$(mktemp -d)
readonly work
reports=$(realpath -m "${CONTRACT_REPORTS:-$work/reports}")
readonly reports
server=
problems=0

# The shells that run the phases of an access, as long as they run.
accesses=()

kill_server() { if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi; }

clean_up() {
    if ((${#accesses[@]})); then kill "${accesses[@]}" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

complain() {
    echo "contract: $1"
    problems=$((problems + 1))
}

is_running() { kill -0 "$server" 2>/dev/null; }

# Starts a server in an access with new sample data on a port that the system chooses; sets `server` and `url`.
start_server() {
    local -a access=()
    output=$work/output-$1 log=$work/log-$1
    # Only in development do the sample people have a password.
    if [ "$1" = session ]; then access=(--backend-access session --mode development); fi
    # Before it starts, or the URL of the server before could be read.
    : >"$output"
    "$binary" backend --listen 127.0.0.1:0 --data "$work/data-$1-$2" --sample-world on --log-level warning \
        "${access[@]}" >"$output" 2>"$log" &
    server=$!
    url=
    local tenth
    for ((tenth = 0; tenth < start_tenths; tenth++)); do
        url=$(sed -n 's,.*listens on \(http://[0-9.:]*\).*,\1,p' "$output")
        if [ -n "$url" ]; then return; fi
        is_running || break
        sleep 0.1
    done
    cat "$log"
    echo "contract: the server did not start"
    exit 1
}

# Stops the server, which must still be running, must exit with status 0, and must not have logged errors.
stop_server() {
    local tenth status=0
    if is_running; then
        kill -TERM "$server"
        for ((tenth = 0; tenth < stop_tenths; tenth++)); do
            is_running || break
            sleep 0.1
        done
        if is_running; then
            complain "$1: the server did not stop"
            kill -KILL "$server"
        fi
    else
        complain "$1: the server was not alive at the end"
    fi
    wait "$server" || status=$?
    server=
    [ "$status" -eq 0 ] || complain "$1: the server ended with status $status"
    if [ -s "$log" ]; then
        cat "$log"
        complain "$1: the server had something to complain of"
    fi
}

# Runs one phase of schemathesis in an access; the further arguments bound the number of requests.
try_phase() {
    local access=$1 phase=$2 status=0
    local -a document
    shift 2
    start_server "$access" "$phase"
    document=("$url/openapi.yaml")
    if [ "$access" = session ]; then
        document=("$root/docs/openapi/session.yaml" --url "$url")
        export CONTRACT_URL=$url CONTRACT_PASSWORD=$sample_password
    fi
    PYTHONPATH=$here "$work/venv/bin/python" "$here/sample_data.py" "$url" "$access" >"$work/ids-$access"
    read -r CONTRACT_INVITE CONTRACT_PICTURE <"$work/ids-$access"
    export CONTRACT_INVITE CONTRACT_PICTURE
    timeout "$((deadline > SECONDS ? deadline - SECONDS : 1))" "$work/venv/bin/schemathesis" --config-file "$here/schemathesis.toml" \
        run "${document[@]}" --phases "$phase" --checks all --mode all --seed "$seed" --generation-database none \
        --request-timeout 10 --continue-on-failure --no-color \
        --report json --report-json-path "$reports/$access-$phase.json" "$@" >"$work/$access-$phase.log" 2>&1 || status=$?
    # Its output is useful only if it found something.
    if [ "$status" -ne 0 ]; then cat "$work/$access-$phase.log"; fi
    stop_server "$access $phase"
}

# Debian has it in a separate package.
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-venv
fi
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"

mkdir -p "$reports"
rm -f "$reports"/{open,session}-*.json
export SCHEMATHESIS_HOOKS=$here/hooks.py
# Python writes no compiled hooks beside them, and schemathesis writes its files into the temporary folder.
export PYTHONDONTWRITEBYTECODE=1
cd "$work"

"$exchanges" >"$work/exchanges.json"
"$work/venv/bin/python" "$here/documents.py" "$root/docs/openapi" "$root/Tests/Recordings" "$work/exchanges.json" ||
    complain "the documents, the recordings and ChatREST differ"

try_open() {
    try_phase open examples
    try_phase open coverage
    try_phase open fuzzing --max-examples 200
    try_phase open stateful --max-examples 300
}

# session.yaml has no links from one operation to another, so there is no stateful phase.
try_session() {
    try_phase session examples
    try_phase session coverage
    try_phase session fuzzing --max-examples 200
}

# Runs the phases of an access in a shell of their own, which says how many problems there were.
begin_access() {
    (
        problems=0
        trap kill_server EXIT
        trap 'exit 130' INT TERM
        "try_$1"
        echo "$problems" >"$work/problems-$1"
    ) >"$work/said-$1" 2>&1 &
    accesses+=($!)
}

begin_access open
begin_access session
for access in open session; do
    wait "${accesses[0]}" || complain "$access: the phases came to no end"
    accesses=("${accesses[@]:1}")
    cat "$work/said-$access"
    problems=$((problems + $(cat "$work/problems-$access" 2>/dev/null || echo 0)))
done

"$work/venv/bin/python" "$here/summary.py" "$reports" "$problems"
