#!/usr/bin/env bash
# `swift build` with these arguments, of a program that knows its commit. The commit is in a source file that is there
# during this build only, so that no other build names a commit that it is not made of.
set -euo pipefail
cd "$(dirname "$0")/.."
kept=.build/commit.swift
placed=Sources/engawa/BuildCommit+Built.swift

commit=$(Release/commit.sh)
mkdir -p .build
trap 'if [ -f "$placed" ]; then mv "$placed" "$kept"; fi' EXIT
if [ -n "$commit" ]; then
    line="extension BuildCommit { static let commit: String? = \"$commit\" }"
    # Unchanged, it is moved instead of written: nothing is compiled again.
    [ "$(cat "$kept" 2>/dev/null)" = "$line" ] || echo "$line" >"$kept"
    mv "$kept" "$placed"
fi
swift build "$@"
