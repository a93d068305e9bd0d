"""Runs wapiti, sqlmap, testssl.sh and slowhttptest against a site with production settings, and stores their output.

    judges.py BINARY FOLDER [--only NAME,…]

They are other people's judgement, and read by a person: what they report is no failure here, unless the site ends.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from clients import Client
from support import HOST, Run
from tls import certificate

# The timeout of each program, in seconds.
JUDGE_SECONDS = 600
CRAWL_MINUTES = 3


def wapiti(*flags):
    """Version 3.0.4 can't exclude URLs (`-x` fails with Python 3.11). So the signed-in run sends no `Origin`,
    so that it changes nothing and is not signed out; forms are tested without a session."""
    def command(site, person, folder):
        url = f"http://localhost:{site.port}/"
        headers = ["--header", f"Cookie: {person.cookie_header()}"] if "signed-in" in flags else [
            "--header", f"Origin: {person.origin}"]
        return ["wapiti", "-u", url, "-s", url + "conversations", "-s", url + "search?q=a", "-s", url + "sign-in", *headers,
                "--scope", "folder", "--flush-session", "--store-session", str(folder), "--max-scan-time",
                str(60 * CRAWL_MINUTES), "--max-attack-time", "60", "--no-bugreport", "-m", "all", "-f", "txt", "-o",
                str(folder / "wapiti.txt")]
    return command


def sqlmap(site, person, folder):
    url = f"http://localhost:{site.port}"
    requests = folder / "targets.txt"
    requests.write_text("\n".join(f"{url}{path}" for path in (
        "/search?q=a", "/sign-in?return=/profile", "/conversations?before=1", "/users/1")))
    return ["sqlmap", "-m", str(requests), "--batch", "--cookie", person.cookie_header(), "--headers", f"Origin: {person.origin}",
            "--level", "3", "--risk", "2", "--dbms", "sqlite", "--technique", "BEU", "--ignore-code", "*", "--threads", "2",
            "--disable-coloring", "--output-dir", str(folder)]


def sqlmap_forms(site, person, folder):
    return ["sqlmap", "-u", f"http://localhost:{site.port}/sign-in", "--data", "method=password&user=a&password=b&stay=on", "--batch",
            "--headers", f"Origin: {person.origin}", "--level", "3", "--risk", "2", "--dbms", "sqlite", "--technique", "BEU",
            "--ignore-code", "*", "--disable-coloring", "--output-dir", str(folder)]


def testssl(site, person, folder):
    return ["testssl", "--quiet", "--color", "0", "--warnings", "off", "--ip", HOST, f"localhost:{site.port}"]


def slowhttptest(*flags):
    def command(site, person, folder):
        return ["slowhttptest", "-c", "4000", "-r", "500", "-l", "60", *flags, "-u", f"http://{HOST}:{site.port}/sign-in"]
    return command


# Each with its name, its command, and whether it needs TLS.
JUDGES = {
    "testssl": (testssl, True),
    "wapiti": (wapiti("signed-in"), False),
    "wapiti-forms": (wapiti(), False),
    "sqlmap": (sqlmap, False),
    "sqlmap-forms": (sqlmap_forms, False),
    "slowhttptest-headers": (slowhttptest("-H", "-i", "10", "-x", "24", "-p", "3"), False),
    "slowhttptest-bodies": (slowhttptest("-B", "-i", "10", "-s", "8192", "-x", "24", "-p", "3"), False),
    "slowhttptest-ranges": (slowhttptest("-R", "-a", "1", "-b", "3000", "-p", "3"), False),
    "slowhttptest-reading": (slowhttptest("-X", "-w", "1", "-y", "32", "-n", "3", "-z", "8", "-k", "3", "-p", "3"), False),
}


def judge(run, name, folder):
    """Runs one program against a separate site, and prints where its output is."""
    start, wants_tls = JUDGES[name]
    chain, key = certificate(run)
    site = run.serve("--sign-in", "password", *run.unlimited, *(["--tls-certificate", chain, "--tls-key", key] if wants_tls else []))
    person = Client(site.port, "localhost")
    if not wants_tls:
        person.register("judge")
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    with open(place / "output.txt", "w") as output:
        try:
            code = subprocess.run(start(site, person, place), stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                                  timeout=JUDGE_SECONDS).returncode
        except subprocess.TimeoutExpired:
            code = f"stopped after {JUDGE_SECONDS} s"
    is_up = site.is_up
    run.end_servers()
    print(f"{name}: {'ok' if is_up else 'FAILED, the site has ended'}, exit status {code}, {place / 'output.txt'}", flush=True)
    return is_up


def main():
    parser = argparse.ArgumentParser(description="lets other people's scanners judge the given program, on loopback only")
    parser.add_argument("binary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default=",".join(JUDGES))
    arguments = parser.parse_args()
    run = Run(str(Path(arguments.binary).resolve()), False, 0)
    try:
        withstood = [judge(run, name, arguments.folder.resolve()) for name in arguments.only.split(",")]
    finally:
        run.clean_up()
    print(f"judges: {withstood.count(True)} passed, {withstood.count(False)} failed")
    return 0 if all(withstood) else 1


if __name__ == "__main__":
    sys.exit(main())
