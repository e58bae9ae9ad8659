"""Nested graphs: a copy of everything in a graph, under a path of another graph."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError
from project_ghost.engine.component._copies import fresh_copy

from ._names import no_such, require_new_path, require_path
from ._policies import Policy
from ._publications import require_channel

if TYPE_CHECKING:
    from ._graph import Graph


def nest(outer: "Graph", path: str, inner: "Graph", shared: Mapping[str, str]) -> None:
    """Add a copy of the inner graph to the outer one, with all its names under the path.

    `shared` maps rate groups of the inner graph to groups of the outer one, which take their
    place. The outer graph changes only after every check has passed.
    """
    where = f"graph {path!r}"
    require_path(path, where)
    _require_same_clock(outer, inner, where)
    for own, theirs in shared.items():
        require_shared_group(outer, inner, own, theirs, where)
    groups = {name: shared.get(name, f"{path}/{name}") for name in inner.groups}
    for name in inner.groups:
        if name not in shared:
            require_new_path(groups[name], outer.groups, where)
    for name in inner.components:
        require_new_path(f"{path}/{name}", outer.components, where)
    publications = [each.under(path, groups[each.group]) for each in inner.publications]
    taken = {each.channel for each in outer.publications}
    for each in publications:
        require_channel(each.channel, where)
        if each.bulk and each.channel in taken:
            raise InputError(
                f"the channel {each.channel!r} is taken",
                where,
                "a separate channel for samples in bulk",
                "rename the channel in one of the graphs",
            )
    components = {
        f"{path}/{name}": fresh_copy(component, f"component '{path}/{name}'")
        for name, component in inner.components.items()
    }
    connections = [each.under(path) for each in inner.connections.values()]
    for name, group in inner.groups.items():
        if name not in shared:
            outer.groups[groups[name]] = replace(group, name=groups[name])
    outer.components.update(components)
    outer.group_of.update({f"{path}/{n}": groups[group] for n, group in inner.group_of.items()})
    outer.connections.update({each.target: each for each in connections})
    outer.overrides += [(f"{path}/{pattern}", policy) for pattern, policy in inner.policies()]
    outer.publications += publications
    outer.stops += [f"{path}/{signal}" for signal in inner.stops]
    outer.exposed += [f"{path}/{target}" for target in inner.exposed]


def require_shared_group(outer: "Graph", inner: "Graph", own: str, theirs: str, where: str) -> None:
    """Refuse a group of the outer graph that cannot take the place of one of the inner graph."""
    if own not in inner.groups:
        raise no_such("rate group", own, inner.groups, where)
    if theirs not in outer.groups:
        raise no_such("rate group", theirs, outer.groups, where)
    if inner.groups[own].pattern != outer.groups[theirs].pattern:
        raise InputError(
            f"the rate groups {own!r} and {theirs!r} are due at different steps",
            where,
            "two groups of the same rate and phase",
            f"give both the same rate and phase, or keep {own!r} a separate group",
        )


def _require_same_clock(outer: "Graph", inner: "Graph", where: str) -> None:
    """Refuse an inner graph with another step, or with a policy for the whole schedule."""
    if inner.step_ns != outer.step_ns:
        raise InputError(
            f"the step is {inner.step_ns:_} ns, and that of the outer graph {outer.step_ns:_} ns",
            where,
            "one step for the whole schedule",
            "give both graphs the same step",
        )
    if inner.default_policy is Policy.SYNCHRONIZED:
        raise InputError(
            "SYNCHRONIZED is the default policy of a part of the schedule",
            where,
            "SYNCHRONIZED for the whole schedule",
            "set it as the default policy of the outermost graph",
        )
