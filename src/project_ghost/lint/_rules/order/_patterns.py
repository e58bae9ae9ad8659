"""Whether a pattern can match more than one file."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import snake, word

__all__ = ["names_one_file"]

_WILDCARDS = frozenset("*?[")
# Names of what may hold a wildcard.
_OF_PATTERNS = re.compile(r"patt?ern|glob|mask|wild|reg_?ex|match|expr|filter|search|query")
# Functions and methods that make a path or text of their arguments and their receiver.
_MAKING = frozenset(
    """
    Path PurePath abspath absolute as_posix basename dirname escape expanduser expandvars format
    fspath getcwd join joinpath lower normpath realpath relpath replace resolve str strip
    with_suffix
    """.split()
)
_DEPTH_MAX = 4


def names_one_file(module: Module, call: ast.Call) -> bool:
    """Whether a pattern has a fixed part and no wildcard: `folder.glob(f"{name}.xodr")`.

    What is filled in is taken for a name, unless it is called a pattern.
    """
    if word(call.func) not in ("glob", "iglob") or len(call.args) != 1:
        return False
    parts = list(_parts(module, call.args[0], 0))
    texts = [part for part in parts if part is not None]
    is_known = len(texts) == len(parts) and not any(_WILDCARDS & set(text) for text in texts)
    return is_known and any(re.search(r"\w", text) for text in texts)


def _parts(  # noqa: C901 one case for each node
    module: Module, node: ast.expr, depth: int
) -> Iterator[str | None]:
    """The fixed parts of a pattern; None for one that may hold a wildcard."""
    if depth > _DEPTH_MAX:
        yield None
        return
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=inner):
            for part in inner:
                yield from _parts(module, part, depth)
        case ast.FormattedValue(value=value):
            yield from _parts(module, value, depth)
        case ast.BinOp(op=ast.Add() | ast.Div() | ast.Mod(), left=left, right=right):
            yield from _parts(module, left, depth)
            yield from _parts(module, right, depth)
        case ast.Tuple(elts=inner) | ast.List(elts=inner):
            for part in inner:
                yield from _parts(module, part, depth)
        case ast.Call(func=func, args=args) if word(func) in _MAKING:
            owner = [func.value] if isinstance(func, ast.Attribute) else []
            for part in (*owner, *args):
                yield from _parts(module, part, depth)
        case ast.Subscript(value=ast.Name() | ast.Attribute() as owner):
            yield from _parts(module, owner, depth)
        case ast.Name() | ast.Attribute():
            if _OF_PATTERNS.search(snake(word(node))):
                yield None
            elif isinstance(node, ast.Name):
                yield from _values(module, node, depth)
        case ast.Constant():
            return
        case _:
            yield None


def _values(module: Module, node: ast.Name, depth: int) -> Iterator[str | None]:
    """The parts of what a local variable holds; nothing for a parameter without a default."""
    binding = module.tree.binding(node)
    for definition in module.tree.reaching(binding, node) if binding else ():
        if definition.value is not None:
            yield from _parts(module, definition.value, depth + 1)
