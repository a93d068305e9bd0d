#!/usr/bin/env bash
# Writes what an image is made of into FOLDER: NOTICE, the licences of the program and of all that it is linked with, and
# sbom.spdx.json, all packages of the image with their versions (SPDX 2.3). Debian only.
# `notices.sh PROGRAM LICENCE SWIFT_LICENCE FOLDER`.
set -euo pipefail
readonly program=$1 licence=$2 swift_licence=$3 folder=$4
version=$("$program" --version)
readonly version=${version#engawa }

# What libmagic reads when it is used.
readonly file_types=/usr/lib/file/magic.mgc
# The program that the site runs for pictures of phones.
readonly converter=/usr/bin/heif-convert

# The packages of the shared libraries that both programs load, of what they read, and of the second, one a line.
linked() {
    # dpkg knows files below /usr by their place before /lib and /usr/lib became one.
    { ldd "$program" "$converter" | awk '$2 == "=>" { print $3 }'; echo "$file_types"; echo "$converter"; } | while read -r file; do
        file=$(realpath "$file")
        { dpkg-query -S "$file" || dpkg-query -S "${file#/usr}"; } 2>/dev/null | cut -d: -f1
    done | sort -u
}

notice() {
    echo "Engawa $version, and what it is linked with."
    part "Engawa $version" "$licence"
    part "the Swift runtime and standard library (swift.org)" "$swift_licence"
    local package
    for package in "${packages[@]}"; do
        # shellcheck disable=SC2016 # dpkg's own variables
        part "$(dpkg-query -W -f '${Package} ${Version} (Debian)' "$package")" "/usr/share/doc/$package/copyright"
    done
}

# part NAME FILE
part() { printf '\n\n%s\n%s\n\n' "$1" "${1//?/=}"; cat "$2"; }

# A package of the document: NAME VERSION PURL. Names and versions of Debian have no character that JSON escapes.
element() {
    printf '{"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", ' "${1//[^A-Za-z0-9.-]/-}" "$1" "$2"
    printf '"downloadLocation": "NOASSERTION", "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", '
    printf '"referenceType": "purl", "referenceLocator": "%s"}]}' "$3"
}

# What a package URL escapes of a version (purl-spec).
escaped() { sed 's/%/%25/g; s/+/%2B/g; s/:/%3A/g; s/~/%7E/g' <<<"$1"; }

sbom() {
    local time name of architecture
    time=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%dT%H:%M:%SZ)
    printf '{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "engawa-%s", ' \
        "$version"
    printf '"documentNamespace": "https://spdx.org/spdxdocs/engawa-%s-%s", ' "$(escaped "$version")" \
        "$(cat /proc/sys/kernel/random/uuid)"
    printf '"creationInfo": {"created": "%s", "creators": ["Tool: engawa-notices"]}, "packages": [\n' "$time"
    element engawa "$version" "pkg:generic/engawa@$(escaped "$version")"
    # shellcheck disable=SC2016 # dpkg's own variables
    dpkg-query -W -f '${Package} ${Version} ${Architecture}\n' | while read -r name of architecture; do
        printf ',\n'
        element "$name" "$of" "pkg:deb/debian/$(escaped "$name")@$(escaped "$of")?arch=$architecture"
    done
    printf '\n]}\n'
}

mapfile -t packages < <(linked)
[ "${#packages[@]}" -gt 0 ] || { echo "no package of a library of $program is known" >&2; exit 1; }
mkdir -p "$folder"
notice >"$folder/NOTICE"
sbom >"$folder/sbom.spdx.json"
