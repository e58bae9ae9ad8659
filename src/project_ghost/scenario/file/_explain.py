"""Turn the errors of a validation into one error that names file, line and key.

Why: ADR 18.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from project_ghost.core.document import Node
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import did_you_mean

from ._model import names_to, section_of, type_of_key
from .section import SUBJECT, Section

__all__ = ["explained", "find"]

# By the validation's own name of an error: what was expected, and the usual fix.
_WANTED = {
    "string_type": ("a text", "put it in quotes if it is meant as text"),
    "bool_type": ("true or false", "write true or false, without quotes"),
    "int_type": ("a whole number", "write a number such as 100, without quotes"),
    "float_type": ("a number", "write a number such as 2, -0.5 or 1e-3, without quotes"),
    "finite_number": ("a finite number", "write a number such as 2, -0.5 or 1e-3"),
    "tuple_type": ("a list", "write it as `[a, b]`, or one `- item` a line"),
    "dict_type": ("a mapping", "write `name: ...` pairs, indented below or in { }"),
    "model_type": ("a mapping", "write `key: value` pairs, indented below or in { }"),
    "not_a_mapping": ("a mapping", "write `key: value` pairs, indented below or in { }"),
}
_OTHER = ("another value", "docs/scenario-keys.md says what each key may hold")


def find(root: Node, path: Sequence[str | int]) -> Node:
    """The node at a path, or the nearest one above it.

    Parts of the path that are not in the file, such as the form that a validation chose, are
    ignored.
    """
    node = root
    for part in path:
        if isinstance(node.content, dict) and str(part) in node.content:
            node = node.content[str(part)]
        elif isinstance(node.content, list) and isinstance(part, int) and part < len(node.content):
            node = node.content[part]
    return node


def explained(error: ValidationError, root: Node, model: type[Section]) -> InputError:
    """The first of the errors in the order of the file, as an error of ours."""
    candidates = [_one(each, root, model) for each in error.errors(include_url=False)]
    return min(candidates, key=lambda pair: pair[0])[1]


def _one(error: ErrorDetails, root: Node, model: type[Section]) -> tuple[int, InputError]:
    context = error.get("ctx", {})
    node = find(root, error["loc"])
    last = error["loc"][-1] if error["loc"] else ""
    key = node.key.rpartition(".")[2] or "the file"
    what, expected, fix = f"{key} is {_shown(node)}", "", ""
    match error["type"]:
        case "unknown_key":
            node = find(node, [context["key"]])
            close = did_you_mean(context["key"], context["known"])
            what = f"there is no key {context['key']!r} here{close}"
            expected = f"one of {', '.join(context['known'])}"
            fix = "correct the key, or remove it"
            fix = _home_of(context["key"], error["loc"], root, model) or fix
        case "missing" if not isinstance(last, int):
            what, expected = f"the key {last!r} is missing", f"the key {last!r}"
            fix = f"add a line `{last}: ...`"
        case "missing_kind":
            what, fix = "the key 'kind' is missing", "add a line `kind: ...`"
            expected = "a kind, which decides what the other keys are"
        case "unknown_kind":
            node = find(node, ["kind"])
            close = did_you_mean(context["kind"], context["known"])
            what = f"there is no kind {context['kind']!r} here{close}"
            expected, fix = f"one of {', '.join(context['known'])}", "correct the kind"
        case "literal_error":
            known = [w.strip("'") for w in context["expected"].replace(" or ", ", ").split(", ")]
            what += did_you_mean(str(node.content), known)
            expected, fix = f"one of {', '.join(known)}", "write one of them"
        case "clash":
            what, expected, fix = error["msg"], context["expected"], context["fix"]
            node = find(node, [context["key"]])
        case "value_error" if isinstance(context.get("error"), GhostError):
            cause = context["error"]
            what, expected, fix = (
                text.replace(SUBJECT, key) for text in (cause.what, cause.expected, cause.fix)
            )
        case kind:
            if last == "[key]":
                what = f"{error['loc'][-2]!r} cannot be a name"
            expected, fix = _expectation_of(kind, last, key, context)
    return node.line, node.refused(what, expected, fix)


def _home_of(key: str, path: Sequence[str | int], root: Node, model: type[Section]) -> str:
    """Say where an unknown key belongs, if a section around it has such a key."""
    for depth in range(len(path) - 1, -1, -1):
        section: Any = model
        for number, part in enumerate(path[:depth]):
            item = names_to(section)
            if item is None:
                value = find(root, path[:number]).plain()
                item = type_of_key(section_of(section, value), str(part))
            section = item
        found = section_of(section, find(root, path[:depth]).plain())
        if found is not None and key in found.model_fields:
            place = ".".join(map(str, path[:depth]))
            return f"move {key!r} {f'to {place}' if place else 'to the top of the file'}"
    return ""


def _expectation_of(
    kind: str, last: str | int, key: str, context: Mapping[str, Any]
) -> tuple[str, str]:
    """The expected value, and the usual fix."""
    match kind:
        case "missing":
            return f"a list of {int(last) + 1} or more", "add what is missing"
        case "no_match":
            return context["expected"], "choose another"
        case "string_too_long":
            return f"at most {context['max_length']} letters", "shorten it"
        case "too_long":
            return f"a list of {context['max_length']} at most", "remove what is too much"
        case "too_short":
            return f"a list of {context['min_length']} or more", "add what is missing"
        case "out_of_range" | "no_duration" | "no_rate":
            return context["expected"], f"write such a {key}; check its unit"
    return _WANTED.get(kind, _OTHER)


def _shown(node: Node) -> str:
    if isinstance(node.content, dict):
        return "a mapping"
    if isinstance(node.content, list):
        return f"a list of {len(node.content)}"
    if node.content is None:
        return "empty"
    text = repr(node.content)
    return text if len(text) <= _SHOWN_MAX else f"{text[: _SHOWN_MAX - 3]}..."


_SHOWN_MAX = 60
