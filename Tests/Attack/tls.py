"""TLS versions and ciphers that a client can negotiate."""

import subprocess

from support import HOST, require

REFUSED = {
    "static RSA": ["-tls1_2", "-cipher", "kRSA:@SECLEVEL=0"],
    "ciphers that do not authenticate": ["-tls1_2", "-cipher", "ECDHE+AES:!AESGCM:!AESCCM:@SECLEVEL=0"],
    "TLS 1.1": ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
    "TLS 1.0": ["-tls1", "-cipher", "ALL:@SECLEVEL=0"],
    "no authentication": ["-tls1_2", "-cipher", "aNULL:@SECLEVEL=0"],
    "no encryption": ["-tls1_2", "-cipher", "eNULL:@SECLEVEL=0"],
}
TAKEN = {"TLS 1.3": ["-tls1_3"], "TLS 1.2 with ECDHE": ["-tls1_2", "-cipher", "ECDHE"]}


def certificate(run):
    """The paths of a self-signed certificate and its key."""
    paths = run.folder / "certificate.pem", run.folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost", "-out", paths[0], "-keyout", paths[1]], check=True, capture_output=True)
    return [str(path) for path in paths]


def agrees(server, arguments):
    result = subprocess.run(
        ["openssl", "s_client", "-connect", f"{HOST}:{server.port}", "-servername", "localhost", *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
    return result.returncode == 0


def suites(run):
    chain, key = certificate(run)
    server = run.serve("--mode", "development", "--tls-certificate", chain, "--tls-key", key)
    wrong = [f"{name} is taken" for name, arguments in REFUSED.items() if agrees(server, arguments)]
    wrong += [f"{name} is refused" for name, arguments in TAKEN.items() if not agrees(server, arguments)]
    require(not wrong, "; ".join(wrong))
    return f"refused: {', '.join(REFUSED)}; taken: {', '.join(TAKEN)}"


CASES = [("tls suites", suites)]
