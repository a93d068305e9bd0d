#!/usr/bin/env bash
# Signs in at real providers with the site's own relying party: glewlwyd from Debian, Canaille from PyPI. Also tests
# the stand-in for Supabase with Supabase's own client, and signs in with passwords at Better Auth, in
# its port to Python.
#
#   Tests/Providers/providers.sh FOLDER PROGRAM
#
# FOLDER contains the programs relying-party, supabase-stand and password-authority of Package.swift. Both providers run
# on loopback with temporary databases. A real Chromium signs in to PROGRAM, the site, at both. Needs Python 3.11 or
# newer with venv, and PyPI.
set -euo pipefail

programs=$(realpath "${1:?usage: providers.sh FOLDER PROGRAM}")
site=$(realpath "${2:?usage: providers.sh FOLDER PROGRAM}")
here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

if ! is_installed glewlwyd || ! is_installed sqlite3; then
    $sudo apt-get update -qq
    # The package must not create a database: the script creates one.
    printf '%s\n' 'glewlwyd glewlwyd/config_type select No configuration' \
        'glewlwyd glewlwyd/dbconfig-install boolean false' | $sudo debconf-set-selections
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        glewlwyd dbconfig-no-thanks sqlite3
fi

missing=()
for package in chromium python3-venv; do is_installed "$package" || missing+=("$package"); done
if [ "${#missing[@]}" -gt 0 ]; then
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT
/usr/bin/python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
export PYTHONDONTWRITEBYTECODE=1
"$environment/bin/python" "$here/supabase_stand.py" "$programs/supabase-stand"
"$environment/bin/python" "$here/better_auth_server.py" "$programs/password-authority"
"$environment/bin/python" "$here/better_auth_site.py" "$site"
"$environment/bin/python" "$here/providers.py" "$programs/relying-party" "$environment/bin/canaille"
"$environment/bin/python" "$here/chromium.py" "$site" "$environment/bin/canaille"
