#!/usr/bin/env bash
# Measures the given binary next to other servers, on loopback, and writes one table and one JSON file.
#
# BENCH_SECONDS=1 shortens each run; BENCH_ONLY="warm send" selects workloads: start warm cold send streams edits watchers history people shared files.
set -euo pipefail

binary=$(realpath "${1:?usage: bench.sh BINARY}")
here=$(cd "$(dirname "$0")" && pwd)
tools="$here/../.build/bench"
mkdir -p "$tools"

# The load generator, and the servers to compare with. Node must be version 18 or later.
declare -A packages=([wrk]=wrk [nginx]=nginx-light [node]=nodejs [python3]=python3)
missing=()
for command in "${!packages[@]}"; do
    command -v "$command" >/dev/null || missing+=("${packages[$command]}")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "installing ${missing[*]}"
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

for tool in bare send streams; do
    clang -O2 -Wall -Wextra -Wno-sign-compare "$here/$tool.c" -o "$tools/$tool" -lmicrohttpd
done

# Each stream needs one descriptor in the server and one in the client.
ulimit -n "$(ulimit -Hn)"
exec python3 -B "$here/bench.py" "$binary" "$tools" "$tools/result.json"
