"""Requests of the whole crowd at a given rate, and how long they take."""

import asyncio
import random
import signal
import time
from collections import defaultdict

from person import Wrong

# What people do, and how often in a hundred.
ACTIONS = {"see_thread": 45, "see_list": 23, "send": 18, "search": 6, "reconnect": 5, "delete": 3}
# Requests under way beyond which the machine can't keep up.
MOST_AT_ONCE = 400
# The ramp: its first rate in requests a second, its factor, and the seconds of each step.
FIRST_RATE, FACTOR, STEP_SECONDS = 40, 1.5, 4
SLOWEST_P99_SECONDS = 0.1


class Times:
    """How long actions took, in seconds."""

    def __init__(self):
        self.by_action = defaultdict(list)

    def add(self, action, seconds):
        self.by_action[action].append(seconds)

    @property
    def values(self):
        return [seconds for values in self.by_action.values() for seconds in values]

    @property
    def mean(self):
        return sum(self.values) / max(1, len(self.values))

    @property
    def means(self):
        """In milliseconds, by action."""
        return ", ".join(
            f"{action} {sum(values) / len(values) * 1000:.1f}" for action, values in sorted(self.by_action.items()))

    def percentile(self, share):
        values = sorted(self.values)
        return values[min(len(values) - 1, int(len(values) * share))] if values else 0


class Alarm:
    """Waits for a moment to some microseconds. asyncio's own timers are up to a millisecond late, which would count as
    time that the site took."""

    def __init__(self):
        self.rings = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGALRM, self.rings.set)

    async def wait_until(self, moment):
        delay = moment - time.monotonic()
        if delay <= 0:
            # Whoever is behind must not keep the answers waiting, too.
            return await asyncio.sleep(0)
        self.rings.clear()
        signal.setitimer(signal.ITIMER_REAL, delay)
        await self.rings.wait()


async def run(people, ledger, rate, seconds):
    """Begins `rate` actions a second, whether those before have ended or not.

    Returns their times from the moment at which each was due, and whether they could be kept up with.
    """
    times, pending = Times(), set()
    names, weights = zip(*ACTIONS.items())
    # What was due in the past is begun at once.
    begin = due = time.monotonic()
    alarm = Alarm()

    async def act(person, name, due):
        try:
            await getattr(person, name)()
        except Wrong as error:
            ledger.failed(str(error))
        except Exception as error:  # noqa: BLE001: whatever it is, the answer was none, or not what it must be.
            ledger.failed(f"{name}: {error!r}")
            person.answered_at = time.monotonic()
        if name != "reconnect":
            times.add(name, person.answered_at - due)

    while due < begin + seconds:
        if len(pending) > MOST_AT_ONCE:
            break
        await alarm.wait_until(due)
        task = asyncio.create_task(act(random.choice(people), random.choices(names, weights)[0], due))
        pending.add(task)
        task.add_done_callback(pending.discard)
        due += random.expovariate(rate)
    kept_up = len(pending) <= MOST_AT_ONCE
    if pending:
        await asyncio.wait(set(pending))
    return times, kept_up


async def capacity(people, ledger):
    """The highest rate of the ramp at which 99 of 100 actions take no longer than SLOWEST_P99_SECONDS.

    A step that fails is tried again: something else on the machine may have been in its way.
    """
    rate, best = FIRST_RATE, 0
    # Nothing is cached before.
    await run(people, ledger, FIRST_RATE, STEP_SECONDS)
    while await holds(people, ledger, rate) or await holds(people, ledger, rate):
        best = rate
        rate *= FACTOR
    return best


async def holds(people, ledger, rate):
    times, kept_up = await run(people, ledger, rate, STEP_SECONDS)
    p99 = times.percentile(0.99)
    print(f"  ramp: {rate:.0f} a second: mean {times.mean * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms", flush=True)
    return kept_up and p99 <= SLOWEST_P99_SECONDS
