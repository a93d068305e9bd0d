#!/usr/bin/env bash
# Damages what the given binary stands on, and checks that nothing acknowledged is lost. On loopback only.
#
#   Tests/Faults/faults.sh BINARY [--short] [--only NAME,…]
#
# Needs Python 3.11 or newer. Cases that mount a small disk need root, and say so where they are skipped.
set -euo pipefail

binary=$(realpath "${1:?usage: faults.sh BINARY [--short] [--only NAME,…]}")
shift
here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
missing=()
for package in python3 python3-swift strace libfaketime util-linux; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
exec env PYTHONPATH="$here/../Attack" python3 -B "$here/faults.py" "$binary" "$@"
