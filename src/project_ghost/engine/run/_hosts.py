"""Components in plain Python, and how a snapshot stores and restores them.

A host with `save` and `load` is stored by them. One without is rebuilt from a copy of the
graph's object by repeating all calls, and its results must have the same bits. So a planner from
another project needs no extra code to be restored.
"""

import json
from collections.abc import Callable, Mapping
from math import prod
from typing import Any, final

from project_ghost.core.errors import GhostError, InputError, RunError
from project_ghost.engine.component._components import Host
from project_ghost.engine.component._copies import fresh_copy


@final
class HostRunner:
    """One host in one run: calls it, checks its results, keeps the data for a restore."""

    def __init__(self, name: str, component: Host) -> None:
        self.name = name
        # A copy: the graph's own object stays as it was made, so that a graph can be run again.
        self._live: Host = fresh_copy(component, f"component {name!r}")
        self._saves = type(component).save is not Host.save
        self._calls: list[tuple[str, dict[str, Any], list[float]]] = []

    def call(
        self, function: str, arguments: Mapping[str, Any], shapes: list[tuple[int, ...]]
    ) -> list[float]:
        """Call one of the host's functions; returns its values, one after the other, as floats."""
        method: Callable[..., Any] = getattr(self._live, function)
        # In the order of its arguments; `*inputs` takes several.
        result = _flattened(method(*arguments.values()), shapes, self.name, function)
        if not self._saves:
            self._calls.append((function, dict(arguments), result))
        return result

    def save(self) -> bytes:
        """The state of the host, for `load`."""
        if self._saves:
            return self._live.save()
        return json.dumps(self._calls).encode()

    def load(self, data: bytes) -> None:
        """Restore the state of the host in a new runner."""
        if self._saves:
            self._live.load(data)
            return
        for function, arguments, result in json.loads(data):
            given = {name: _tuples(value) for name, value in arguments.items()}
            again = [float(x) for x in _numbers(getattr(self._live, function)(*given.values()))]
            if [x.hex() for x in again] != [float(x).hex() for x in result]:
                raise GhostError(
                    f"{self.name} returned {again} where it had returned {result}",
                    f"restoring the host {self.name!r}, {function}",
                    "the same results for the same inputs",
                    "give it `save` and `load`, or remove the cause of the difference",
                )
            self._calls.append((function, given, result))


def _flattened(
    result: Any,  # noqa: ANN401
    shapes: list[tuple[int, ...]],
    name: str,
    function: str,
) -> list[float]:
    """The values that a function returned, checked against the declared outputs."""
    parts = [result] if len(shapes) == 1 else _items(result)
    given = [_numbers(part) for part in parts]
    sizes = [prod(shape) for shape in shapes]
    values = [x for part in given for x in part]
    if any(isinstance(x, str | bytes) or not hasattr(x, "__float__") for x in values):
        raise InputError(f"{function} returned {result!r}", name, "numbers", "return floats")
    if [len(part) for part in given] != sizes:
        raise InputError(
            f"{function} returned {[len(part) for part in given]} numbers",
            name,
            f"{sizes}, for the declared outputs",
            "return every output, in the order of declaration",
        )
    values = [float(x) for x in values]
    if any(x != x for x in values):
        raise RunError("not a number was written")
    return values


def _tuples(value: Any) -> Any:  # noqa: ANN401
    """Lists from JSON as the tuples that they were."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _items(result: Any) -> list[Any]:  # noqa: ANN401
    """The results of a function with several outputs, or with none."""
    if result is None:
        return []
    return list(result) if isinstance(result, tuple | list) else [result]


def _numbers(result: Any) -> list[Any]:  # noqa: ANN401
    if result is None:
        return []
    if isinstance(result, tuple | list) or hasattr(result, "tolist"):
        items = result.tolist() if hasattr(result, "tolist") else result
        return [
            x
            for item in (items if isinstance(items, list | tuple) else [items])
            for x in _numbers(item)
        ]
    return [result]
