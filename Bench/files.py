"""Workloads of files: sending and receiving them next to nginx, pictures in other sizes, and a page with many of them."""

import json
import os
import statistics
import struct
import subprocess
import time
import zlib

import pages
from machine import Client, Failure, processor_seconds
from sites import Engawa

DOWNLOAD_BYTES = 10_000_000
UPLOAD_BYTES = 50_000_000
UPLOADS_AT_ONCE = 4
CONNECTIONS = 8
MESSAGES = 60


def files(bench, report):
    site = Engawa(bench.machine, bench.binary, "files", [
        "serve", "--data", bench.copy_of_data("files"), "--files-per-person", "102400"])
    historian, writer = Client(site.port).sign_in("historian"), Client(site.port).sign_in("writer")
    root = os.path.join(bench.machine.work, "static")
    os.mkdir(root)
    port, process = nginx(bench.machine, root)
    download(bench, report, site, historian, root, port, process)
    upload(bench, report, site, port)
    pictures(report, site, historian)
    page(bench, report, site, historian, writer)


def nginx(machine, root):
    """nginx that serves the files of a folder, and takes them (RFC 4918, PUT)."""
    port = machine.port()
    configuration = f"""
        daemon off; worker_processes 2; error_log stderr; pid {machine.work}/nginx-files.pid; user root;
        events {{ worker_connections 1024; }}
        http {{
            access_log off; client_body_temp_path {root}; proxy_temp_path {machine.work}/nginx;
            fastcgi_temp_path {machine.work}/nginx; uwsgi_temp_path {machine.work}/nginx;
            scgi_temp_path {machine.work}/nginx; sendfile on; client_max_body_size 1g;
            server {{
                listen 127.0.0.1:{port}; keepalive_requests 1000000; root {root};
                location / {{ dav_methods PUT; }}
            }}
        }}
        """
    path = machine.file("nginx-files.conf", configuration)
    return port, machine.start("nginx-files", ["nginx", "-p", machine.work, "-e", "stderr", "-c", path], port)


def sent(client, name, content):
    """Uploads a file, and returns its id."""
    boundary = "the-boundary-of-the-benchmark"
    body = (f"--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n".encode()
            + content + f"\r\n--{boundary}--\r\n".encode())
    status, _, answer = client.ask("POST", "/files", body, {
        "Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": f"http://127.0.0.1:{client.port}"})
    if status != 201:
        raise Failure(f"a file was answered with {status}")
    return json.loads(answer)["file"]


def download(bench, report, site, client, root, port, process):
    """The same bytes from the site, which checks who asks, and from nginx."""
    content = os.urandom(DOWNLOAD_BYTES)
    with open(os.path.join(root, "content"), "wb") as file:
        file.write(content)
    engawa = pages.Contender("engawa", site.port, f"/files/{sent(client, 'content.bin', content)}/content.bin", client.cookie,
                             site.process, DOWNLOAD_BYTES)
    other = pages.Contender("nginx", port, "/content", client.cookie, process, DOWNLOAD_BYTES)
    pages.in_turn([engawa, other], bench.rounds, bench.seconds, CONNECTIONS)
    report.at_least(f"files of {DOWNLOAD_BYTES // 1_000_000} MB received ÷ nginx", pages.ratio(engawa, other), 0.7,
                    pages.pages_a_second(engawa, other))


def upload(bench, report, site, port):
    """The same bytes sent to the site by as many people, and to nginx. The site hashes them, and has them on the disk when it
    answers."""
    people = [Client(site.port).sign_in(f"friend{number}") for number in range(UPLOADS_AT_ONCE)]
    source = os.path.join(bench.machine.work, "upload")

    def took(commands):
        began = time.perf_counter()
        running = [subprocess.Popen(["curl", "-sf", "-o", os.devnull, *command]) for command in commands]
        if any(process.wait() for process in running):
            raise Failure("a file was refused")
        return time.perf_counter() - began

    ratios, rates = [], {"engawa": [], "nginx": []}
    for number in range(bench.rounds):
        sources = []
        for part in range(UPLOADS_AT_ONCE):
            sources.append(f"{source}-{part}")
            with open(sources[-1], "wb") as file:
                file.write(os.urandom(UPLOAD_BYTES))
        own = [["-H", f"Cookie: {person.cookie}", "-H", f"Origin: http://127.0.0.1:{site.port}", "-H", "Expect:",
                "-F", f"file=@{name}", f"http://127.0.0.1:{site.port}/files"] for person, name in zip(people, sources)]
        others = [["-H", "Expect:", "-T", name, f"http://127.0.0.1:{port}/{number}-{part}"]
                  for part, name in enumerate(sources)]
        # In rotating order, so that both find the disk alike.
        if number % 2:
            other, engawa = took(others), took(own)
        else:
            engawa, other = took(own), took(others)
        ratios.append(other / engawa)
        rates["engawa"].append(UPLOADS_AT_ONCE * UPLOAD_BYTES / engawa / 1e6)
        rates["nginx"].append(UPLOADS_AT_ONCE * UPLOAD_BYTES / other / 1e6)
    detail = ", ".join(f"{name} {statistics.median(values):,.0f} MB/s" for name, values in rates.items())
    report.at_least(f"{UPLOADS_AT_ONCE} files of {UPLOAD_BYTES // 1_000_000} MB sent at once ÷ nginx", statistics.median(ratios),
                    0.7, f"{detail}; nginx does not wait for the disk")


def png(width, height, seed):
    """A picture of gradients, which is not all alike."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    row = bytes((x * seed >> shift) & 0xFF for x in range(width) for shift in (0, 2, 4))
    rows = zlib.compress(b"".join(b"\0" + row[y % 97:] + row[:y % 97] for y in range(height)), 1)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def pictures(report, site, client):
    """The processor time of a picture of 12 megapixels: cleaning it when it is sent, and making it smaller."""
    taking, making, count = 0, 0, 3
    for number in range(count):
        content = png(4_000, 3_000, number + 3)
        before = processor_seconds(site.process)
        identifier = sent(client, "large.png", content)
        between = processor_seconds(site.process)
        client.get(f"/files/{identifier}/large.png?width=320")
        taking += between - before
        making += processor_seconds(site.process) - between
    report.note("a picture of 12 megapixels: processor time of sending (ms)", taking / count * 1e3)
    report.note("the same: processor time of its smallest size (ms)", making / count * 1e3)


def page(bench, report, site, historian, writer):
    """A conversation page with 50 pictures and one of the same texts without."""
    for number in range(MESSAGES):
        for client, conversation, more in (
                (historian, bench.world.history, {"file": sent(historian, f"{number}.png", png(640, 480, number + 1))}),
                (writer, bench.world.sending, {})):
            status, _, _ = client.post(f"/conversations/{conversation}/messages", text=f"Message {number}", **more)
            if status != 303:
                raise Failure(f"a message was answered with {status}")
    contenders = [
        pages.Contender(name, site.port, f"/conversations/{conversation}", client.cookie, site.process)
        for name, conversation, client in (
            ("with 50 pictures", bench.world.history, historian), ("without", bench.world.sending, writer))]
    pages.in_turn(contenders, bench.rounds, bench.seconds)
    report.at_most("conversation page with 50 pictures ÷ one without", pages.ratio(*contenders, what="cpu_us"), 1.5,
                   pages.pages_a_second(*contenders))
