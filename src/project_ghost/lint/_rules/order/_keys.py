"""Whether a sort key can tie, judged by its name."""

import ast
import re

from project_ghost.lint.python._syntax import word

__all__ = ["can_tie", "is_identity", "is_serial"]

_IDENTITY = re.compile(
    r"^([a-z]|key|name|__name__|__qualname__|label|idx|index|id|uid|node|vertex|cell|pos|position|state|serial|count"
    r"|counter|seq|sequence|order|tie|tiebreak|number|num)$"
    r"|_(idx|index|id|name|key|node|vertex|cell|serial|count|seq|order|number|no|ns)$"
)


# A number or name of a file: two files of one folder differ in it.
_FILE_NAME = re.compile(r"\.(stem|name|parts)\b|basename\(|splitext\(")

# A table that says which place each element has.
_RANKS = re.compile(r"(^|_)(idx|index|indices|order|positions?|priorit(y|ies)|ranks?|ranking)$")

_SERIAL = re.compile(
    r"^(key|name|label|idx|index|id|uid|serial|count|counter|seq|sequence|order|tie|tiebreak"
    r"|number|num)$"
    r"|_(idx|index|id|name|key|serial|count|seq|order|number|no|ns)$"
)


def is_serial(node: ast.expr) -> bool:
    """Whether a name denotes a number or a text, unlike `node` or `state`."""
    return _SERIAL.search(word(node).lower()) is not None


def is_identity(node: ast.expr) -> bool:
    """Whether a name denotes a unique value: a serial, an index, a name."""
    return _IDENTITY.search(word(node).lower()) is not None


def can_tie(call: ast.Call) -> bool:
    """Whether a call sorts by a key that can be equal for two different elements."""
    for keyword in call.keywords:
        if keyword.arg == "key":
            match keyword.value:
                case ast.Lambda(body=ast.Tuple()):
                    return False
                case ast.Lambda(body=ast.Call(func=ast.Attribute(attr="index"))):
                    return False
                case ast.Lambda(
                    body=ast.Call(func=ast.Attribute(attr="get", value=table))
                    | ast.Subscript(value=table)
                ) if _RANKS.search(word(table).lower()):
                    return False
                case ast.Lambda(body=body):
                    names_file = _FILE_NAME.search(ast.unparse(body)) is not None
                    is_name = isinstance(body, ast.Attribute) and is_identity(body)
                    return not (is_name or names_file)
                case ast.Name(id="len" | "abs" | "round" | "bool"):
                    return True
                case ast.Name() | ast.Attribute() as key:
                    # `max(set(votes), key=votes.count)`; a sort by such a key is mostly total.
                    is_name = isinstance(key, ast.Name) and is_identity(key)
                    takes_one = word(call.func) in ("max", "min")
                    return takes_one and not is_name and "key" not in word(key).lower()
    return False
