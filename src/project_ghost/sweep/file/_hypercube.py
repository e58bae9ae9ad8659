"""Latin hypercube samples: every parameter is spread evenly, with as many samples as one wants.

The range of each parameter is cut into as many equal slices as there are samples; each slice has
one sample, at a random place in it, and the slices are paired at random.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from project_ghost.core import dmath
from project_ghost.core.document import Node
from project_ghost.core.randomness import RandomSource

from ._values import Value

__all__ = ["Axis", "Hypercube", "read_hypercube"]

_SAMPLES_MAX = 1_000_000


@final
@dataclass(frozen=True)
class Axis:
    """A parameter: a range of numbers, even in their logarithm where `is_log`; or choices."""

    low: float = 0.0
    high: float = 1.0
    is_log: bool = False
    is_whole: bool = False
    choices: tuple[Value, ...] = ()

    def at(self, fraction: float) -> Value:
        """Return the value at a fraction of the range, from 0 to 1."""
        if self.choices:
            return self.choices[min(int(fraction * len(self.choices)), len(self.choices) - 1)]
        if self.is_whole:
            return int(self.low) + int(fraction * (self.high - self.low + 1.0))
        if self.is_log:
            low, high = dmath.log(self.low), dmath.log(self.high)
            return dmath.exp(low + fraction * (high - low))
        return self.low + fraction * (self.high - self.low)


@final
@dataclass(frozen=True)
class Hypercube:
    """How many samples, of which seed, over which parameters."""

    samples: int
    seed: int
    axes: Mapping[str, Axis]

    def points(self) -> list[dict[str, Value]]:
        """Return the samples: a value for each parameter."""
        columns = self.columns()
        return [{name: column[i] for name, column in columns.items()} for i in range(self.samples)]

    def columns(self) -> dict[str, list[Value]]:
        """Return the same as a list of values for each parameter."""
        return {name: self._column(name, axis) for name, axis in self.axes.items()}

    def _column(self, name: str, axis: Axis) -> list[Value]:
        # By the parameter's name, so that one more parameter changes nothing of the others.
        # ghost: allow[dynamic-label] as said
        source = RandomSource(self.seed).child("latin-hypercube").child(name)
        slices = list(range(self.samples))
        source.at(0).shuffle(slices)
        places = source.at(1)
        return [axis.at((each + places.uniform()) / self.samples) for each in slices]


def read_hypercube(node: Node) -> Hypercube:
    """Read `latin_hypercube:` of a sweep's file."""
    keys = node.mapping(("samples", "parameters"), ("seed",))
    samples = keys["samples"].whole()
    if not 1 <= samples <= _SAMPLES_MAX:
        raise keys["samples"].refused(f"samples is {samples}", f"from 1 to {_SAMPLES_MAX:_}")
    axes = {name: _axis(each) for name, each in keys["parameters"].entries().items()}
    if not axes:
        raise keys["parameters"].refused("there is no parameter", "at least one")
    seed = keys["seed"].whole() if "seed" in keys else 1
    return Hypercube(samples, seed, axes)


def _axis(node: Node) -> Axis:
    if isinstance(node.content, list):
        choices = tuple(item.plain() for item in node.items())
        if not choices:
            raise node.refused("there is nothing to choose from", "at least one value")
        return Axis(choices=choices)
    keys = node.mapping(("from", "to"), ("log", "whole"))
    low, high = keys["from"].number(), keys["to"].number()
    is_log = "log" in keys and keys["log"].boolean()
    is_whole = "whole" in keys and keys["whole"].boolean()
    if not low < high or (is_log and low <= 0.0):
        least = " that begins above 0" if is_log else ""
        raise node.refused(f"the range is from {low:g} to {high:g}", f"a range upwards{least}")
    if is_whole:
        low, high = float(keys["from"].whole()), float(keys["to"].whole())
    return Axis(low, high, is_log, is_whole)
