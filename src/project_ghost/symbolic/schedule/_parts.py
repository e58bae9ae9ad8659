"""Which components become part of a graph, and what the others leave: inputs or numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError
from project_ghost.engine import Host, Port
from project_ghost.engine.plan._layout import unconnected
from project_ghost.engine.wiring._names import component_of, no_such
from project_ghost.symbolic.reading import RefusedError

from ._obstacles import ComponentError

if TYPE_CHECKING:
    from project_ghost.engine import Schedule
    from project_ghost.engine.plan._layout import Layout, Slot


@dataclass(frozen=True)
class Parts:
    """`without` are components that do not run; `held` signals and states that keep their values.

    `inputs` are the cut signals that somebody reads and the exposed inputs of the graph, `frozen`
    the places of all numbers.
    """

    without: frozenset[str]
    held: frozenset[str]
    inputs: tuple[tuple[str, slice], ...]
    frozen: tuple[slice, ...]


def chosen_parts(
    plan: Schedule,
    layout: Layout,
    keep: Sequence[str],
    cut: Sequence[str],
    freeze: Sequence[str],
) -> Parts:
    """What stays, by the names that a user gives; a name may have wildcards."""
    components = [row.name for row in plan.rows]
    signals = {**layout.signals, **layout.states, **layout.inlets}
    cut_ones = set(_matching(cut, components, "component", "cut"))
    frozen_ones = set(
        _matching([n for n in freeze if "." not in n], components, "component", "freeze")
    )
    held = set(
        _matching([n for n in freeze if "." in n], signals, "signal, state or input", "freeze")
    )
    if keep:
        kept = set(_matching(keep, components, "component", "keep"))
        cut_ones |= set(components) - kept - frozen_ones
    both = cut_ones & frozen_ones
    if both:
        raise InputError(
            f"{', '.join(sorted(both))} is both cut and frozen",
            "cut, freeze",
            "a component in one of the two",
            "cut it to get inputs, or freeze it to get constants",
        )
    without = frozenset(cut_ones | frozen_ones)
    if without >= set(components):
        raise InputError(
            "no component is left", "keep, cut, freeze", "at least one that runs", "keep one"
        )
    read = {
        connection.source
        for target, connection in plan.connections.items()
        if component_of(target) not in without
    }
    cut_signals = [
        s for s in layout.signals if component_of(s) in cut_ones and s in read and s not in held
    ]
    cut_signals += [n for n in plan.exposed if component_of(n) not in without and n not in held]
    frozen = [s for s in layout.signals if component_of(s) in frozen_ones]
    # What nobody writes and nobody exposed keeps its default.
    frozen += [n for n in unconnected(plan) if n not in plan.exposed and n not in held]
    return Parts(
        without,
        frozenset(held),
        tuple((name, _span(signals[name])) for name in cut_signals),
        tuple(_span(signals[name]) for name in (*frozen, *sorted(held))),
    )


def _span(slot: Slot) -> slice:
    return slice(slot.start, slot.stop)


def _matching(names: Sequence[str], known: Collection[str], what: str, where: str) -> list[str]:
    found: list[str] = []
    for name in names:
        matching = [each for each in known if each == name or fnmatchcase(each, name)]
        if not matching:
            raise no_such(what, name, known, f"export, {where}")
        found += matching
    return found


def hosts(plan: Schedule, without: Collection[str]) -> dict[str, ComponentError]:
    """The components that stay and have no source that can be read, each with its refusal."""
    refusal = RefusedError(
        "it runs as plain Python",
        "",
        "Blocks and Kernels, whose source can be read",
        "cut it, so that its outputs become inputs",
    )
    return {
        row.name: ComponentError.of(refusal, row)
        for row in plan.rows
        if isinstance(row.component, Host | Port) and row.name not in without
    }
