"""A combining mark joins the character before it: code that compares characters instead of bytes then misses a quotation
mark, a comma or a question mark."""

from urllib.parse import quote

from clients import Client, exchange
from support import require, wait_until

MARKS = ["\u0301", "\u0308", "\u0327", "\u3099", "\u0345", "\ufe0f", "\U000e0100", "\u200d", "\u20dd"]
# These join the character after them, so a client's value may swallow the comma that its proxy adds.
PREFIXES = ["\u0600", "\u06dd", "\u070f", "\u0d4e", "\U000110bd"]
# Characters with a meaning in a search, a header or a request target.
SIGNS = ['"', "*", "(", ")", ":", "-", "+", "^", " ", "'", "%", "\\", ";", "a", "{", "&", "/", "\0", "\r\n"]
SECRET = "kept-out-of-logs"
FORGED = "203.0.113.7"


def searches(run):
    server = run.serve("--mode", "development", *run.unlimited)
    alice = Client(server.port).sign_in("alice")
    wrong = []
    count = 0
    for mark in MARKS:
        for sign in SIGNS:
            for words in (sign + mark, f"hello {sign}{mark} world", f"{sign}{mark}{sign}", f'"{mark}hello"', mark + sign):
                status = alice.get("/search?q=" + quote(words)).status
                count += 1
                if status >= 500:
                    wrong.append(f"{words!r}: {status}")
    server.require_up("the searches")
    require(not wrong, f"{len(wrong)} of {count} searches: {'; '.join(wrong[:3])}")
    return f"{count} searches"


def logged(server, word):
    """The line of the access log that contains `word`."""
    def lines():
        return [line for line in server.log.read_text(errors="replace").splitlines() if word in line]

    require(wait_until(lines, 5), f"no line of the log has {word}")
    return lines()[0]


def forwarded_for(run):
    """The last address is the one that the proxy wrote; the ones before it come from the client."""
    server = run.serve("--mode", "development", "--trusted-proxies", "127.0.0.1")
    # The field, and the expected client: the proxy's value, or, if that is no address, the proxy itself.
    tries = {"/plain": (f"{FORGED}, 198.51.100.1", "198.51.100.1")}
    for number, prefix in enumerate(PREFIXES):
        tries[f"/prefix-{number}"] = (f"{prefix}, 198.51.100.2", "198.51.100.2")
        tries[f"/prefix-of-address-{number}"] = (f"{FORGED}{prefix}, 198.51.100.2", "198.51.100.2")
    for number, mark in enumerate(MARKS):
        tries[f"/mark-of-comma-{number}"] = (f"{FORGED},{mark},198.51.100.2", "198.51.100.2")
        tries[f"/mark-of-address-{number}"] = (f"{FORGED},{mark} 127.0.0.1", "127.0.0.1")
        tries[f"/mark-alone-{number}"] = (f"{mark}, 198.51.100.2", "198.51.100.2")
    wrong = []
    for path, (field, _) in tries.items():
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-Forwarded-For: {field}\r\n\r\n"
        answer, _ = exchange(server.port, head.encode())
        require(answer.startswith(b"HTTP/1.1 4"), f"{field!r}: {answer[:40]!r}")
    for path, (field, written) in tries.items():
        line = logged(server, f"path={path}")
        if f"from={written} " not in line:
            wrong.append(f"{field!r}: {line.split('from=')[-1].split()[0]}")
    require(not wrong, f"{len(wrong)} of {len(tries)} clients hide: {'; '.join(wrong[:2])}")
    return f"{len(tries)} lists of addresses"


def access_log(run):
    """Queries contain codes and search terms: none is logged, whatever follows the question mark."""
    server = run.serve("--mode", "development")
    for number, mark in enumerate(MARKS):
        for sign in ("?", "%3F?", "??", "#?"):
            target = f"/number-{number}{sign}{mark}{SECRET}={SECRET}".encode()
            exchange(server.port, b"GET " + target + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            escaped = f"/number-{number}{sign}".encode() + quote(mark).encode() + f"{SECRET}={SECRET}".encode()
            exchange(server.port, b"GET " + escaped + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    Client(server.port).get("/the-last-one")
    logged(server, "/the-last-one")
    lines = [line for line in server.log.read_text(errors="replace").splitlines() if SECRET in line]
    require(not lines, f"{len(lines)} lines of the log hold a query: {lines[0][-160:] if lines else ''!r}")
    return f"{len(MARKS) * 8} targets"


CASES = [("marks in a search", searches), ("marks in X-Forwarded-For", forwarded_for), ("marks in a query", access_log)]
