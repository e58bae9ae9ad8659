"""How fast the clock and the bus are, against the least that Python could do instead."""

from collections.abc import Callable
from heapq import heappop, heappush

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.core.bus import Bus
from project_ghost.core.clock import SimClock
from project_ghost.core.randomness import RandomSource

EVENTS = 1_000_000
MESSAGES = 1_000_000
ROUNDS = 3


def clock_one_shot_events() -> Result:
    """A million events scheduled at scattered times, then run."""
    times_ns = _scattered(EVENTS)

    def bare_heapq() -> None:
        heap: list[tuple[int, int, Callable[[], None]]] = []
        for i, at_ns in enumerate(times_ns):
            heappush(heap, (at_ns, i, _nothing))
        while heap:
            _, _, callback = heappop(heap)
            callback()

    def sim_clock() -> None:
        clock = SimClock(step_ns=1, random_source=RandomSource(seed=0))
        for at_ns in times_ns:
            clock.schedule(at_ns, _nothing)
        clock.advance(EVENTS)

    clock_s, bare_s = in_turns(sim_clock, bare_heapq, repeats=ROUNDS)
    return {
        "name": "clock_one_shot_events",
        "value": EVENTS / clock_s,
        "unit": "events/s",
        "ratios": {"bare_heapq": bare_s / clock_s},
    }


def clock_periodic_events() -> Result:
    """A million occurrences of ten periodic events."""
    events = 10
    rounds = EVENTS // events

    def bare_heapq() -> None:
        heap: list[tuple[int, int, Callable[[], None]]] = [(0, i, _nothing) for i in range(events)]
        while heap[0][0] < rounds:
            at_ns, i, callback = heappop(heap)
            heappush(heap, (at_ns + 1, i, callback))
            callback()

    def sim_clock() -> None:
        clock = SimClock(step_ns=1, random_source=RandomSource(seed=0))
        for _ in range(events):
            clock.schedule_periodic(1, _nothing)
        clock.advance(rounds - 1)

    clock_s, bare_s = in_turns(sim_clock, bare_heapq, repeats=ROUNDS)
    return {
        "name": "clock_periodic_events",
        "value": EVENTS / clock_s,
        "unit": "events/s",
        "ratios": {"bare_heapq": bare_s / clock_s},
    }


def bus_one_subscriber() -> Result:
    """Messages to one subscriber, against calling a list of callbacks directly."""

    def subscriber(message: object) -> None:
        pass

    def plain_list() -> None:
        callbacks = [subscriber]
        for i in range(MESSAGES):
            for callback in callbacks:
                callback(i)

    def bus() -> None:
        bus = Bus(SimClock(step_ns=1, random_source=RandomSource(seed=0)))
        bus.subscribe("subscriber", subscriber)
        for i in range(MESSAGES):
            bus.publish("/channel", i)

    bus_s, plain_s = in_turns(bus, plain_list, repeats=ROUNDS)
    return {
        "name": "bus_one_subscriber",
        "value": MESSAGES / bus_s,
        "unit": "messages/s",
        "ratios": {"plain_list": plain_s / bus_s},
    }


def _nothing() -> None:
    pass


def _scattered(count: int) -> list[int]:
    """All the integers below `count` once, in an order that looks random and is always the same."""
    stride = 618_033  # coprime to the powers of ten, so that it visits every one
    return [i * stride % count for i in range(count)]


BENCHMARKS = [clock_one_shot_events, clock_periodic_events, bus_one_subscriber]
