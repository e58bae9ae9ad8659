"""The declarations of a component: ports, states, parameters and noise.

A declaration is an attribute of the component's class. The component's functions receive its
value as the argument of the same name.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

# A shape's entry is a number, or the name of a `Size` of the component.
Shape: TypeAlias = tuple[int | str, ...]
Value: TypeAlias = float | tuple["Value", ...]


class Kind(StrEnum):
    """How values between two samples are interpolated."""

    PLAIN = "plain"
    ANGLE = "angle"  # radians, along the shorter arc
    QUATERNION = "quaternion"  # (w, x, y, z), along the shorter arc, normalised


@dataclass(frozen=True, kw_only=True)
class Input:
    """A signal that the component reads. A unit of None accepts any unit.

    An input with a `default` may stay unconnected; it then reads that constant.
    """

    shape: Shape = ()
    unit: str | None = None
    default: Value | None = None


@dataclass(frozen=True, kw_only=True)
class Output:
    """A signal that the component writes; it is `initial` until the first write.

    `rate` names the output of the same component that is this one's derivative. `present`
    names the output that is 0 where this one has no value: a sensor without a measurement. Such
    a sample is not published, and recorded as absent. `about` describes the signal in the
    schemas of recordings.
    """

    shape: Shape = ()
    unit: str | None = None
    kind: Kind = Kind.PLAIN
    rate: str | None = None
    present: str | None = None
    initial: Value = 0.0
    about: str = ""

    def __post_init__(self) -> None:
        known = [kind.value for kind in Kind]
        if self.kind not in known:
            raise InputError(
                f"there is no kind {self.kind!r}{did_you_mean(str(self.kind), known)}",
                "Output",
                f"one of {', '.join(known)}",
                "docs/policies.md describes each of them",
            )
        # Accept the text of a kind: `kind="angle"`.
        object.__setattr__(self, "kind", Kind(self.kind))


@dataclass(frozen=True)
class State:
    """A value that the component keeps from one sample to the next.

    Every link of the hash chain covers it, unless `is_chained` is false. That suits a large
    memory of which each sample changes little and which shows in the outputs. The digest
    covers it in either case.
    """

    initial: Value = 0.0
    shape: Shape = ()
    unit: str | None = None
    continuous: bool = False
    is_chained: bool = True


def Continuous(initial: Value = 0.0, shape: Shape = (), unit: str | None = None) -> State:  # noqa: N802
    """A state that the engine integrates; the component computes its derivative."""
    return State(initial, shape, unit, continuous=True)


@dataclass(frozen=True)
class Parameter:
    """A constant of one instance, which a fork of a run may change."""

    default: Value | None = None
    shape: Shape = ()
    unit: str | None = None


@dataclass(frozen=True)
class Size:
    """An integer for use in shapes, fixed when the component is created."""

    default: int


@dataclass(frozen=True, kw_only=True)
class Noise:
    """Random numbers from the component's own stream, new at every sample.

    They are standard normal or, with `uniform`, uniformly distributed in [0, 1).
    """

    shape: Shape = ()
    uniform: bool = False


Declaration: TypeAlias = Input | Output | State | Parameter | Size | Noise
