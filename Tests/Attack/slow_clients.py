"""Clients that send or read as slowly as permitted, and one address that uses every connection."""

import re
import socket
import subprocess
import threading
import time

from clients import Client, Watch, exchange
from support import HOST, require, wait_until

# The timeouts of docs/security.md for the head and the body of a request, in seconds, with a margin for the interval
# at which the server checks them.
HEAD_SECONDS = 30 + 10
BODY_SECONDS = 60 + 15
# The time between two bytes, in seconds: less than any idle timeout.
DRIP_SECONDS = 2
# The longest permitted response time of other clients, in seconds: the slow requests run in parallel with other cases.
WATCH_SECONDS = 5
ATTACKER = "127.8.0.1"
# More connections than the server accepts.
CONNECTIONS = 13_000
# Headers, bodies, ranges, and reading, in the terms of slowhttptest.
MODES = {
    "headers": ["-H", "-i", "3"],
    "bodies": ["-B", "-i", "3", "-s", "8192"],
    "ranges": ["-R", "-a", "1", "-b", "3000"],
    "reading": ["-X", "-w", "1", "-y", "32", "-n", "3", "-z", "8", "-k", "3"],
}
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
BODY = (b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 5000\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\n")
CHUNKED = BODY.replace(b"Content-Length: 5000", b"Transfer-Encoding: chunked")


class Drip:
    """Sends `begin`, and then a byte at intervals, until the server closes or responds."""

    def __init__(self, server, begin, drop, seconds):
        self.seconds = None
        self.thread = threading.Thread(target=self.send, args=(server, begin, drop, seconds), daemon=True)
        self.thread.start()

    def send(self, server, begin, drop, seconds):
        start = time.monotonic()
        with socket.create_connection((HOST, server.port), source_address=(ATTACKER, 0)) as connection:
            if begin.startswith(WHOLE):
                connection.sendall(WHOLE)
                connection.recv(1000)
                begin = begin.removeprefix(WHOLE)
            connection.sendall(begin)
            connection.settimeout(DRIP_SECONDS)
            while time.monotonic() - start < seconds:
                try:
                    connection.sendall(drop)
                    # A response ends the request as a closed connection does.
                    connection.recv(1000)
                    break
                except TimeoutError:
                    pass
                except ConnectionError:
                    break
            else:
                return
        self.seconds = time.monotonic() - start


def drips(run):
    server = run.serve("--mode", "development")
    kinds = {
        "a head": Drip(server, HEAD, b"a", HEAD_SECONDS),
        "a request line": Drip(server, b"GET /", b"a", HEAD_SECONDS),
        "headers": Drip(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"a: b\r\n", HEAD_SECONDS),
        "empty lines": Drip(server, b"\r\n", b"\r\n", HEAD_SECONDS),
        "a second head": Drip(server, WHOLE + HEAD, b"a", HEAD_SECONDS),
        "a body": Drip(server, BODY, b"a", BODY_SECONDS),
        "chunks": Drip(server, CHUNKED, b"1\r\na\r\n", BODY_SECONDS),
    }
    with Watch(server, WATCH_SECONDS, pause=1) as watch:
        for drip in kinds.values():
            drip.thread.join()
    forever = [name for name, drip in kinds.items() if drip.seconds is None]
    times = ", ".join(f"{name} {drip.seconds:.0f} s" for name, drip in kinds.items() if drip.seconds is not None)
    require(not forever, f"not closed: {', '.join(forever)}; closed: {times}")
    return f"closed: {times}; {watch}"


def slowhttptest(run):
    connections = run.choose(500, 5000)
    seconds = run.choose(5, 30)
    watches = []
    # The number of connections is limited for each address, except for trusted proxies.
    for arguments in run.choose([], [[]]) + [["--trusted-proxies", HOST]]:
        server = run.serve("--mode", "development", *arguments)
        asset = re.search(r'/assets/[^"]*/engawa.css', Client(server.port).get("/sign-in").text)[0]
        for name, flags in MODES.items():
            with Watch(server) as watch:
                subprocess.run(
                    ["slowhttptest", "-c", str(connections), "-r", str(connections), "-l", str(seconds), *flags,
                     "-u", f"http://{HOST}:{server.port}{asset if name in ('ranges', 'reading') else '/sign-in'}"],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=seconds + 60)
            watches.append(watch)
        server.stop()
    worst = max(watch.worst for watch in watches)
    return (f"{connections} connections for {seconds} s, {len(watches)} times: others waited {worst * 1000:.0f} ms at "
            f"most ({sum(watch.count for watch in watches)} asked)")


def every_connection(run):
    server = run.serve("--mode", "development")
    before = server.descriptors()
    sockets = []
    try:
        with Watch(server) as watch:
            for _ in range(CONNECTIONS):
                connection = socket.socket()
                connection.settimeout(2)
                connection.bind((ATTACKER, 0))
                sockets.append(connection)
                try:
                    connection.connect((HOST, server.port))
                    connection.send(HEAD)
                except OSError:
                    pass
                # Refused connections are replaced by new ones.
            time.sleep(3)
            held = server.descriptors() - before
    finally:
        for connection in sockets:
            connection.close()
    require(wait_until(lambda: server.descriptors() <= before + 5, 5), f"{server.descriptors() - before} descriptors stay open")
    answer, _ = exchange(server.port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", source=ATTACKER)
    require(answer.startswith(b"HTTP/1.1 200"), f"the address is not answered afterwards: {answer[:40]!r}")
    return f"{CONNECTIONS} connections of one address, {held} of them held; {watch}"


CASES = [("every connection taken", every_connection), ("slowhttptest", slowhttptest), ("drips", drips)]
