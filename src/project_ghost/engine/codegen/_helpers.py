"""Helpers: the functions that generated source calls beside those of components.

A `HelperCalls` writes their calls, and notes which of them the source needs.
"""

from collections.abc import Callable, Mapping
from typing import Any, final

from project_ghost.core.arrays import Floats
from project_ghost.core.bits import wrapping_sum
from project_ghost.core.compiled import Kind
from project_ghost.core.errors import RunError
from project_ghost.core.randomness import normal_at, normals_into, uniform_at

from ._hash_chain import chain_sums, half_product, linked
from ._interpolation import (
    blended_quaternion,
    extrapolated,
    extrapolated_angle,
    extrapolated_angle_by_rate,
    extrapolated_by_rate,
    interpolated,
    interpolated_angle,
)


def refuse_nan() -> None:
    """Stop the run: a component wrote NaN."""
    raise RunError("not a number was written")


def count_nan(values: Floats, start: int, stop: int) -> int:
    """How many of a range of values are NaN.

    Over a slice and without an early end, so that machine code compares several at once.
    """
    block = values[start:stop]
    count = 0
    for i in range(len(block)):
        x = block[i]
        if x != x:
            count += 1
    return count


def require_numbers(values: Floats, start: int, stop: int) -> None:
    """Refuse NaN in a range of values."""
    if count_nan(values, start, stop):
        raise RunError("not a number was written")


def require_readable(values: Floats, start: int, stop: int) -> None:
    """Refuse NaN in an input after delay, policy, gain and offset."""
    if count_nan(values, start, stop):
        raise RunError("an input is not a number after delay, policy, gain and offset")


def read_only(values: Floats) -> Floats:
    """What a kernel reads: a write into it stops the interpreter; compiled code has none."""
    values.flags.writeable = False  # a view, so that its owner stays as it is
    return values


def draw(k0: int, k1: int, sample: int, index: int) -> float:
    """One standard normal number of a component's stream."""
    return normal_at((k0, k1), 0, sample, index)


def draw_into(k0: int, k1: int, sample: int, out: Floats) -> None:
    """The first standard normal numbers of a component's sample."""
    normals_into((k0, k1), 0, sample, out)


def draw_uniform(k0: int, k1: int, sample: int, index: int) -> float:
    """One number between 0 and 1 of a component's stream."""
    return uniform_at((k0, k1), 0, sample, index)


def draw_normals_into(k0: int, k1: int, sample: int, first: int, out: Floats) -> None:
    """Standard normal numbers of a component's sample, from a place in its stream on."""
    for i in range(out.shape[0]):
        out[i] = normal_at((k0, k1), 0, sample, first + i)


def draw_uniforms_into(k0: int, k1: int, sample: int, first: int, out: Floats) -> None:
    """Numbers between 0 and 1 of a component's sample, from a place in its stream on."""
    for i in range(out.shape[0]):
        out[i] = uniform_at((k0, k1), 0, sample, first + i)


def event_count(count: float, capacity: int) -> int:
    """How many rows of a table are events."""
    if not 0.0 <= count <= capacity or int(count) != count:
        raise RunError("the count of events is not a whole number within the table's capacity")
    return int(count)


HELPERS: Mapping[str, Callable[..., Any]] = {
    "refuse_nan": refuse_nan,
    "require_numbers": require_numbers,
    "require_readable": require_readable,
    "read_only": read_only,
    "draw": draw,
    "draw_into": draw_into,
    "draw_uniform": draw_uniform,
    "draw_normals_into": draw_normals_into,
    "draw_uniforms_into": draw_uniforms_into,
    "event_count": event_count,
    "chain_sums": chain_sums,
    "half_product": half_product,
    "linked": linked,
    "wrapping_sum": wrapping_sum,
    "interpolated": interpolated,
    "extrapolated": extrapolated,
    "extrapolated_by_rate": extrapolated_by_rate,
    "interpolated_angle": interpolated_angle,
    "extrapolated_angle": extrapolated_angle,
    "extrapolated_angle_by_rate": extrapolated_angle_by_rate,
    "blended_quaternion": blended_quaternion,
}


# Helpers that loop or are long: compiled once, and not into the machine code of each schedule.
# With the kinds of their arguments.
SEPARATE: Mapping[str, tuple[Kind, ...]] = {
    "require_numbers": (1, int, int),
    "require_readable": (1, int, int),
    "draw": (int, int, int, int),
    "draw_into": (int, int, int, 1),
    "draw_uniform": (int, int, int, int),
    "draw_normals_into": (int, int, int, int, 1),
    "draw_uniforms_into": (int, int, int, int, 1),
    "event_count": (float, int),
    "chain_sums": (1, 1, int, int),
}


@final
class HelperCalls:
    """Writes calls of helpers; `used` are the helpers that were called so far."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def call(self, helper: str, *arguments: object) -> str:
        """The source of a call."""
        assert helper in HELPERS, helper
        self.used.add(helper)
        return f"{helper}({', '.join(map(str, arguments))})"
