#!/usr/bin/env bash
# Prints the commit of this folder: 12 hexadecimal digits, with ".modified" where files differ from it. Prints COMMIT
# where that is set, as in the build of an image, which has no repository; and nothing where there is neither.
set -euo pipefail
cd "$(dirname "$0")/.."

commit=${COMMIT:-}
# The folder may be unpacked inside of the repository of something else.
if [ -z "$commit" ] && [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
    commit=$(git describe --always --abbrev=12 --exclude='*' --dirty=.modified 2>/dev/null || true)
fi
[ -n "$commit" ] || exit 0
if ! grep -qxE '[0-9a-f]{7,64}(\.modified)?' <<<"$commit"; then
    echo "COMMIT is not a commit: 7 to 64 hexadecimal digits" >&2
    exit 1
fi
sed -E 's/^([0-9a-f]{12})[0-9a-f]*/\1/' <<<"$commit"
