"""Checks the documentation of the package for apps: `docc` must find nothing to warn of, and the code in the articles
has to compile."""

import json
import re
import subprocess
import urllib.parse

# A comment may describe some parameters, and leave out those whose names say it all.
PARTLY_DESCRIBED = re.compile(r"Parameter '\w+' is missing documentation$")

# What the code in the articles finds there, beside what it declares itself.
CONTEXT = """
private func article{number}(
    backend: BaseURL, transport: URLSessionTransport, repositories: Repositories, user: User,
    conversation: ConversationID, sessions: SessionManager<PasswordAuthentication>
) async throws {{
{code}
}}
"""
CODE = re.compile(r"^```swift\n(.*?)^```$", re.M | re.S)


def warnings(target, graphs, output):
    """What `docc` says of a module: its catalogue, and the comments of its declarations."""
    catalogue = list(target["path"].glob("*.docc"))
    file = output.with_suffix(".diagnostics")
    done = subprocess.run(
        ["docc", "convert", *catalogue, "--additional-symbol-graph-dir", graphs, "--output-path", output,
         "--fallback-display-name", target["name"], "--fallback-bundle-identifier", target["name"],
         "--diagnostics-file", file], capture_output=True, text=True)
    if done.returncode != 0 or not file.exists():
        return [f"{target['name']}: {done.stdout}{done.stderr}"]
    found = json.loads(file.read_text())["diagnostics"]
    return [f"{urllib.parse.unquote(d.get('source', target['name']))}: {d['summary']}" for d in found
            if not PARTLY_DESCRIBED.match(d["summary"])]


def article_errors(target, modules, folder):
    """What the compiler says of the code in a module's articles, and how many pieces of code there are."""
    imports, bodies = set(), []
    for article in sorted(target["path"].glob("*.docc/*.md")):
        for code in CODE.findall(article.read_text()):
            lines = code.splitlines()
            imports.update(line for line in lines if line.startswith("import "))
            body = "\n".join(line for line in lines if not line.startswith("import "))
            bodies.append(f"// {article.name}\n" + CONTEXT.format(number=len(bodies), code=body))
    if not bodies:
        return [], 0
    file = folder / f"{target['name']}Articles.swift"
    file.write_text("\n".join(sorted(imports) + bodies))
    done = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", modules, file],
        capture_output=True, text=True)
    return ([done.stderr] if done.returncode != 0 or "warning:" in done.stderr else []), len(bodies)
