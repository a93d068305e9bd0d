"""The systemd units: they are valid, confine the program, and let it do what it does."""

import os
import re
import signal
import subprocess

from support import DEPLOY, HOST, NOBODY, REPOSITORY, Program, check, free_port, run, status

# systemd's own measure, of 100; 100 is no confinement at all.
LARGEST_EXPOSURE = 14
SOCKET_CALL = re.compile(r"\bsocket\((AF_\w+)")
SYSTEM_CALL = re.compile(r"^\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed)")


def check_units(binary, folder):
    units = folder / "units"
    (units / "engawa.service.d").mkdir(parents=True)
    for unit in ("engawa.service", "engawa.socket"):
        text = (DEPLOY / "systemd" / unit).read_text()
        (units / unit).write_text(text.replace("ExecStart=/usr/bin/engawa", f"ExecStart={binary}"))
    verified = run("systemd-analyze", "verify", "--man=no", units / "engawa.service", units / "engawa.socket")
    check(verified.returncode == 0 and not verified.stderr, "systemd accepts the units", verified.stderr)
    secure = run(
        "systemd-analyze", "security", "--offline=true", f"--threshold={LARGEST_EXPOSURE}", units / "engawa.service")
    check(secure.returncode == 0, "the service is confined", secure.stdout[-200:] + secure.stderr)
    (units / "engawa.service.d" / "tls.conf").write_text((DEPLOY / "systemd" / "tls.conf").read_text())
    verified = run("systemd-analyze", "verify", "--man=no", units / "engawa.service")
    check(verified.returncode == 0 and not verified.stderr, "systemd accepts the unit with TLS", verified.stderr)
    users = run("systemd-sysusers", "--dry-run", DEPLOY / "systemd" / "engawa.sysusers")
    check("Creating user 'engawa'" in users.stdout + users.stderr or "engawa" in open("/etc/passwd").read(),
          "systemd makes the user of the service", users.stderr)


def unit_values(name):
    """The values of a setting of the unit, in the order of the file."""
    text = (DEPLOY / "systemd" / "engawa.service").read_text()
    return [value.split() for value in re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)]


def members(name):
    """The system calls of a set of systemd (`@system-service`), or the call itself."""
    if not name.startswith("@"):
        return {name}
    lines = run("systemd-analyze", "--no-pager", "syscall-filter", name).stdout.splitlines()[1:]
    words = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    return set().union(*(members(word) for word in words))


def allowed_calls():
    allowed = set()
    for words in unit_values("SystemCallFilter"):
        refuses = words[0].startswith("~")
        for word in words:
            calls = members(word.removeprefix("~"))
            allowed = allowed - calls if refuses else allowed | calls
    return allowed


def check_system_calls(binary, folder):
    """Uses the program under strace, without the privileges of root, and compares what it does with the unit."""
    data = folder / "traced"
    data.mkdir()
    trace = data / "trace"
    command = ["strace", "-f", "-qq", "-o", trace, binary, "serve"]
    if os.geteuid() == 0:
        os.chown(data, NOBODY, NOBODY)
        os.chmod(folder, 0o755)
        command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
    port, metrics = free_port(), free_port()
    site = f"http://{HOST}:{port}"
    command += ["--listen", f"0.0.0.0:{port}", "--metrics-listen", f"{HOST}:{metrics}", "--data", data / "data",
                "--mode", "development", "--assets", REPOSITORY / "Public"]
    with Program(folder, "traced", *command, cwd="/", start_new_session=True) as traced:
        traced.wait_for(lambda: status(f"{site}/readyz") == 200)
        cookies = ["-b", folder / "traced.cookies", "-c", folder / "traced.cookies", "-H", f"Origin: {site}"]
        check(status(f"{site}/sign-in", *cookies, "-d", "user=alice") == 303, "the traced site works")
        # A password is hashed in the pool of blocking threads.
        status(f"{site}/sign-in", *cookies, "-d", "user=alice&password=wrong&method=password")
        for page in ("conversations", "search?q=sea", "profile", "profile/security"):
            status(f"{site}/{page}", *cookies)
        status(f"http://{HOST}:{metrics}/metrics")
        # The program itself: strace would leave it behind.
        inner = int(run("pgrep", "-P", traced.process.pid).stdout.split()[0])
        os.kill(inner, signal.SIGTERM)
        try:
            traced.process.wait(20)
        except subprocess.TimeoutExpired:
            os.kill(inner, signal.SIGKILL)
    lines = trace.read_text(errors="replace").splitlines()
    # What came before the program itself is strace's and setpriv's.
    calls = {match[1] for match in map(SYSTEM_CALL.match, lines) if match}
    check(len(calls) > 40, "its system calls were recorded", str(sorted(calls)))
    check(not calls - allowed_calls(), "the unit allows each system call that it makes", str(calls - allowed_calls()))
    families = {family for line in lines for family in SOCKET_CALL.findall(line)}
    allowed_families = set(unit_values("RestrictAddressFamilies")[0])
    check("AF_INET" in families and families <= allowed_families, "and each kind of socket", str(families))
    check(not any("PROT_WRITE|PROT_EXEC" in line for line in lines), "it needs no memory to write and execute")
