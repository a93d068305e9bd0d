#!/bin/sh
# Writes Link/order.txt: the functions that a start uses, the first one too, then those that a few pages use, for the
# linker to put side by side.
#
# The system maps a program's code in pieces of 64 kB, as far as it is used. Scattered over all of it, the functions that
# an idle process has used took 6 MB; together they take less than half. Names that are no more do no harm.
# Needs valgrind and curl, and a release build with its symbols: Link/order.sh [BINARY]
set -eu
LC_ALL=C
export LC_ALL

root=$(cd "$(dirname "$0")/.." && pwd)
binary=${1:-$root/.build/release/engawa}
work=$(mktemp -d)
site=http://127.0.0.1:${ORDER_PORT:-28431}
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT

# used NAME DATA SAMPLE COMMAND…: starts the site, runs the command, stops it, and writes the names of the functions that
# ran.
used() {
    name=$1 data=$2 sample=$3
    shift 3
    valgrind --tool=callgrind --demangle=no --callgrind-out-file="$work/profile" \
        "$binary" serve --sign-in user-id --listen "${site#http://}" --data "$work/$data" --sample-world "$sample" --assets "$root/Public" \
        >"$work/log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        curl -sf -o "$work/page" "$site/healthz" && break
        kill -0 "$server" || { cat "$work/log"; exit 1; }
        sleep 0.2
    done
    "$@"
    kill "$server"
    wait "$server" || true
    server=
    # Callgrind names each function once, and marks recursion with an apostrophe and a number.
    sed -n "s/^c\{0,1\}fn=([0-9]*) //p" "$work/profile" | sed "s/'[0-9]*\$//" | sort -u |
        comm -12 - "$work/known" >"$work/$name"
}

pages() {
    cookie=$(curl -s -o "$work/page" -D - -H "Origin: $site" -d user=alice "$site/sign-in" |
        sed -n 's/^set-cookie: \([^;]*\).*/\1/pI')
    for path in /sign-in /conversations /conversations/550e8400-e29b-41d4-a716-446655450001 /profile; do
        curl -sf -o "$work/page" -H "Cookie: $cookie" "$site$path"
    done
}

nm "$binary" | awk 'NF == 3 { print $3 }' | sort -u >"$work/known"
used first empty off true
used again empty off true
sort -u "$work/first" "$work/again" >"$work/start"
# The sample world is made by the first start alone.
used sample full on true
used pages full on pages
{
    cat "$work/start"
    sort -u "$work/pages" "$work/sample" | comm -13 "$work/start" -
} >"$root/Link/order.txt"
wc -l "$root/Link/order.txt"
