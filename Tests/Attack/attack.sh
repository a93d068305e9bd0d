#!/usr/bin/env bash
# Attacks the given binary like an attacker on the network, on loopback only.
#
#   Tests/Attack/attack.sh BINARY [--short] [--only NAME,…]
#
# Needs Python 3.11 or newer, and nothing from PyPI. ATTACK_SECONDS is the total time of the fuzzer (1800, or 60 with
# --short), ATTACK_SEED its random seed.
set -euo pipefail

binary=$(realpath "${1:?usage: attack.sh BINARY [--short] [--only NAME,…]}")
shift
here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
missing=()
for package in python3 openssl util-linux nginx haproxy caddy slowhttptest; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    $sudo apt-get update -qq
    # Debian would start the proxies as services, except in run level 1.
    $sudo env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
exec python3 -B "$here/attack.py" "$binary" "$@"
