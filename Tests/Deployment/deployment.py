"""Checks the files of deploy/. usage: deployment.py BINARY FOLDER, where FOLDER holds promtool."""

import sys
import time
from pathlib import Path

import composition
import failover
import monitoring
import proxies
import scale
import services
import support


def main():
    binary, folder = sys.argv[1], Path(sys.argv[2])
    begin = time.monotonic()
    try:
        services.check_units(binary, folder)
        services.check_system_calls(binary, folder)
        monitoring.check_rules(folder)
        monitoring.check_dashboard(folder)
        composition.check()
        proxies.check_nginx(binary, folder)
        proxies.check_caddy(binary, folder)
        scale.check_scale(binary, folder)
        failover.check_failover(binary, folder)
    except support.Failed as failure:
        print(f"FAILED: {failure}")
        print(f"deployment: {support.passed} passed, 1 failed")
        return 1
    print(f"deployment: {support.passed} passed, 0 failed, {time.monotonic() - begin:.0f} s")
    return 0


sys.exit(main())
