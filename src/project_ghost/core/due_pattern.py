"""The steps of a fixed grid at which a fixed rate is due.

One type covers both cases. A period of whole steps is due at every n-th step. A rate that
does not divide the grid is due at the first step at or after each ideal instant. The instants
are exact rationals, so the pattern of gaps (34, 33, 33 steps for 30 Hz with steps of 1 ms) is
periodic, exact on average, and the same everywhere.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import final

from .duration import require_ns_at_least
from .errors import InputError, InputTypeError
from .rate import interval_steps_from_rate

__all__ = ["DuePattern"]

_FIX = "create it with DuePattern.every, DuePattern.on_grid or DuePattern.from_steps"


@final
@dataclass(frozen=True, slots=True)
class DuePattern:
    """The k-th ideal instant is at `(phase + k * interval) / denominator` steps, k = 0, 1, ...

    An instant is due at the first step at or after it. The three integers are in lowest terms
    and the interval is at least one step, so that no two instants share a step; `every`,
    `on_grid` and `from_steps` create such patterns.
    """

    phase: int
    interval: int
    denominator: int

    def __post_init__(self) -> None:
        numbers = (self.phase, self.interval, self.denominator)
        if not all(type(number) is int for number in numbers):
            raise InputTypeError(
                f"phase, interval and denominator are {numbers}",
                "DuePattern",
                "three integers",
                _FIX,
            )
        if self.phase < 0 or not self.interval >= self.denominator > 0:
            raise InputError(
                f"phase, interval and denominator are {numbers}",
                "DuePattern",
                "a phase of 0 or more, and an interval of at least the denominator, "
                "which is at least 1",
                _FIX,
            )
        divisor = gcd(*numbers)
        if divisor != 1:
            phase, interval, denominator = (number // divisor for number in numbers)
            raise InputError(
                f"phase, interval and denominator are {numbers}, all multiples of {divisor}",
                "DuePattern",
                "lowest terms, so that equal patterns are equal values",
                f"write DuePattern({phase}, {interval}, {denominator})",
            )

    @classmethod
    def every(
        cls, period_ns: int, step_ns: int, phase_ns: int = 0, where: str = "DuePattern.every"
    ) -> "DuePattern":
        """Return the pattern of a period and a phase that are whole numbers of steps."""
        step_ns = require_ns_at_least(1, step_ns, "step_ns", where)
        period_ns = require_ns_at_least(1, period_ns, "period_ns", where)
        phase_ns = require_ns_at_least(0, phase_ns, "phase_ns", where)
        period_steps = _whole_steps(1, period_ns, "period_ns", step_ns, where)
        phase_steps = _whole_steps(0, phase_ns, "phase_ns", step_ns, where)
        return cls.from_steps(Fraction(period_steps), Fraction(phase_steps))

    @classmethod
    def on_grid(
        cls, rate_hz: object, step_ns: int, phase_ns: int = 0, where: str = "DuePattern.on_grid"
    ) -> "DuePattern":
        """Return the pattern of any rate up to one instant a step: `on_grid: true`."""
        step_ns = require_ns_at_least(1, step_ns, "step_ns", where)
        phase_ns = require_ns_at_least(0, phase_ns, "phase_ns", where)
        interval_steps = interval_steps_from_rate(rate_hz, step_ns, where=where)
        return cls.from_steps(interval_steps, Fraction(phase_ns, step_ns))

    @classmethod
    def from_steps(
        cls, interval_steps: Fraction | int, phase_steps: Fraction | int
    ) -> "DuePattern":
        """Return the pattern whose ideal instants are `phase_steps + k * interval_steps`."""
        _require_steps(1, interval_steps, "interval_steps")
        _require_steps(0, phase_steps, "phase_steps")
        # A common denominator of two reduced fractions leaves nothing to reduce.
        denominator = lcm(interval_steps.denominator, phase_steps.denominator)
        return cls(int(phase_steps * denominator), int(interval_steps * denominator), denominator)

    @property
    def cycle_steps(self) -> int:
        """The number of steps after which the pattern repeats."""
        return self.interval // gcd(self.interval, self.denominator)

    @property
    def cycle_count(self) -> int:
        """The number of due steps in one cycle."""
        return self.denominator // gcd(self.interval, self.denominator)

    def step_of(self, k: int) -> int:
        """Return the step at which the k-th instant is due."""
        return -(-(self.phase + k * self.interval) // self.denominator)

    def gap_before(self, k: int) -> int:
        """Return the number of steps between the k-th due step and the one before.

        The gap before the first due step is the one that an earlier instant would give.
        """
        return self.step_of(k) - self.step_of(k - 1)

    def count_before(self, step: int) -> int:
        """Return the number of due steps before `step`.

        It is also the index of the first one at or after `step`, so that
        `step_of(count_before(step))` is the next due step.
        """
        return max(0, ((step - 1) * self.denominator - self.phase) // self.interval + 1)

    def is_due(self, step: int) -> bool:
        """Tell whether `step` is a due step."""
        return self.step_of(self.count_before(step)) == step


def _require_steps(minimum: int, value: object, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, Fraction | int):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}",
            "DuePattern.from_steps",
            "an exact number of steps, a Fraction or an integer",
            "write it as a ratio, such as Fraction(100, 3)",
            key=name,
        )
    if value < minimum:
        raise InputError(
            f"{name} is {value}",
            "DuePattern.from_steps",
            f"{minimum} or more"
            + (", because two instants may not share a step" if minimum else ""),
            "lower the rate, or shorten the step"
            if minimum
            else "add whole intervals to it until it is not negative",
            key=name,
        )


def _whole_steps(minimum: int, value_ns: int, name: str, step_ns: int, where: str) -> int:
    steps, rest_ns = divmod(value_ns, step_ns)
    if rest_ns:
        legal = [each * step_ns for each in (steps, steps + 1) if each >= minimum]
        neighbours = " or ".join(f"{each_ns:_}" for each_ns in legal)
        raise InputError(
            f"{name} is {value_ns:_} ns, which is not a whole number of steps",
            where,
            f"a multiple of the step, {step_ns:_} ns",
            f"use {neighbours} ns; or give a rate_hz with `on_grid: true`, which fits any step",
            key=name,
        )
    return steps
