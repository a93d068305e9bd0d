"""A foreign page whose host name resolves to this machine (DNS rebinding): the browser sends the foreign
name as `Host`, and reports the request as same-origin."""

import http.client

from support import FORM, HOST, require

STRANGERS = ["evil.com", "com.", "evil.com.", "localhost.evil.com", "127.0.0.1.evil.com", "box.local.evil.com"]
OWN = ["localhost", "127.0.0.1", "192.168.1.5", "[::1]", "box.local"]
# Permitted responses: invalid request, forbidden, or misdirected.
REFUSALS = (400, 403, 421)


def status(server, host, origin):
    connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
    headers = {"Host": host, "Sec-Fetch-Site": "same-origin", "Content-Type": FORM}
    if origin:
        headers["Origin"] = origin
    connection.request("POST", "/sign-in", "user=alice", headers)
    answer = connection.getresponse().status
    connection.close()
    return answer


def rebinding(run):
    server = run.serve("--mode", "development")
    wrong = []
    for host in STRANGERS:
        for name in (host, f"{host}:{server.port}"):
            for origin in (None, f"http://{name}"):
                answered = status(server, name, origin)
                if answered not in REFUSALS:
                    wrong.append(f"{name} with{'' if origin else 'out'} Origin: {answered}")
    for host in OWN:
        for origin in (None, f"http://{host}:{server.port}"):
            answered = status(server, f"{host}:{server.port}", origin)
            if answered != 303:
                wrong.append(f"{host} with{'' if origin else 'out'} Origin: {answered}")
    require(not wrong, "; ".join(wrong))
    return f"{len(STRANGERS)} names of strangers refused, {len(OWN)} of this machine pass"


CASES = [("host of a stranger", rebinding)]
