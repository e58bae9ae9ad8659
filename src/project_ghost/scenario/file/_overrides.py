"""Override values of a scenario file: `actors.car1.speed_mps=5`."""

import re
from collections.abc import Sequence
from typing import Any

from project_ghost.core.document import Node, parse_document
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario.spec import ScenarioSpec

from ._model import names_to, section_of, type_of_key

__all__ = ["overridden"]

_PATH = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+|\[[0-9]+\])*")
# Flags that stand for a key; errors name the flag.
_FLAGS = {
    "--seed": "seed",
    "--duration": "duration",
    "--signals": "recording.signals",
    "--every": "recording.every",
}
_PART = re.compile(r"[A-Za-z0-9_-]+")


def overridden(
    root: Node, settings: Sequence[str], model: type[ScenarioSpec] | None = ScenarioSpec
) -> Node:
    """The document with each `path=value` applied, in order.

    `model` says which of its keys hold names; without it a new name is a new entry.
    """
    for setting in settings:
        path, equals, text = setting.partition("=")
        place = f"--set {setting}"
        if path in _FLAGS:
            # The list of signals is made of several flags.
            place = path if path == "--signals" else f"{path} {text}"
            path = _FLAGS[path]
        if not equals or not _PATH.fullmatch(path.strip()):
            raise InputError(
                f"{setting!r} is not a setting",
                "--set",
                "a key and a value: actors.car1.speed_mps=5",
                "write the keys with dots between them, then `=` and the value",
            )
        value = parse_document(text if text.strip() else "''", place)
        root = _put(root, model, _PART.findall(path), _moved(value, place, path))
    return root


def _moved(node: Node, place: str, key: str) -> Node:
    """The nodes of a value, at a place without lines."""
    content = node.content
    if isinstance(content, dict):
        content = {k: _moved(v, place, f"{key}.{k}") for k, v in content.items()}
    elif isinstance(content, list):
        content = [_moved(v, place, f"{key}[{i}]") for i, v in enumerate(content)]
    return Node(content, place, 0, key)


def _put(node: Node, annotation: Any, path: list[str], value: Node) -> Node:  # noqa: ANN401
    """The node with the value at a path below it; `annotation` is the node's type in the model."""
    head, rest, place = path[0], path[1:], value.file
    here = node.key or "the file"
    if isinstance(node.content, list):
        if not head.isdigit() or int(head) >= len(node.content):
            raise InputError(
                f"there is no item {head!r} in {here}",
                place,
                f"a number below {len(node.content)}",
                "items are counted from 0",
            )
        items = list(node.content)
        items[int(head)] = _put(items[int(head)], annotation, rest, value) if rest else value
        return Node(items, node.file, node.line, node.key)
    if not isinstance(node.content, dict):
        raise InputError(
            f"{here} is {node.content!r}, and has no {head!r}",
            place,
            "a key that exists",
            f"set {here} itself",
        )
    entries = dict(node.content)
    item = names_to(annotation)
    if head not in entries and item is not None and rest:
        raise InputError(
            f"there is no {head!r} in {here}{did_you_mean(head, entries)}",
            place,
            f"one of {', '.join(entries) or 'none: it is empty'}",
            "correct the name",
        )
    below = entries.get(head, Node({}, place, 0, f"{node.key}.{head}" if node.key else head))
    if item is None:
        item = type_of_key(section_of(annotation, _kind_of(entries)), head)
    entries[head] = _put(below, item, rest, value) if rest else value
    return Node(entries, node.file, node.line, node.key)


def _kind_of(entries: dict[str, Node]) -> dict[str, object]:
    """The key `kind` of a section, which decides what its other keys are."""
    return {"kind": entries["kind"].content} if "kind" in entries else {}
