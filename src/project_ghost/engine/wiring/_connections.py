"""Connections: a signal to an input, with gain, offset and delay."""

from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine.component._declarations import Value


@dataclass(frozen=True)
class Connection:
    """A signal connected to an input: `gain * signal + offset`, of some samples ago."""

    source: str
    target: str
    gain: float = 1.0
    offset: float = 0.0
    delay_samples: int = 0
    delay_ns: int = 0  # not 0 for a delay in time, which stays when the writer's rate changes
    initial: Value = 0.0

    def under(self, path: str) -> "Connection":
        """The same connection in a graph that is nested under a path."""
        return replace(self, source=f"{path}/{self.source}", target=f"{path}/{self.target}")


def delay_in_samples(
    delay: int | str, writer: str, pattern: DuePattern, step_ns: int, where: str
) -> tuple[int, int]:
    """A delay in time as a number of the writer's samples, and in nanoseconds."""
    delay_ns = require_ns_at_least(0, parse_duration_ns(delay, "delay", where), "delay", where)
    if pattern.denominator != 1:
        raise InputError(
            f"the delay of {delay_ns:_} ns is not a number of samples of {writer}, "
            "whose samples are not evenly spaced",
            where,
            "`delayed`, one sample, where the writer's group is on_grid",
            "use `delayed`, or a Delay block of as many samples",
            key="delay",
        )
    samples, rest = divmod(delay_ns, pattern.interval * step_ns)
    if rest:
        raise InputError(
            f"the delay of {delay_ns:_} ns is not a whole number of samples of {writer}",
            where,
            f"a multiple of {pattern.interval * step_ns:_} ns",
            "choose a multiple of the writer's period, or `delayed` for one sample",
            key="delay",
        )
    return samples, delay_ns


def finite_float(value: object, name: str, where: str) -> float:
    """A number as a plain float, which the generated source can contain."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise InputTypeError(
            f"the {name} is {value!r}", where, "a number", "give a finite number", key=name
        )
    if not isfinite(value):
        raise InputError(
            f"the {name} is {value!r}", where, "a finite number", "give a finite number", key=name
        )
    return float(value)
