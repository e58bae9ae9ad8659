"""Traces: the samples of every actor in every repeat of one experiment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import prod

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError

__all__ = ["AXES", "Traces", "Variable", "VariableKind", "traces_from_rows"]

Labels = tuple[str, ...]

AXES = ("x", "y", "z")
# Traces have a place for each repeat, actor and time: few rows must not ask for all memory.
CELLS_PER_ROW_MAX = 200
_CELLS_FREE = 1_000_000


class VariableKind(StrEnum):
    """The kind of a variable's values, which decides how their spread is measured."""

    POSITION = "position"
    ANGLE = "angle"  # differences are wrapped to half a turn
    PLAIN = "plain"
    CATEGORY = "category"  # such as a status: values are either equal or not


@dataclass(frozen=True)
class Variable:
    """One variable of all repeats, actors and times, in the file's unit.

    `scale` is the factor to SI. The values are not converted, so that rounding never makes two
    different values equal. The values of a category are indices into `categories`.
    """

    values: Floats  # (repeats, actors, times)
    kind: VariableKind
    unit: str
    scale: float = 1.0
    categories: Labels = ()


@dataclass(frozen=True)
class Traces:
    """Repeats of one experiment. `present` marks the samples that exist."""

    source: str
    repeats: Labels
    actors: Labels
    times_ns: Integers
    present: NDArray[np.bool_]  # (repeats, actors, times)
    variables: Mapping[str, Variable]
    collisions_ns: tuple[int | None, ...]  # the first collision of each repeat
    touching: Labels = ()  # actors that took part in a collision in some repeat

    @property
    def first_collision_ns(self) -> int | None:
        """The earliest collision of any repeat."""
        return min((each for each in self.collisions_ns if each is not None), default=None)


def traces_from_rows(
    source: str,
    repeats: Sequence[str],
    actors: Sequence[str],
    times_ns: Integers,
    columns: Mapping[str, Variable],
    collided: NDArray[np.bool_] | None = None,
) -> Traces:
    """Build traces from rows in any order, at most one for each (repeat, actor, time).

    Each column has one value for each row.
    """
    if not len(times_ns):
        raise InputError(
            "the trace is empty", source, "at least one sample", "check the program that wrote it"
        )
    repeat_names, repeat = _index_labels(repeats)
    actor_names, actor = _index_labels(actors)
    times, time = np.unique(times_ns, return_inverse=True)
    shape = (len(repeat_names), len(actor_names), len(times))
    if prod(shape) > CELLS_PER_ROW_MAX * len(times_ns) + _CELLS_FREE:
        raise InputError(
            f"its {len(times_ns):,} samples are of {shape[0]:,} repeats, {shape[1]:,} actors and "
            f"{shape[2]:,} times, so that almost none can be compared",
            source,
            f"at least one sample for {CELLS_PER_ROW_MAX} of their combinations",
            "check which columns are the repeat, the actor and the time",
        )
    index = np.ravel_multi_index((repeat, actor, time), shape)
    _require_unique(index, shape, source, repeat_names, actor_names, times)
    present = np.zeros(shape, dtype=bool)
    present.reshape(-1)[index] = True
    variables: dict[str, Variable] = {}
    for name, column in columns.items():
        values = np.zeros(shape)
        values.reshape(-1)[index] = column.values
        variables[name] = Variable(
            values, column.kind, column.unit, column.scale, column.categories
        )
    collisions: tuple[int | None, ...] = (None,) * len(repeat_names)
    touching: Labels = ()
    if collided is not None:
        touching = tuple(actor_names[a] for a in np.unique(actor[collided]))
        hits = [times_ns[collided & (repeat == i)] for i in range(len(repeat_names))]
        collisions = tuple(int(hit.min()) if len(hit) else None for hit in hits)
    return Traces(
        source, repeat_names, actor_names, times, present, variables, collisions, touching
    )


def _index_labels(labels: Sequence[str]) -> tuple[Labels, Integers]:
    """Return the distinct labels in natural order, and for each row the index of its label."""
    names, inverse = np.unique(np.asarray(labels, dtype=str), return_inverse=True)
    order = sorted(range(len(names)), key=lambda i: _natural_key(str(names[i])))
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names))
    return tuple(str(names[i]) for i in order), rank[inverse]


def _natural_key(label: str) -> tuple[bool, int, str, str]:
    """Numbers before words, and by their value; without making one of thousands of digits."""
    if not (label.isascii() and label.isdecimal()):
        return True, 0, "", label
    digits = label.lstrip("0")
    return False, len(digits), digits, label


def _require_unique(
    index: Integers,
    shape: tuple[int, int, int],
    source: str,
    repeats: Labels,
    actors: Labels,
    times: Integers,
) -> None:
    counts = np.bincount(index)
    if counts.max() > 1:
        r, a, t = np.unravel_index(int(np.argmax(counts > 1)), shape)
        raise InputError(
            f"repeat {repeats[r]}, actor {actors[a]}, time {int(times[t]):_} ns occurs "
            f"{int(counts.max())} times",
            source,
            "one sample for each repeat, actor and time",
            "give each repeat and each actor a unique label",
        )
