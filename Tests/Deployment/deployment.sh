#!/usr/bin/env bash
# Checks the files of deploy/ with the programs that read them: systemd, nginx, Caddy and Prometheus. Loopback only.
#
#   Tests/Deployment/deployment.sh BINARY
set -euo pipefail

binary=$(realpath "${1:?usage: deployment.sh BINARY}")
here=$(cd "$(dirname "$0")" && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
missing=()
for package in curl openssl systemd strace util-linux nginx caddy postgresql python3 python3-yaml; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    $sudo apt-get update -qq
    # Debian would start the proxies as services, except in run level 1.
    $sudo env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# promtool is one static program of Debian's package, which would bring a web interface and a service with it.
if command -v promtool >/dev/null; then
    ln -s "$(command -v promtool)" "$work/promtool"
else
    $sudo apt-get update -qq
    (cd "$work" && apt-get download -qq -o APT::Sandbox::User=root prometheus)
    dpkg-deb -x "$work"/prometheus_*.deb "$work/prometheus"
    ln -s "$work/prometheus/usr/bin/promtool" "$work/promtool"
fi
# Debian's Python, which has the package for YAML.
/usr/bin/python3 -B "$here/deployment.py" "$binary" "$work"
