"""Workload: interleaved publications to subscribers that answer, fail and unsubscribe."""

from functools import partial

from project_ghost.core.bus import Bus, Message
from project_ghost.core.clock import SimClock
from project_ghost.core.randomness import RandomSource

from ._digest import digest_of_lines
from ._mode import Mode

_STEP_NS = 1_000_000
_STEPS = 200
_PERIODS_NS = {"/vehicle/pose": 1_000_000, "/vehicle/imu": 2_000_000, "/light": 5_000_000}


def bus(_mode: Mode) -> str:
    """Return the digest of all messages as each subscriber received them."""
    clock = SimClock(_STEP_NS, RandomSource(1))
    the_bus = Bus(clock)
    lines: list[str] = []

    def note(name: str, message: Message) -> None:
        lines.append(f"{name} {message.channel} {message.stamp_sim_ns} {message.sequence}")

    def answer(message: Message) -> None:
        note("answer", message)
        the_bus.publish("/observer/answer", message.sequence)

    def fail(message: Message) -> None:
        note("fail", message)
        if message.sequence % 7 == 0:
            raise ValueError(message.channel)

    def publish(channel: str, period_ns: int) -> None:
        the_bus.publish(channel, clock.now_ns())
        the_bus.publish(f"{channel}/later", period_ns, clock.now_ns() + 3 * period_ns)

    the_bus.subscribe("zeta", partial(note, "zeta"))
    the_bus.subscribe("fail", fail, "/vehicle/*", on_error="isolate")
    the_bus.subscribe("answer", answer, ["/light", "/vehicle/imu*"])
    passing = the_bus.subscribe("alpha", partial(note, "alpha"), "*later")
    for channel, period_ns in _PERIODS_NS.items():
        clock.schedule_periodic(period_ns, partial(publish, channel, period_ns))
    clock.schedule(_STEPS // 2 * _STEP_NS, passing.unsubscribe)
    for _ in range(_STEPS):
        clock.advance()
    return digest_of_lines(lines)
