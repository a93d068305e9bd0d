#!/usr/bin/env bash
# Makes a release of what is committed: writes the version into Version.swift, gives the section "Unreleased" of
# CHANGELOG.md the version and its date, commits both, and prints how the release is tagged and published.
# `release.sh VERSION`; without VERSION it is the one in Version.swift.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly source=Sources/engawa/Version.swift changelog=CHANGELOG.md

refuse() { echo "no release: $1" >&2; exit 1; }
# The versions that the changelog describes, the newest first.
described() { sed -nE 's/^## ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p' "$changelog"; }
unreleased() { awk '/^## / { isIn = ($0 == "## Unreleased"); next } isIn && NF' "$changelog"; }

version=${1:-$(sed -nE 's/.*static let number = "([^"]*)".*/\1/p' "$source")}
grep -qxE '(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}' <<<"$version" ||
    refuse "\"$version\" is no version as 1.2.3 (https://semver.org)"
[ -z "$(git status --porcelain --untracked-files=no)" ] || refuse "there are changes that are not committed"
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || refuse "the tag v$version exists"
newest=$(described | head -n 1)
if [ -n "$newest" ] && [ "$(printf '%s\n' "$newest" "$version" | sort -V | tail -n 1)" = "$newest" ]; then
    refuse "$version is not newer than $newest, which $changelog describes"
fi
[ -n "$(unreleased)" ] || refuse "$changelog has no section \"## Unreleased\" that says what is new"

trap 'git checkout --quiet HEAD -- "$source" "$changelog"' ERR
sed -i -E "s/(static let number = )\"[^\"]*\"/\1\"$version\"/" "$source"
sed -i "s/^## Unreleased\$/## $version - $(date -u +%F)/" "$changelog"
git commit --quiet --message "Release $version" -- "$source" "$changelog"
trap - ERR

commit=$(git rev-parse HEAD)
cat <<END
Version $version is committed as $commit. When .ci/run has passed for it:

    git tag --annotate v$version --message "Engawa $version" $commit
    git push origin HEAD v$version
    make build
    docker build --build-arg COMMIT=$commit --tag engawa:$version .

What comes next is described in a new section "## Unreleased" of $changelog.
END
