"""A clock that is set back and ahead, with libfaketime."""

import glob
import time

from clients import Client
from senders import VERANDA, audit, sample_site, send
from support import require


def jumps(run):
    library = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
    require(library, "libfaketime is not installed")
    offset = run.folder / "offset"
    offset.write_text("+0")
    # The library changes the environment of the first program, by which Swift finds its arguments.
    server = sample_site(run, prefix=["env"], environment={
        "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
    alice, bob = Client(server.port).sign_in("alice"), Client(server.port).sign_in("bob")
    stream, begin = bob.open_stream()
    require(begin.startswith(b"HTTP/1.1 200"), "no stream")
    texts = []
    for jump in ("+0", "-3600", "-7200", "+3600", "+0"):
        offset.write_text(jump)
        text = f"at {jump}, {len(texts)}."
        require(send(alice, text).status == 303, f"a message at {jump} was refused")
        texts.append(text)
        require(arrives(stream, text), f"the message at {jump} is not in the stream")
        page = bob.get(f"/conversations/{VERANDA}").text
        places = [page.find(each) for each in texts]
        require(-1 not in places and places == sorted(places), f"the messages stand in another order at {jump}")
        require(alice.get("/profile").status == 200, f"alice is signed out at {jump}")
    server.stop()
    audit(server.data, texts)
    return f"{len(texts)} messages in order, in the page and in an open stream"


def arrives(stream, text, seconds=10):
    end, received = time.monotonic() + seconds, b""
    while time.monotonic() < end:
        received += stream.recv(65536)
        if text.encode() in received:
            return True
    return False


CASES = [("clock jumps", jumps)]
