"""What disturbs the gateways and their database during a history, drawn from its seed."""

import asyncio
import time
from dataclasses import dataclass

# How often each is drawn, of all.
WEIGHTS = {
    "kill": 5, "stop": 5, "stop past the lease": 1, "terminate": 4, "restart": 2, "crash": 2, "hold": 6, "cut": 3}
MOST = 4
# Of a gateway that is stopped past the lease: 7 s while people write, and all is read again after 10 s.
PAST_THE_LEASE = (7.5, 11.5)
# So long it takes until each conversation that somebody watches is being read.
POLL_SECONDS = 1.2
# How long a gateway needs to connect to the database again: a second after a failure.
RECOVERY_SECONDS = 2


@dataclass
class Disturbance:
    """Which gateway was disturbed from when to when; `gateway` is `None` for all."""

    name: str
    gateway: object
    begin: float
    end: float = float("inf")


class Disturbances:
    def __init__(self, stage, record, random):
        self.stage = stage
        self.record = record
        self.random = random
        self.past = []

    async def run(self, seconds):
        """Draws what is to happen in these seconds, lets it happen, and ends when all of it is over."""
        names = self.random.choices(list(WEIGHTS), WEIGHTS.values(), k=self.random.randint(1, MOST))
        plan = sorted((self.random.uniform(0.2, seconds), name) for name in names)
        # Drawn before the first begins: what they draw must not depend on what takes how long.
        steps = [(at, self._draw(name)) for at, name in plan]
        async with asyncio.TaskGroup() as group:
            for at, step in steps:
                group.create_task(self._at(at, step))

    async def _at(self, at, step):
        await asyncio.sleep(at)
        await step()

    def _draw(self, name):
        gateway = self.random.choice(self.stage.gateways)
        draw = self.random.uniform
        match name:
            case "kill":
                pause = draw(0.05, 1)
                return lambda: self._disturb(name, gateway, lambda: self._kill(gateway, pause))
            case "stop" | "stop past the lease":
                seconds = draw(0.3, 3) if name == "stop" else draw(*PAST_THE_LEASE)
                is_reading = name == "stop past the lease"
                return lambda: self._disturb(
                    f"{name} ({seconds:.1f} s)", gateway, lambda: self._stop(gateway, seconds, is_reading))
            case "terminate":
                share = self.random.choice((0.3, 1))
                return lambda: self._disturb(name, None, lambda: self.stage.terminate_connections(share))
            case "restart" | "crash":
                return lambda: self._disturb(name, None, lambda: self.stage.restart_database(name == "crash"))
            case "hold":
                seconds, share = draw(0.2, 3), self.random.choice((0.3, 1))
                directions = self.random.choice((("up",), ("down",), ("up", "down")))
                places = [self.random.random() for _ in range(16)]

                async def hold():
                    pairs = chosen(gateway, share, places)
                    await gateway.proxy.hold(pairs, directions, seconds)
                return lambda: self._disturb(f"{name} ({seconds:.1f} s, {share}, {directions})", gateway, hold)
            case "cut":
                share = self.random.choice((0.3, 1))
                places = [self.random.random() for _ in range(16)]

                async def cut():
                    gateway.proxy.cut(chosen(gateway, share, places))
                return lambda: self._disturb(f"{name} ({share})", gateway, cut)

    async def _disturb(self, name, gateway, work):
        disturbance = Disturbance(name, gateway, time.monotonic())
        self.past.append(disturbance)
        self.record.note(gateway or "database", f"{name} begins")
        await work()
        disturbance.end = time.monotonic()
        self.record.note(gateway or "database", f"{name} ends")

    async def _kill(self, gateway, pause):
        async with gateway.turn:
            gateway.program.kill()
            await asyncio.sleep(pause)
            await gateway.start()

    async def _stop(self, gateway, seconds, is_reading):
        """:param is_reading: whether it is stopped while it waits for what the REST backend has answered, which it gets when
            it goes on"""
        async with gateway.turn:
            backend = gateway.backend_proxy
            if is_reading and backend:
                held = asyncio.create_task(backend.hold(list(backend.pairs), ("down",), POLL_SECONDS + seconds / 2))
                await asyncio.sleep(POLL_SECONDS)
            gateway.program.pause()
            try:
                await asyncio.sleep(seconds)
            finally:
                gateway.program.resume()
            if is_reading and backend:
                await held

    def deadline(self, moment, gateway):
        """When `gateway` must know what was acknowledged at `moment`: after some time without a disturbance of it."""
        deadline = moment + self.stage.knowing_seconds
        for disturbance in sorted(self.past, key=lambda disturbance: disturbance.begin):
            end = disturbance.end + RECOVERY_SECONDS
            if disturbance.gateway in (None, gateway) and disturbance.begin < deadline and end > moment:
                deadline = max(deadline, end + self.stage.knowing_seconds)
        return deadline


def chosen(gateway, share, places):
    """Some of the gateway's connections to the database, the oldest first."""
    pairs = sorted(gateway.proxy.pairs, key=lambda pair: id(pair))
    return [pair for pair, place in zip(pairs, places) if place < share]
