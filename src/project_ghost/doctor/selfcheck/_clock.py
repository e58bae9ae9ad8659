"""Workload: a schedule in which many callbacks share a time."""

from functools import partial

from project_ghost.core.clock import ScheduledEvent, SimClock
from project_ghost.core.randomness import RandomSource

from ._digest import digest_of_lines
from ._mode import Mode

_STEP_NS = 1_000_000
_PERIODS_NS = (1_000_000, 2_000_000, 5_000_000, 10_000_000, 33_333_333)
_ADVANCES = 400


def clock(_mode: Mode) -> str:
    """Return the digest of the order and times of all callbacks and advances."""
    sim_clock = SimClock(_STEP_NS, RandomSource(1))
    lines: list[str] = []
    late: list[ScheduledEvent] = []

    def note(name: str) -> None:
        lines.append(f"{sim_clock.now_ns()} {name}")

    def tick(period_ns: int) -> None:
        """Note the tick, schedule one call now and one later, and cancel every third of those."""
        now_ns = sim_clock.now_ns()
        note(f"every {period_ns}")
        sim_clock.schedule(now_ns, partial(note, f"now, asked for by {period_ns}"))
        later_ns = now_ns + 7 * period_ns
        late.append(sim_clock.schedule(later_ns, partial(note, f"later than {period_ns}")))
        if len(late) % 3 == 0:
            late[len(late) // 2].cancel()

    for phase, period_ns in enumerate(_PERIODS_NS):
        sim_clock.schedule_periodic(period_ns, partial(tick, period_ns))
        sim_clock.schedule_periodic(period_ns, partial(note, f"phase {phase}"), phase * _STEP_NS)
    for i in range(_ADVANCES):
        sim_clock.advance(i % 5 * 250_000)
        lines.append(f"{sim_clock.now_ns()} after advance {i}")
    return digest_of_lines(lines)
