"""Which components of a model lead, and which only follow.

A follower is a component that the leading ones do not depend on: a sensor, a filter whose belief
nobody controls by, a recording. The leading ones are a feedback loop and what acts on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from project_ghost.engine.wiring._names import component_of

if TYPE_CHECKING:
    import casadi as ca

    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = [
    "Sources",
    "closure",
    "component_of_state",
    "leaders",
    "main_loop",
    "readers",
    "sources_of",
]

# By component, those whose states its next state depends on.
Sources = Mapping[str, frozenset[str]]


def component_of_state(name: str) -> str:
    """Return the component of a state. Those of a table have names of rows: `Cars[ego].speed`."""
    return component_of(name).partition("[")[0]


def sources_of(model: SymbolicModel, slopes: ca.Sparsity) -> Sources:
    """Return what each component depends on; `slopes` has a row and a column for each state."""
    owners = [component_of_state(each.name) for each in model.states for _ in range(each.size)]
    found: dict[str, set[str]] = {owner: set() for owner in owners}
    for row, column in zip(slopes.row(), slopes.get_col(), strict=True):
        found[owners[row]].add(owners[column])
    return {name: frozenset(each) for name, each in found.items()}


def readers(sources: Sources) -> Sources:
    """Return the opposite: by component, those that depend on it."""
    return {
        name: frozenset(other for other, read in sources.items() if name in read)
        for name in sources
    }


def closure(names: Iterable[str], edges: Sources) -> set[str]:
    """Return the names, and all that the edges lead to from them."""
    found: set[str] = set()
    open_ = set(names)
    while open_:
        found |= open_
        open_ = set().union(*(edges[name] for name in open_)) - found
    return found


def main_loop(sources: Sources) -> set[str]:
    """Return the largest set of components that depend on each other.

    Without any, it is the component that most others depend on.
    """
    reading = readers(sources)
    below = {name: closure([name], reading) for name in sources}
    loops = {name: closure([name], sources) & below[name] for name in sources}
    return max(loops.values(), key=lambda loop: (len(loop), _most(loop, below)), default=set())


def _most(names: Collection[str], below: Mapping[str, Collection[str]]) -> int:
    return max(len(below[name]) for name in names)


def leaders(sources: Sources, asked: Collection[str] = ()) -> set[str]:
    """Return the main loop, the components that are asked for, and all that these depend on."""
    return closure(main_loop(sources).union(asked), sources)
