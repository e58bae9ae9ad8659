"""Points in time and durations: whole nanoseconds inside, microseconds by name."""

from __future__ import annotations

from functools import total_ordering
from typing import final

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError

__all__ = ["TimeDuration", "TimePoint"]

_NS_PER_US = 1000
_SLOTS = ("time_ns",)


@final
@total_ordering
class TimeDuration:
    """A length of time, also negative; made by `from_s`, `from_ms`, `from_us` or `from_ns`."""

    __slots__ = _SLOTS

    time_ns: int

    def __init__(self, *, time_us: int, _direct: bool = True) -> None:
        if _direct:
            raise ClosedLoopError(
                "Don't initialize this class directly, use one of the constructors instead!"
            )
        self.time_ns = time_us * _NS_PER_US

    @classmethod
    def from_ns(cls, time_ns: int) -> TimeDuration:
        """A duration of whole nanoseconds."""
        result = cls.__new__(cls)
        result.time_ns = time_ns
        return result

    @classmethod
    def from_us(cls, t_us: int) -> TimeDuration:
        """A duration of whole microseconds."""
        if not isinstance(t_us, int):
            raise ClosedLoopValueError("Microseconds must be an integer!")
        return cls.from_ns(t_us * _NS_PER_US)

    @classmethod
    def from_ms(cls, t_ms: float) -> TimeDuration:
        """A duration in milliseconds, cut off below a microsecond."""
        return cls.from_us(int(t_ms * 1_000))

    @classmethod
    def from_s(cls, t_s: float) -> TimeDuration:
        """A duration in seconds, cut off below a microsecond."""
        return cls.from_us(int(t_s * 1_000_000))

    @property
    def time_us(self) -> int:
        """The duration in microseconds, rounded down."""
        return self.time_ns // _NS_PER_US

    @property
    def time_ms(self) -> float:
        """The duration in milliseconds."""
        return self.time_ns / 1e6

    @property
    def time_s(self) -> float:
        """The duration in seconds."""
        return self.time_ns / 1e9

    def __add__(self, other: object) -> TimeDuration:
        if isinstance(other, TimeDuration):
            return TimeDuration.from_ns(self.time_ns + other.time_ns)
        return NotImplemented

    def __sub__(self, other: object) -> TimeDuration:
        if isinstance(other, TimeDuration):
            return TimeDuration.from_ns(self.time_ns - other.time_ns)
        return NotImplemented

    def __mul__(self, other: object) -> TimeDuration:
        if isinstance(other, int):
            return TimeDuration.from_ns(self.time_ns * other)
        if isinstance(other, float):
            return TimeDuration.from_s(self.time_s * other)
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> TimeDuration:
        if isinstance(other, int | float):
            return TimeDuration.from_s(self.time_s / other)
        return NotImplemented

    def __floordiv__(self, other: object) -> TimeDuration:
        if isinstance(other, int | float):
            return TimeDuration.from_s(self.time_s // other)
        return NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.time_ns < other.time_ns if isinstance(other, TimeDuration) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self.time_ns == other.time_ns if isinstance(other, TimeDuration) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.time_ns)

    def __repr__(self) -> str:
        return f"TimeDuration({self.time_s}s)"

    def __reduce__(self) -> tuple[object, ...]:
        return TimeDuration.from_ns, (self.time_ns,)


@final
@total_ordering
class TimePoint:
    """A time of the run, never negative. `TimePoint(time_us)`, or `TimePoint.from_ns(time_ns)`."""

    __slots__ = _SLOTS

    time_ns: int

    def __init__(self, time_us: float) -> None:
        # A fraction of a microsecond is kept; nuPlan keeps it too, by accident.
        self._set(int(time_us * _NS_PER_US))

    def _set(self, time_ns: int) -> None:
        if time_ns < 0:
            raise ClosedLoopValueError("Time point has to be positive!")
        self.time_ns = time_ns

    @classmethod
    def _not_negative(cls, time_ns: int) -> TimePoint:
        result = cls.__new__(cls)
        result._set(time_ns)
        return result

    @classmethod
    def from_ns(cls, time_ns: int) -> TimePoint:
        """A time in whole nanoseconds; negative in the past of a scenario, before its start."""
        result = cls.__new__(cls)
        result.time_ns = time_ns
        return result

    @property
    def time_us(self) -> int:
        """The time in microseconds, rounded down."""
        return self.time_ns // _NS_PER_US

    @property
    def time_s(self) -> float:
        """The time in seconds, with the rounding that programs for nuPlan know."""
        return self.time_ns / _NS_PER_US * 1e-6

    def diff(self, time_point: TimePoint) -> TimeDuration:
        """The duration from another time to this one."""
        return TimeDuration.from_ns(self.time_ns - time_point.time_ns)

    def __add__(self, other: object) -> TimePoint:
        if isinstance(other, TimeDuration | TimePoint):
            return TimePoint._not_negative(self.time_ns + other.time_ns)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: object) -> TimePoint:
        if isinstance(other, TimeDuration | TimePoint):
            return TimePoint._not_negative(self.time_ns - other.time_ns)
        return NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.time_ns < other.time_ns if isinstance(other, TimePoint) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self.time_ns == other.time_ns if isinstance(other, TimePoint) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.time_ns)

    def __repr__(self) -> str:
        return f"TimePoint(time_us={self.time_us})"

    def __reduce__(self) -> tuple[object, ...]:
        return TimePoint.from_ns, (self.time_ns,)
