"""Scales: the place of a value along an axis, from 0 to 1, and the texts beside the axis."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import NamedTuple, TypeAlias, final

__all__ = [
    "LinearScale",
    "LogScale",
    "NameScale",
    "Scale",
    "Tick",
    "equal_scales",
    "linear_scale",
    "log_scale",
    "round_step",
]

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TICKS = 6
# On a scale with a zero: the place of the zero, and where the powers of ten begin above it.
_ZERO, _ABOVE_ZERO = 0.06, 0.18


class Tick(NamedTuple):
    """A place on an axis, and the text beside it."""

    place: float
    text: str


@final
@dataclass(frozen=True)
class LinearScale:
    """A linear scale from one value to another."""

    low: float
    high: float
    tick_step: float | None = None

    def place(self, value: float) -> float:
        """The place of a value."""
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> tuple[Tick, ...]:
        """Ticks at round numbers."""
        step = self.tick_step or round_step((self.high - self.low) / (_TICKS - 1))
        digits = max(0, -floor(log10(step) + 1e-9))
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        # Multiples of the step, because a sum of steps may miss 0 by a rounding error.
        values = [i * step for i in range(first, last + 1)]
        plain = digits <= 4 and max(abs(self.low), abs(self.high)) < 1e5
        return tuple(
            Tick(self.place(v), (f"{v:.{digits}f}" if plain else f"{v:.3g}").replace("-", "\u2212"))
            for v in values
        )


@final
@dataclass(frozen=True)
class LogScale:
    """A logarithmic scale from 10**low to 10**high, with a place for 0 below it if `has_zero`.

    So a value that is exactly 0 can be told from one that is very small.
    """

    low: int
    high: int
    has_zero: bool

    @property
    def break_place(self) -> float | None:
        """Where the axis is broken: between the zero and the powers of ten."""
        return 0.5 * (_ZERO + _ABOVE_ZERO) if self.has_zero else None

    def place(self, value: float) -> float:
        """The place of a value; one below the scale is at its lower end."""
        if value <= 0.0:
            return _ZERO if self.has_zero else 0.0
        return self._place_of_power(log10(value))

    def _place_of_power(self, power: float) -> float:
        begin = _ABOVE_ZERO if self.has_zero else 0.0
        fraction = (power - self.low) / (self.high - self.low)
        return begin + (1.0 - begin) * max(0.0, fraction)

    def ticks(self) -> tuple[Tick, ...]:
        """Ticks at the zero and at some powers of ten."""
        step = max(1, ceil((self.high - self.low) / _TICKS))
        powers = [p for p in range(self.low, self.high + 1) if (p - self.high) % step == 0]
        ticks = [
            Tick(self._place_of_power(p), f"10{str(p).translate(_SUPERSCRIPTS)}") for p in powers
        ]
        return ((Tick(_ZERO, "0"),) if self.has_zero else ()) + tuple(ticks)


@final
@dataclass(frozen=True)
class NameScale:
    """Names side by side: the value i is the i-th name, counted from 0."""

    names: tuple[str, ...]

    def place(self, value: float) -> float:
        """The place of the i-th name; other values are between names."""
        return (value + 0.5) / len(self.names)

    def is_crowded(self, letters: float) -> bool:
        """Whether the names do not fit side by side into this many letters."""
        return max(len(name) for name in self.names) + 1.0 > letters / len(self.names)

    def ticks(self) -> tuple[Tick, ...]:
        """A tick at each name."""
        return tuple(Tick(self.place(i), name) for i, name in enumerate(self.names))


Scale: TypeAlias = LinearScale | LogScale | NameScale


def linear_scale(values: Iterable[float], *, room: float = 0.05) -> LinearScale:
    """A scale for all finite values, with `room` at both ends as a fraction of its length."""
    finite = [v for v in values if isfinite(v)]
    if not finite:
        return LinearScale(0.0, 1.0)
    low, high = min(finite), max(finite)
    if high - low <= 1e-12 * max(abs(low), abs(high)):  # one value: put it in the middle
        half = 0.5e-3 * max(1.0, abs(high))
        low, high = low - half, high + half
    width = high - low
    return LinearScale(low - room * width, high + room * width)


def log_scale(values: Iterable[float]) -> LogScale:
    """A scale of whole decades that holds all values, with a zero if one of them is 0."""
    finite = [v for v in values if isfinite(v)]
    powers = [log10(v) for v in finite if v > 0.0] or [-3.0, -1.0]
    low, high = floor(min(powers) - 0.1), ceil(max(powers) + 0.2)
    return LogScale(low, max(high, low + 2), any(v <= 0.0 for v in finite))


def equal_scales(
    xs: Sequence[float], ys: Sequence[float], width: float, height: float, *, room: float = 0.06
) -> tuple[LinearScale, LinearScale]:
    """Scales for a plane in a frame of this size: a metre has the same length along x and y."""
    x, y = linear_scale(xs, room=room), linear_scale(ys, room=room)
    unit = max((x.high - x.low) / width, (y.high - y.low) / height)
    return _widened(x, unit * width), _widened(y, unit * height)


def _widened(scale: LinearScale, length: float) -> LinearScale:
    middle = 0.5 * (scale.low + scale.high)
    return LinearScale(middle - 0.5 * length, middle + 0.5 * length)


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... and their tenths that is at least this."""
    power = 10.0 ** floor(log10(least))
    return next(power * m for m in (1.0, 2.0, 5.0, 10.0) if power * m >= least * (1.0 - 1e-9))
