#!/usr/bin/env bash
# Runs the browser tests: installs Chromium, fonts and Python packages if they are missing, then runs pytest. The files
# of tests are shared out among one process more than there are cores, because tests often wait; tests about time follow
# one after the other. With `-n 0` all do.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
missing=()
for package in chromium chromium-headless-shell fonts-dejavu-core fonts-dejavu-extra fonts-noto-cjk fonts-noto-color-emoji libfaketime libheif-examples python3-venv; do
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

none=5 found=false failed=0
run() {
    local status=0
    "$environment/bin/pytest" -p no:cacheprovider -q "$@" "$here" || status=$?
    # Of the arguments of this script, a run may have no tests.
    if [ "$status" != "$none" ]; then found=true; fi
    if [ "$status" != 0 ] && [ "$status" != "$none" ]; then failed=$status; fi
}
# Times, which depend on what else the machine does.
if [ "${1:-}" = --figures ]; then
    run -m figure
    exit "$failed"
fi
run -m "not alone and not figure" -n $(($(nproc) + 1)) --dist loadgroup "$@"
run -m alone "$@"
$found || failed=$none
exit "$failed"
