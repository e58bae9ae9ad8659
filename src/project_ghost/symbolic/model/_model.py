"""A graph as expressions: named vectors, and the functions over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import Kind

if TYPE_CHECKING:
    import casadi
    import numpy as np

__all__ = ["Limit", "Math", "NoiseDraw", "RateTransitions", "SymbolicModel", "Variable"]

Math = Literal["native", "portable"]
RateTransitions = Literal["snapshot", "embedded"]


@dataclass(frozen=True)
class Variable:
    """A named part of a vector: `size` numbers from `start`.

    A quaternion has a kind of its own because its error has three numbers, and an angle because
    its differences go the short way round.
    """

    name: str
    start: int
    size: int = 1
    unit: str = ""
    kind: Kind = Kind.PLAIN
    places: tuple[int, ...] = ()  # among the values of a run, where it is a signal or a state

    @property
    def span(self) -> slice:
        """The place of the variable in its vector."""
        return slice(self.start, self.start + self.size)

    @property
    def labels(self) -> tuple[str, ...]:
        """One name for each number: `Plant.position[0]`, or `Plant.speed` alone."""
        if self.size == 1:
            return (self.name,)
        return tuple(f"{self.name}[{index}]" for index in range(self.size))


@dataclass(frozen=True)
class Limit:
    """An expression that the engine clips, left free in the dynamics, with its bounds.

    `index` is its place in the vector that `SymbolicModel.limits` gives.
    """

    name: str
    index: int
    low: float
    high: float


@dataclass(frozen=True)
class NoiseDraw:
    """Where a run gets a number of the noise from.

    It is at `place` in the component's stream, `later` samples of its group after the first one
    of the period.
    """

    component: str
    group: str
    later: int
    place: int
    is_uniform: bool = False


@dataclass(frozen=True)
class SymbolicModel:
    """One period of a graph as functions of named vectors.

    `step(x, u, p, t_ns, w)` gives `(x_next, y, stops)`: state, inputs (what was cut or
    exposed), parameters
    (those that were named), the time at which the period begins in nanoseconds, and noise. `y` is
    read where the period begins. One of `stops` is 1 where the engine would have stopped: at the
    check that `stop_names` has at its place.

    `limits(x, u, p, t_ns, w)` gives the expressions that `limited` describes. `continuous` has
    the same arguments and gives the derivative of the part of the state that has one, by name in
    `continuous_states`. `rates` are samples per second, by rate group. `draws` says where a run
    has its noise from. `without` are the components that were cut or frozen, `held` the signals and
    states that were frozen.
    """

    step: casadi.Function
    states: tuple[Variable, ...]
    inputs: tuple[Variable, ...]
    parameters: tuple[Variable, ...]
    noise: tuple[Variable, ...]
    outputs: tuple[Variable, ...]
    x0: np.ndarray
    u0: np.ndarray
    p0: np.ndarray
    t0_ns: int
    period_ns: int
    rates: dict[str, float]
    math: Math
    rate_transitions: RateTransitions
    scenario_digest: str = ""
    stop_names: tuple[str, ...] = ()
    limits: casadi.Function | None = None
    limited: tuple[Limit, ...] = ()
    continuous: casadi.Function | None = None
    continuous_states: tuple[str, ...] = ()
    draws: tuple[NoiseDraw, ...] = ()
    without: tuple[str, ...] = ()
    held: tuple[str, ...] = ()

    def state(self, name: str) -> Variable:
        """Return a state by its name."""
        return _named(self.states, name)

    def output(self, name: str) -> Variable:
        """Return an output by its name."""
        return _named(self.outputs, name)

    def input(self, name: str) -> Variable:
        """Return an input by its name."""
        return _named(self.inputs, name)

    def parameter(self, name: str) -> Variable:
        """Return a parameter by its name."""
        return _named(self.parameters, name)


def _named(variables: tuple[Variable, ...], name: str) -> Variable:
    for variable in variables:
        if variable.name == name:
            return variable
    known = [variable.name for variable in variables]
    raise InputError(
        f"there is no {name!r}{did_you_mean(name, known)}",
        "a symbolic model",
        f"one of {', '.join(known)}" if known else "nothing: there are none",
        "look at the names of the model's variables",
        key=name,
    )
