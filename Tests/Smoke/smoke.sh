#!/usr/bin/env bash
# Starts the given binary like an operator, uses it like a browser, and stops it like a container engine.
set -euo pipefail

binary=$(realpath "${1:?usage: smoke.sh BINARY}")
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
port=$((20000 + RANDOM % 10000))
site="http://127.0.0.1:$port"
passed=0
pids=()

cleanup() {
    for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap cleanup EXIT

pass() { passed=$((passed + 1)); echo "ok: $1"; }
fail() { echo "FAILED: $1"; cat "$work"/*.log; echo "smoke: $passed passed, 1 failed"; exit 1; }
check() { local what=$1; shift; if "$@"; then pass "$what"; else fail "$what"; fi; }

milliseconds() { date +%s%3N; }

# start NAME ARGUMENT...: starts the binary, and sets pid.
start() {
    local name=$1
    shift
    "$binary" "$@" >"$work/$name.out.log" 2>"$work/$name.err.log" &
    pid=$!
    pids+=("$pid")
}

# wait_for URL: waits until it responds, and sets waited to the milliseconds that it took.
wait_for() {
    local begin
    begin=$(milliseconds)
    for _ in $(seq 1 500); do
        if curl -fs -o /dev/null "$1"; then
            waited=$(($(milliseconds) - begin))
            return 0
        fi
        sleep 0.01
    done
    return 1
}

# ask ARGUMENT...: curl with the session cookies and this site's origin.
ask() { curl -s -b "$work/cookies" -c "$work/cookies" -H "Origin: $site" "$@"; }

# shows URL GREP-ARGUMENT...: whether the page matches. It is read completely first: curl empties the cookie file for a
# moment when it exits, and the next call would find no cookies.
shows() {
    ask -o "$work/page" "$1" && shift && grep -q "$@" "$work/page"
}

status() { ask -o /dev/null -w '%{http_code}' "$@"; }

# stop NAME: sends SIGTERM; the process must exit within 5 s with status 0.
stop() {
    local begin code=0
    begin=$(milliseconds)
    kill -TERM "$pid"
    wait "$pid" || code=$?
    local took=$(($(milliseconds) - begin))
    check "$1 stops on SIGTERM within 5 s, with status 0 (it took $took ms)" test "$code" = 0 -a "$took" -lt 5000
}

use_site() {
    local thread="$site/conversations/550e8400-e29b-41d4-a716-446655450001" text
    text="smoke $RANDOM 縁側"
    check "the home page redirects to sign-in" test "$(curl -s -o /dev/null -w '%{redirect_url}' "$site/")" = "$site/sign-in"
    check "alice signs in" test "$(status -d user=alice "$site/sign-in")" = 303
    check "her conversations are listed" shows "$site/conversations" 'class="conversation"'
    check "a thread is shown" shows "$thread" 'class="bubble"'
    check "a message is sent" test "$(status --data-urlencode "text=$text" "$thread/messages")" = 303
    check "and shown on the page" shows "$thread" -F "$text"
    check "she signs out" test "$(status -X POST "$site/sign-out")" = 303
    check "and has no access any more" test "$(status "$site/conversations")" = 303
}

cd "$here"
commit=$(Release/commit.sh)
check "--version prints the version and the commit" \
    grep -qxE "engawa [0-9]+\.[0-9]+\.[0-9]+${commit:+\+$commit}" <("$binary" --version)
check "--help lists the settings" grep -q ENGAWA_LISTEN <("$binary" --help)
if "$binary" serve --listen nonsense 2>"$work/refused.log"; then fail "a wrong setting is refused"; fi
check "an invalid setting is refused, with its name" grep -q -- '--listen: "nonsense"' "$work/refused.log"

start embedded serve --listen "127.0.0.1:$port" --data "$work/data" --mode development
check "the site is ready" wait_for "$site/readyz"
echo "ready after $waited ms"
sleep 1
resident=$(awk '/^VmRSS:/ { print $2 }' "/proc/$pid/status")
echo "idle memory: $resident kB"
check "the address was announced" grep -q "$port" "$work/embedded.out.log"
use_site
check "the health check agrees" "$binary" healthcheck --listen "127.0.0.1:$port"
stop "the site"

backend_port=$((port + 1))
start backend backend --listen "127.0.0.1:$backend_port" --data "$work/backend" --sample-world on
backend_pid=$pid
check "the backend alone is ready" wait_for "http://127.0.0.1:$backend_port/health"
check "it serves its OpenAPI document" grep -q '^openapi: 3.1' <(curl -s "http://127.0.0.1:$backend_port/openapi.yaml")
start remote serve --sign-in user-id --listen "127.0.0.1:$port" --data "$work/remote" --backend "http://127.0.0.1:$backend_port"
rm -f "$work/cookies"
check "a site in front of it is ready" wait_for "$site/readyz"
use_site
check "its responses can be recorded" "$binary" record --backend "http://127.0.0.1:$backend_port" --out "$work/recorded"
check "and were" test -s "$work/recorded/exchanges.json"
stop "the site in front"
pid=$backend_pid
stop "the backend"

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
start tls serve --listen "127.0.0.1:$port" --data "$work/tls" --mode development \
    --tls-certificate "$work/certificate.pem" --tls-key "$work/key.pem"
secure=(--cacert "$work/certificate.pem" --resolve "localhost:$port:127.0.0.1")
sleep 0.5
check "it speaks TLS" test "$(curl -s "${secure[@]}" "https://localhost:$port/healthz")" = alive
check "and its session cookie is Secure" grep -q '__Host-session=.*Secure' <(
    curl -si "${secure[@]}" -H "Origin: https://localhost:$port" -d user=alice "https://localhost:$port/sign-in")
stop "the site with TLS"

echo "smoke: $passed passed, 0 failed"
