"""Checks that the package engawa-chat can be built for the Apple platforms that its manifest names, as far as Linux can.

    python3 -B Tests/ApplePlatforms/check.py

The modules of Swift's toolchain for Linux say for each declaration since when Apple's platforms have it. So every
declaration that the package refers to is compared with the versions in the manifest. Imports are compared with a list.

The documentation is checked too: see documentation.py.

It can't see: code for Apple's platforms only (`#if canImport(Darwin)` and the like, the overlays of Foundation there);
features of the language that need a newer runtime without a declaration of one; differences of behaviour.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import documentation

PACKAGE = Path(__file__).parents[2] / "engawa-chat"
# The toolchain's modules that may be imported anywhere, and those that may where `canImport` says that they are there.
EVERYWHERE = {"Dispatch"}
# The target for apps only, which needs all of Foundation. The others are in the gateway too, which must not link it.
WITH_FOUNDATION = "URLSessionTransport"
WHERE_THERE = {"Darwin", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl"}
# The modules whose declarations have versions.
GRAPHS = ["Swift", "_Concurrency", "_StringProcessing", "FoundationEssentials", "FoundationNetworking"]
IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(\w+)")
# Where the compiler takes an older declaration of the same meaning if the platform is older.
REPLACED = {
    "FixedWidthInteger.&*(_:_:)": "the protocol's extension has it too",
    "TaskGroup.Iterator.next(isolation:)": "`for await` takes `next()`",
    "ThrowingTaskGroup.Iterator.next(isolation:)": "`for try await` takes `next()`",
}
# How the manifest's platforms are called in the attributes of declarations.
DOMAINS = {"ios": "iOS", "macos": "macOS"}


def run(*command):
    """The standard output and error of a command, which has to succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))[:300]}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout, done.stderr


def version(text):
    """`16.4` as (16, 4)."""
    numbers = [int(part) for part in text.split(".")]
    return (numbers + [0, 0])[0:2] if len(numbers) < 2 else numbers[0:2]


def ordered(targets):
    """The targets, each behind those that it imports."""
    waiting, done = {target["name"]: target for target in targets}, []
    while waiting:
        ready = [t for t in waiting.values() if not waiting.keys() & set(t.get("target_dependencies", []))]
        for target in ready:
            done.append(waiting.pop(target["name"]))
    return done


def wrong_imports(file, allowed):
    """What the file imports and may not."""
    depth_of_conditions = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("#if"):
            depth_of_conditions.append("canImport(" in stripped)
        elif stripped.startswith("#endif"):
            depth_of_conditions.pop()
        found = IMPORT.match(line)
        if not found or found[1] in allowed | EVERYWHERE:
            continue
        if found[1] not in WHERE_THERE:
            yield f"{file}:{number}: imports {found[1]}"
        elif not any(depth_of_conditions):
            yield f"{file}:{number}: imports {found[1]} without asking whether it can"


def newer_declarations(folder, oldest):
    """The declarations of the toolchain that are newer than the oldest platforms: their USRs, with name and version."""
    info = json.loads(run("swiftc", "-print-target-info")[0])
    triple = info["target"]["triple"]
    found = {}
    for module in GRAPHS:
        run("swift", "symbolgraph-extract", "-module-name", module, "-target", triple, "-output-dir", folder)
    for graph in folder.glob("*.symbols.json"):
        for symbol in json.loads(graph.read_text())["symbols"]:
            for availability in symbol.get("availability", []):
                domain, since = availability.get("domain"), availability.get("introduced")
                if availability.get("isUnconditionallyUnavailable") and domain in oldest:
                    found[symbol["identifier"]["precise"]] = ".".join(symbol["pathComponents"]), f"not on {domain}"
                elif domain in oldest and since:
                    at = [since.get("major", 0), since.get("minor", 0)]
                    if at > oldest[domain]:
                        name = ".".join(symbol["pathComponents"])
                        found[symbol["identifier"]["precise"]] = name, f"{domain} {at[0]}.{at[1]}"
    return found


def references(target, modules, symbols):
    """The USRs that a target's files refer to, each with the files; builds the module for those that import it, and
    writes its declarations to the folder `symbols`, for the documentation."""
    files = [Path(target["path"]) / source for source in target["sources"]]
    flags = ["-swift-version", "6", "-package-name", "check", "-module-name", target["name"], "-I", modules]
    for feature in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
                    "NonisolatedNonsendingByDefault"):
        flags += ["-enable-upcoming-feature", feature]
    output = modules / f"{target['name']}.swiftmodule"
    symbols.mkdir(parents=True)
    run("swiftc", "-emit-module", "-parse-as-library", "-o", output, "-emit-symbol-graph", "-emit-symbol-graph-dir",
        symbols, "-symbol-graph-minimum-access-level", "public", "-symbol-graph-skip-inherited-docs", *flags, *files)
    _, syntax = run("swiftc", "-dump-ast", "-dump-ast-format", "json", "-parse-as-library", *flags, *files)
    found = {}
    # The files' trees follow each other; the text in front of the first one is warnings.
    for tree in syntax.split('{"_kind":"source_file"')[1:]:
        name = re.search(r'"filename":"([^"]*)"', tree)[1]
        for usr in set(re.findall(r'"(s:[^"]+|c:[^"]+)"', tree)):
            found.setdefault(usr, set()).add(name)
    return found


def main():
    described = json.loads(run("swift", "package", "--package-path", PACKAGE, "describe", "--type", "json")[0])
    oldest = {DOMAINS[p["name"]]: version(p["version"]) for p in described["platforms"]}
    targets = ordered([target for target in described["targets"] if target["type"] == "library"])
    problems, seen, pieces = [], 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        graphs, modules = Path(temporary, "graphs"), Path(temporary, "modules")
        archives = Path(temporary, "archives")
        for folder in (graphs, modules, archives):
            folder.mkdir()
        newer = newer_declarations(graphs, oldest)
        for target in targets:
            target["path"] = PACKAGE / target["path"]
            for source in target["sources"]:
                allowed = set(target.get("target_dependencies", []))
                if target["name"] == WITH_FOUNDATION:
                    allowed.add("Foundation")
                problems += wrong_imports(target["path"] / source, allowed)
            symbols = Path(temporary, "symbols", target["name"])
            for usr, files in references(target, modules, symbols).items():
                seen += 1
                if usr in newer and newer[usr][0] not in REPLACED:
                    name, since = newer[usr]
                    problems += [f"{file}: {name} is there since {since}" for file in sorted(files)]
            problems += documentation.warnings(target, symbols, archives / target["name"])
        for target in targets:
            errors, count = documentation.article_errors(target, modules, Path(temporary))
            problems += errors
            pieces += count
    for problem in problems:
        print(problem)
    oldest_platforms = ", ".join(f"{name} {at[0]}.{at[1]}" for name, at in sorted(oldest.items()))
    print(f"{seen} declarations are used in {len(targets)} modules; {len(newer)} of the toolchain are newer than "
          f"{oldest_platforms}; {pieces} pieces of code in articles; {len(problems)} problems")
    if seen < 100 or len(newer) < 100 or pieces == 0:
        sys.exit("the toolchain's modules or the sources could not be read")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
