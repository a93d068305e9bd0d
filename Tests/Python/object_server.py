"""OpenStack Swift with its interface of S3 (s3api) on one port of loopback: a real store of objects in one process.

Usage: object_server.py FOLDER KEY SECRET. The key is ACCOUNT:NAME. Prints the port when it listens, and goes on until it is
killed. Debian: python3-swift.
"""

import pathlib
import sys

import eventlet

eventlet.patcher.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

folder = pathlib.Path(sys.argv[1])
key, secret = sys.argv[2:]

settings = folder / "swift.conf"
settings.write_text("[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n")
utils.SWIFT_CONF_FILE = str(settings)
(folder / "devices" / "disk").mkdir(parents=True)


class Quiet:
    """Where the servers write a line for each request."""

    def write(self, text):
        pass

    def flush(self):
        pass


class Cache:
    """What memcached does for the proxy, of the same process."""

    def __init__(self, application):
        self.application = application
        self.values = {}

    def __call__(self, environment, start_response):
        environment["swift.cache"] = self
        return self.application(environment, start_response)

    def get(self, key, **options):
        return self.values.get(key)

    def set(self, key, value, **options):
        self.values[key] = value

    def delete(self, key, **options):
        self.values.pop(key, None)


def serve(name, text):
    """Serves what a configuration describes; returns the port."""
    path = folder / f"{name}.conf"
    path.write_text(text)
    socket = eventlet.listen(("127.0.0.1", 0))
    application = Cache(loadapp(str(path), {}))
    eventlet.spawn(
        wsgi.server, socket, application, log=Quiet(), debug=False, custom_pool=eventlet.GreenPool(256), keepalive=True
    )
    return socket.getsockname()[1]


def settings_of(name):
    return f"""
[DEFAULT]
devices = {folder}/devices
swift_dir = {folder}
mount_check = false
log_level = ERROR
log_address = {folder}/no-log
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
"""


for name in ("account", "container", "object"):
    port = serve(name, settings_of(name))
    ring = RingBuilder(1, 1, 0)
    ring.add_dev(
        {"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "weight": 1.0, "meta": ""}
    )
    ring.rebalance()
    ring.get_ring().save(str(folder / f"{name}.ring.gz"))

port = serve(
    "proxy",
    f"""
[DEFAULT]
swift_dir = {folder}
log_level = ERROR
log_address = {folder}/no-log
[pipeline:main]
pipeline = catch_errors listing_formats s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_{key.replace(":", "_")} = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
""",
)
print(port, flush=True)
eventlet.event.Event().wait()
