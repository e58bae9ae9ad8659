"""The sets of parameters of a sweep."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import final, overload

from .file._sweep import Sweep
from .file._values import Value

__all__ = ["Points"]


@final
class Points(Sequence[Mapping[str, Value]]):
    """The grid of parameters, each point of it with each Latin hypercube sample.

    Only the values of each parameter are kept; a set of them is made when it is asked for.
    """

    def __init__(self, sweep: Sweep) -> None:
        self._grid = sweep.parameters
        self._samples = {} if sweep.hypercube is None else sweep.hypercube.columns()
        self._count = 1 if sweep.hypercube is None else sweep.hypercube.samples

    def __len__(self) -> int:
        return prod(map(len, self._grid.values())) * self._count

    @overload
    def __getitem__(self, place: int) -> Mapping[str, Value]: ...
    @overload
    def __getitem__(self, place: slice) -> list[Mapping[str, Value]]: ...
    def __getitem__(self, place: int | slice) -> Mapping[str, Value] | list[Mapping[str, Value]]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        rest, sample = divmod(range(len(self))[place], self._count)
        grid: dict[str, Value] = {}
        for name, values in reversed(list(self._grid.items())):  # the last one changes first
            rest, number = divmod(rest, len(values))
            grid[name] = values[number]
        sampled = {name: column[sample] for name, column in self._samples.items()}
        return {**{name: grid[name] for name in self._grid}, **sampled}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters, in their order."""
        return tuple(dict.fromkeys((*self._grid, *self._samples)))

    def values(self, name: str) -> Sequence[Value]:
        """All values of a parameter, in the order in which they first come."""
        return self._samples[name] if name in self._samples else self._grid[name]
