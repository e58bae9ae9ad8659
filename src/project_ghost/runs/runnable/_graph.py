"""Graphs made in Python that can be run."""

import hashlib
import json
from typing import Any

import numpy as np

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent, EventPublication, Graph

from ._code import class_name
from ._runnable import Definition, DefinitionKind, Runnable

__all__ = ["graph_runnable", "require_same_graph"]


@checked_arguments
def graph_runnable(
    graph: Graph, *, duration: int | str, seed: int = 0, name: str = "graph"
) -> Runnable:
    """Return a graph as something to run, record and reopen.

    A recording of it describes the graph, but cannot make it again: to reopen the recording, give
    the same graph once more.
    """
    duration_ns = require_ns_at_least(
        1, parse_duration_ns(duration, "duration", name), "duration", name
    )
    if duration_ns % graph.step_ns:
        raise InputError(
            f"the duration is {duration_ns:_} ns",
            name,
            f"a whole number of steps of {graph.step_ns:_} ns",
            "choose a multiple of the step",
        )
    described = {"name": name, "seed": seed, "duration": duration_ns, **_described(graph)}
    text = json.dumps(described, ensure_ascii=False, indent=2, default=_plain) + "\n"
    return Runnable(name, graph, seed, duration_ns, Definition(DefinitionKind.GRAPH, text))


def require_same_graph(definition: Definition, runnable: Runnable, where: str) -> None:
    """Refuse a graph that is not the one that a recording or checkpoint describes."""
    if definition.text == runnable.definition.text:
        return
    try:
        before, now = json.loads(definition.text), json.loads(runnable.definition.text)
        keys = [key for key in now if key not in before or before[key] != now[key]]
    except (ValueError, TypeError):
        keys = []
    raise InputError(
        f"the graph is not the one of this file: {', '.join(keys) or 'its description'} differ",
        where,
        "the same graph, name, seed and duration as in the recorded run",
        "build the graph as it was built then",
    )


def _described(graph: Graph) -> dict[str, Any]:
    """The content of a graph, in its order; values of components as a digest."""
    return {
        "step": graph.step_ns,
        "groups": {name: _fields(group.pattern) for name, group in graph.groups.items()},
        "components": {
            name: {
                "class": class_name(type(component)),
                "group": graph.group_of[name],
                "values_sha256": _values_digest(component),
            }
            for name, component in graph.components.items()
        },
        "connections": [_fields(each) for each in graph.connections.values()],
        "exposed": graph.exposed,
        "policies": [
            str(graph.default_policy),
            *([pattern, str(policy)] for pattern, policy in graph.overrides),
        ],
        "publications": {
            each.channel: [each.records, each.count]
            if isinstance(each, EventPublication)
            else list(each.signals)
            for each in graph.publications
        },
        "stop_when": graph.stops,
    }


def _plain(value: object) -> object:
    """An initial value that is an array, as lists."""
    return np.asarray(value).tolist()


def _fields(value: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _values_digest(component: AbstractComponent) -> str:
    """A digest of sizes, parameters and initial states, bit for bit."""
    digest = hashlib.sha256()
    for kind in (component.sizes, component.parameters, component.initial):
        for name, value in sorted(kind.items()):
            numbers = np.ascontiguousarray(value, dtype=np.float64)
            digest.update(f"{name}{numbers.shape}".encode())
            digest.update(numbers.astype("<f8").tobytes())
    return digest.hexdigest()
