#!/usr/bin/env bash
# Tries a hundred times at once what is good for one, at three gateways over one PostgreSQL database; then runs random
# histories of people before such gateways, and checks each. On loopback only.
#
#   Tests/Histories/histories.sh BINARY [SEEDS]
#
# Needs Python 3.11 or newer and PostgreSQL 15, and installs the Debian packages that are missing.
set -euo pipefail

binary=$(realpath "${1:?usage: histories.sh BINARY [SEEDS]}")
shift
here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
missing=()
for package in python3 postgresql util-linux; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    $sudo apt-get update -qq
    # Debian would start a service, except in run level 1.
    $sudo env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" \
        >/dev/null
fi
status=0
python3 -B "$here/tries.py" "$binary" || status=$?
python3 -B "$here/histories.py" "$binary" "$@" || status=$?
exit "$status"
