"""Writes the runc configuration that runs the image as in `compose.yaml`.

usage: runc spec | bundle.py IMAGE.json compose.yaml ROOT VOLUME LISTEN > config.json

Command, user and environment come from the image; sample data, the read-only root, dropped
capabilities and the volume from the service. Only the address is changed: the network is the host's, so it
must be loopback and a free port.
"""

import json
import sys

import yaml

CAPABILITY_SETS = ("bounding", "effective", "inheritable", "permitted", "ambient")


def service_of(path):
    with open(path, encoding="utf-8") as file:
        services = yaml.safe_load(file)["services"]
    (service,) = services.values()
    return service


def apply_image(spec, image):
    process = spec["process"]
    process["args"] = image["Entrypoint"] + image["Cmd"]
    process["env"] = list(image["Env"])
    process["cwd"] = image.get("WorkingDir") or "/"
    user, group = image["User"].split(":")
    process["user"] = {"uid": int(user), "gid": int(group)}
    process["terminal"] = False


def apply_service(spec, service, volume):
    process = spec["process"]
    process["env"] += [f"{name}={value}" for name, value in service.get("environment", {}).items()]
    process["noNewPrivileges"] = "no-new-privileges:true" in service.get("security_opt", [])
    if service.get("cap_drop") == ["ALL"]:
        process["capabilities"] = {name: [] for name in CAPABILITY_SETS}
    spec["root"]["readonly"] = service.get("read_only", False)
    ((_, target),) = (entry.split(":") for entry in service["volumes"])
    spec["mounts"].append(
        {"destination": target, "type": "bind", "source": volume, "options": ["bind", "rw", "nosuid", "nodev"]}
    )


def main():
    image_path, compose_path, root, volume, listen = sys.argv[1:]
    spec = json.load(sys.stdin)
    with open(image_path, encoding="utf-8") as file:
        image = json.load(file)["Docker"]["config"]
    apply_image(spec, image)
    apply_service(spec, service_of(compose_path), volume)
    spec["process"]["env"].append(f"ENGAWA_LISTEN={listen}")
    spec["root"]["path"] = root
    spec["linux"]["namespaces"] = [n for n in spec["linux"]["namespaces"] if n["type"] != "network"]
    json.dump(spec, sys.stdout, indent=1)


main()
