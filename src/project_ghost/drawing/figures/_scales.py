"""Scales: where a value stands along an axis, from 0 to 1, and what is written beside it."""

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
# On a scale that has a zero: where it stands, and where the powers of ten begin above it.
_ZERO, _ABOVE_ZERO = 0.06, 0.18


class Tick(NamedTuple):
    """A mark at an axis, and its text."""

    place: float
    text: str


@final
@dataclass(frozen=True)
class LinearScale:
    """From one value to another in equal steps."""

    low: float
    high: float
    tick_step: float | None = None

    def place(self, value: float) -> float:
        """Where a value stands."""
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> tuple[Tick, ...]:
        """Round numbers."""
        step = self.tick_step or round_step((self.high - self.low) / (_TICKS - 1))
        digits = max(0, -floor(log10(step) + 1e-9))
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        # An exact zero has no sign, whatever was added up to it.
        values = [i * step for i in range(first, last + 1)]
        plain = digits <= 4 and max(abs(self.low), abs(self.high)) < 1e5
        return tuple(
            Tick(self.place(v), (f"{v:.{digits}f}" if plain else f"{v:.3g}").replace("-", "\u2212"))
            for v in values
        )


@final
@dataclass(frozen=True)
class LogScale:
    """Powers of ten, from 10**low to 10**high; and a zero below them, which is no power of ten.

    So a value that is exactly 0 can be told from one that is very small.
    """

    low: int
    high: int
    has_zero: bool

    @property
    def break_place(self) -> float | None:
        """Where the axis is broken, between the zero and the powers."""
        return 0.5 * (_ZERO + _ABOVE_ZERO) if self.has_zero else None

    def place(self, value: float) -> float:
        """Where a value stands; what is below the scale stands at its lower end."""
        begin = _ABOVE_ZERO if self.has_zero else 0.0
        if value <= 0.0:
            return _ZERO if self.has_zero else 0.0
        share = (log10(value) - self.low) / (self.high - self.low)
        return begin + (1.0 - begin) * max(0.0, share)

    def ticks(self) -> tuple[Tick, ...]:
        """The zero and some powers of ten."""
        step = max(1, ceil((self.high - self.low) / _TICKS))
        powers = [p for p in range(self.low, self.high + 1) if (p - self.high) % step == 0]
        found = [Tick(self.place(10.0**p), f"10{str(p).translate(_SUPERSCRIPTS)}") for p in powers]
        return ((Tick(_ZERO, "0"),) if self.has_zero else ()) + tuple(found)


@final
@dataclass(frozen=True)
class NameScale:
    """Names side by side: the value i is the i-th of them, from 0 on."""

    names: tuple[str, ...]

    def place(self, value: float) -> float:
        """Where the i-th name stands; values between names are between them."""
        return (value + 0.5) / len(self.names)

    def is_crowded(self, letters: float) -> bool:
        """Whether the names do not fit side by side into a line of so many letters."""
        return max(len(name) for name in self.names) + 1.0 > letters / len(self.names)

    def ticks(self) -> tuple[Tick, ...]:
        """All names."""
        return tuple(Tick(self.place(i), name) for i, name in enumerate(self.names))


Scale: TypeAlias = LinearScale | LogScale | NameScale


def linear_scale(values: Iterable[float], *, room: float = 0.05) -> LinearScale:
    """A scale that holds all these, with some room at both ends."""
    found = [v for v in values if isfinite(v)]
    if not found:
        return LinearScale(0.0, 1.0)
    low, high = min(found), max(found)
    if high - low <= 1e-12 * max(abs(low), abs(high)):  # one value: it stands in the middle
        half = 0.5e-3 * max(1.0, abs(high))
        low, high = low - half, high + half
    width = high - low
    return LinearScale(low - room * width, high + room * width)


def log_scale(values: Iterable[float]) -> LogScale:
    """A scale of whole decades that holds all these; with a zero if one of them is 0."""
    found = [v for v in values if isfinite(v)]
    powers = [log10(v) for v in found if v > 0.0] or [-3.0, -1.0]
    low, high = floor(min(powers) - 0.1), ceil(max(powers) + 0.2)
    return LogScale(low, max(high, low + 2), any(v <= 0.0 for v in found))


def equal_scales(
    xs: Sequence[float], ys: Sequence[float], width: float, height: float, *, room: float = 0.06
) -> tuple[LinearScale, LinearScale]:
    """Scales for a plane: a metre is as long along x as along y, in a frame of this size."""
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
