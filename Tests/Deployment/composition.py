"""The compose files. That their settings exist, and fit together, is a Swift test."""

import yaml

from support import DEPLOY, REPOSITORY
from support import check as support_check

FILES = [*sorted(REPOSITORY.glob("compose*.yaml")), *sorted((DEPLOY / "compose").glob("*.yaml"))]


def check():
    support_check(len(FILES) == 4, "there are four compose files")
    for path in FILES:
        check_file(path)


def check_file(path):
    name = path.relative_to(REPOSITORY)
    composition = yaml.safe_load(path.read_text())
    for service, value in composition["services"].items():
        confined = value.get("read_only") and value.get("cap_drop") == ["ALL"] and "no-new-privileges:true" in value.get(
            "security_opt", [])
        support_check(confined, f"{name}: {service} is confined")
        options = value.get("logging", {}).get("options", {})
        support_check("max-size" in options and "max-file" in options, f"{name}: the logs of {service} are bounded")
        for volume in value["volumes"]:
            source = volume.split(":")[0]
            there = (path.parent / source).exists() if source.startswith(".") else source in composition["volumes"]
            support_check(there, f"{name}: {source} of {service} is there")
        for network in value.get("networks", []):
            support_check(network in composition["networks"], f"{name}: the network {network} is there")
        if "build" in value:
            support_check((path.parent / value["build"] / "Dockerfile").exists(), f"{name}: the Dockerfile is there")
