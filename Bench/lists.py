"""Measures pages, searches and lists of a large installation: `Bench/lists.py BINARY FOLDER`, where
`Bench/installation.py` wrote the folder. Prints the size of each page, and the processor time that the site needs for it.
"""

import json
import sys
import tempfile
import time
import urllib.parse

from machine import Client, Machine, memory, processor_seconds

REPEATS = 20
# Longer than the first start takes, which brings the database up to date.
START_SECONDS = 1_800


def started(machine, binary, folder):
    port = machine.port()
    began = time.monotonic()
    process = machine.start("engawa", [
        binary, "serve", "--data", folder, "--listen", f"127.0.0.1:{port}", "--request-limit", "off",
        "--sign-in", "user-id"])
    while time.monotonic() - began < START_SECONDS and process.poll() is None:
        try:
            if Client(port).ask("GET", "/healthz")[0] == 200:
                return process, port, time.monotonic() - began
        except OSError:
            time.sleep(0.1)
    sys.exit(f"the site did not start: see {process.log}")


def measure(process, client, what, path):
    """Requests a page, at first and then again, so that both a cold and a warm one are measured."""
    took = []
    for _ in range(REPEATS):
        before, began = processor_seconds(process), time.monotonic()
        status, _, body = client.ask("GET", path)
        took.append((processor_seconds(process) - before, time.monotonic() - began))
        if status != 200:
            return print(f"{what}: status {status}")
    later = sorted(wall for _, wall in took[1:])
    processor = sum(cpu for cpu, _ in took[1:]) / len(took[1:])
    print(json.dumps({
        "page": what, "bytes": len(body), "first ms": round(took[0][1] * 1000, 1),
        "median ms": round(later[len(later) // 2] * 1000, 2), "processor ms": round(processor * 1000, 2)}))


def main():
    binary, folder = sys.argv[1:]
    machine = Machine(tempfile.mkdtemp())
    try:
        process, port, seconds = started(machine, binary, folder)
        print(f"started after {seconds:.1f} s, {memory(process) // 1024} MiB")
        rare, many, room, marks = (Client(port).sign_in(alias) for alias in ["rare", "many", "room", "marks"])
        for what, client, path in [
            ("search: common elsewhere, not here", rare, "/search?q=common"),
            ("search: two characters", rare, "/search?q=" + urllib.parse.quote("会議")),
            ("search: a word that nobody wrote", rare, "/search?q=zanzibar"),
            ("search: in 1,000 conversations", many, "/search?q=common"),
            ("search: nothing, in 1,000 conversations", many, "/search?q=zanzibar"),
            ("search: in the room of 10,000", room, "/search?q=common"),
            ("search: a name", rare, "/search?q=" + urllib.parse.quote("佐藤")),
            ("list of 1,000 conversations", many, "/conversations"),
            ("the same by name", many, "/conversations?q=group+77"),
            ("new conversation", rare, "/conversations/new"),
            ("new conversation, by name", rare, "/conversations/new?q=person-9999"),
            ("bookmarks: 10,000", marks, "/bookmarks"),
        ]:
            measure(process, client, what, path)
        list_of_room = room.ask("GET", "/conversations")[2].decode()
        conversation = list_of_room.split('class="conversation" href="')[1].split("#")[0]
        measure(process, room, "thread of 10,000 members, 10,000 reactions", conversation)
        measure(process, room, "members of the room", conversation + "/members")
        measure(process, room, "members by name", conversation + "/members?q=person-99")
        print(f"{memory(process) // 1024} MiB")
    finally:
        machine.stop_all()


if __name__ == "__main__":
    main()
