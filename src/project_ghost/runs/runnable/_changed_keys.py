"""The keys in which two definitions of a run differ, as `--set` writes them."""

import json
from collections.abc import Iterator
from typing import Any

from ._runnable import Definition

__all__ = ["changed_keys"]


def changed_keys(before: Definition, after: Definition) -> tuple[str, ...]:
    """Return the keys whose values differ: `actors.car2.speed_mps`, `faults[0].at`."""
    if before.text == after.text:
        return ()
    return tuple(dict.fromkeys(_differing(json.loads(before.text), json.loads(after.text), "")))


def _differing(before: Any, after: Any, key: str) -> Iterator[str]:  # noqa: ANN401 - JSON
    one, two = _entries(before), _entries(after)
    if one is None or two is None:
        if before != after:
            yield key
        return
    for name in dict.fromkeys([*one, *two]):
        inner = name if not key else f"{key}{name}" if name.startswith("[") else f"{key}.{name}"
        if name not in one or name not in two:
            yield inner
        else:
            yield from _differing(one[name], two[name], inner)


def _entries(value: Any) -> dict[str, Any] | None:  # noqa: ANN401 - JSON
    """Return what can differ by itself: of records with names each one, of others by its place."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return None
    if all(isinstance(each.get("name"), str) for each in value):
        return {each["name"]: {k: v for k, v in each.items() if k != "name"} for each in value}
    return {f"[{i}]": each for i, each in enumerate(value)}
