#!/usr/bin/env bash
# Runs the browser tests: installs Chromium, fonts and Python packages if they are missing, then runs pytest.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
missing=()
for package in chromium fonts-noto-cjk fonts-noto-color-emoji python3-venv; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT
/usr/bin/python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
"$environment/bin/pytest" -p no:cacheprovider -q "$here" "$@"
