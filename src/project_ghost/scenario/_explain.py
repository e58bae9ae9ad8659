"""What the validation of a scenario found, as one error that names file, line and key."""

from collections.abc import Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from project_ghost.core.document import Node
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.spelling import did_you_mean

__all__ = ["explained", "find"]

_WANTED = {
    "string_type": "a text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "finite_number": "a finite number",
}


def find(root: Node, path: Sequence[str | int]) -> Node:
    """The node at a path, or the nearest one above it.

    The path may hold words that are not in the file, such as the kinds that a validation
    passed through; they are passed over.
    """
    node = root
    for part in path:
        if isinstance(node.content, dict) and part in node.content:
            node = node.content[str(part)]
        elif isinstance(node.content, list) and isinstance(part, int) and part < len(node.content):
            node = node.content[part]
    return node


def explained(error: ValidationError, root: Node) -> InputError:
    """The first of the errors in the file's order, in the words of all our errors."""
    found = [_one(each, root) for each in error.errors(include_url=False)]
    return min(found, key=lambda pair: pair[0])[1]


def _one(error: ErrorDetails, root: Node) -> tuple[int, InputError]:
    context = error.get("ctx", {})
    node = find(root, error["loc"])
    last = error["loc"][-1] if error["loc"] else ""
    key = str(last) if isinstance(last, str) else node.key.rpartition(".")[2]
    what, expected, fix = f"{key} is {_shown(node)}", "", ""
    match error["type"]:
        case "unknown_key":
            node = find(node, [context["key"]])
            close = did_you_mean(context["key"], context["known"])
            what = f"there is no key {context['key']!r} here{close}"
            expected = f"one of {', '.join(context['known'])}"
            fix = "correct the key, or remove it"
        case "missing" if isinstance(last, int):
            expected, fix = f"a list of {last + 1} or more", "add what is missing"
        case "missing":
            what, expected = f"the key {key!r} is missing", f"the key {key!r}"
            fix = f"add a line `{key}: ...`"
        case "union_tag_not_found":
            what, fix = "the key 'kind' is missing", "add a line `kind: ...`"
            expected = "a kind, which says what the other keys mean"
        case "union_tag_invalid":
            tag, known = context["tag"], context["expected_tags"].replace("'", "").split(", ")
            node = find(node, ["kind"])
            what = f"there is no kind {tag!r} here{did_you_mean(tag, known)}"
            expected, fix = f"one of {', '.join(known)}", "correct the kind"
        case "literal_error":
            known = [w.strip("'") for w in context["expected"].replace(" or ", ", ").split(", ")]
            what += did_you_mean(str(node.content), known)
            expected, fix = f"one of {', '.join(known)}", "write one of them"
        case "clash":
            what, expected, fix = error["msg"], context["expected"], context["fix"]
            node = find(node, [context["key"]])
        case "value_error" if isinstance(context.get("error"), GhostError):
            cause = context["error"]
            what, expected, fix = cause.what, cause.expected, cause.fix
        case "string_pattern_mismatch":
            expected = _NAMES.get(context["pattern"], f"a text like {context['pattern']}")
            fix = "choose another"
        case kind:
            expected = _WANTED.get(kind) or _as_expectation(error["msg"])
            fix = "mend the value"
    return node.line, node.refused(what, expected, fix)


_NAMES = {
    "^[a-z][A-Za-z0-9_]*$": "a name of letters, digits and _, beginning with a small letter",
    "^[a-z0-9]+(-[a-z0-9]+)*$": "a name of small letters, digits and single hyphens",
    "^(#[0-9a-fA-F]{6}|[a-z]+)$": "a colour such as red or '#cc3311'",
}


def _as_expectation(message: str) -> str:
    """'Input should be greater than 0' as what was expected."""
    return message.removeprefix("Input should be ").removeprefix("Value should ").strip()


def _shown(node: Node) -> str:
    if isinstance(node.content, dict):
        return "a mapping"
    if isinstance(node.content, list):
        return f"a list of {len(node.content)}"
    return "empty" if node.content is None else repr(node.content)
