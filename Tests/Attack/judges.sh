#!/usr/bin/env bash
# Runs wapiti, sqlmap, testssl.sh and slowhttptest against the given binary with production settings, on loopback only.
#
#   Tests/Attack/judges.sh BINARY [FOLDER]
#
# Their output is stored in FOLDER, or in a new temporary folder.
set -euo pipefail

binary=$(realpath "${1:?usage: judges.sh BINARY [FOLDER]}")
folder=${2:-$(mktemp -d -t engawa-judges-XXXXXX)}
here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
missing=()
for package in python3 openssl wapiti sqlmap testssl.sh slowhttptest; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
exec python3 -B "$here/judges.py" "$binary" "$folder"
