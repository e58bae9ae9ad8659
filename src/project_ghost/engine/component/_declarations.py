"""What a component declares: its ports, its state, its parameters, its noise.

A declaration is an attribute of the component's class. Its name is the name by which the
component's functions receive it.
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
    """How values between two samples are found."""

    PLAIN = "plain"
    ANGLE = "angle"  # radians: the short way round
    QUATERNION = "quaternion"  # (w, x, y, z): the short way round, and unit


@dataclass(frozen=True, kw_only=True)
class Input:
    """A signal that the component reads. A unit of None accepts any.

    One with a `default` may stay unconnected, and then reads that constant.
    """

    shape: Shape = ()
    unit: str | None = None
    default: Value | None = None


@dataclass(frozen=True, kw_only=True)
class Output:
    """A signal that the component writes; `initial` holds until it does so first.

    `rate` names an output of the same component that is this one's derivative. `about` says
    what the signal means; recordings have it in their schemas.
    """

    shape: Shape = ()
    unit: str | None = None
    kind: Kind = Kind.PLAIN
    rate: str | None = None
    initial: Value = 0.0
    about: str = ""

    def __post_init__(self) -> None:
        known = [kind.value for kind in Kind]
        if self.kind not in known:
            raise InputError(
                f"there is no kind {self.kind!r}{did_you_mean(str(self.kind), known)}",
                "Output",
                f"one of {', '.join(known)}",
                "docs/policies.md says what each of them means",
            )
        # A text that names one is one: `kind="angle"`.
        object.__setattr__(self, "kind", Kind(self.kind))


@dataclass(frozen=True)
class State:
    """What the component remembers from one sample to the next.

    The hash chain's link goes over it in every sample, unless `is_chained` is false: for a
    long memory of which a sample changes little, and which the outputs come to show. The
    digest goes over it in any case.
    """

    initial: Value = 0.0
    shape: Shape = ()
    unit: str | None = None
    continuous: bool = False
    is_chained: bool = True


def Continuous(initial: Value = 0.0, shape: Shape = (), unit: str | None = None) -> State:  # noqa: N802
    """A state whose derivative the component gives; the engine integrates it."""
    return State(initial, shape, unit, continuous=True)


@dataclass(frozen=True)
class Parameter:
    """A constant of one instance, which a fork of a run may change."""

    default: Value | None = None
    shape: Shape = ()
    unit: str | None = None


@dataclass(frozen=True)
class Size:
    """A whole number that shapes are made of; fixed when the component is made."""

    default: int


@dataclass(frozen=True, kw_only=True)
class Noise:
    """Numbers from the component's own stream, new at every sample.

    They are standard normal, or, where `uniform` is set, evenly distributed in [0, 1).
    """

    shape: Shape = ()
    uniform: bool = False


Declaration: TypeAlias = Input | Output | State | Parameter | Size | Noise
