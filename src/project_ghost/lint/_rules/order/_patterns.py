"""Whether a pattern can match more than one file."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import snake, word

__all__ = ["names_kind", "names_one_file"]

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


# What is filled in for an extension or a whole pattern, not for a name.
_OF_KINDS = re.compile(r"(^|_)(ext|exts|extension|format|fmt|suffix|type|kind)s?$")


def names_kind(module: Module, call: ast.Call) -> bool:
    """Whether a pattern says more than an extension: `results_*.csv`, `*{number}.bin`."""
    if word(call.func) not in ("glob", "iglob", "rglob") or not call.args:
        return False
    text = _template(module, call.args[0]).rstrip("/")
    if not (module.qualify(call.func) or "").startswith("glob."):
        text = f"/{text}"  # a path lists what is below it: nothing of the pattern is its folder
    last = text[max(text.rfind("/"), 0) :]
    return re.search(r"[A-Za-z]{3}|.\0", re.sub(r"(\.\w{1,5}\*?)+$", "", last)) is not None


def _template(module: Module, pattern: ast.expr) -> str:
    """The text of a pattern, with a null character for each name that is filled in."""
    match pattern:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_template(module, part) for part in parts)
        case ast.FormattedValue(value=value):
            return _template(module, value)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _template(module, left) + _template(module, right)
        case ast.BinOp(op=ast.Div(), left=left, right=right):
            return f"{_template(module, left)}/{_template(module, right)}"
        case ast.BinOp(op=ast.Mod(), left=left):
            return re.sub(r"%[-+0-9.]*[a-z]", "\0", _template(module, left))
        case ast.Call(func=ast.Attribute(attr="format", value=text)):
            return re.sub(r"\{.*?\}", "\0", _template(module, text))
        case ast.Call(func=func, args=args) if word(func) == "join" and args:
            return "/".join(_template(module, part) for part in args)
        case ast.Call(args=[inner]) if word(pattern.func) in ("str", "Path", "escape"):
            return _template(module, inner)
        case ast.Name():
            binding = module.tree.binding(pattern)
            found = module.tree.reaching(binding, pattern) if binding else []
            if len(found) == 1 and found[0].value is not None and found[0].part is None:
                value = found[0].value
                return "*" if isinstance(value, ast.Name) else _template(module, value)
    name = snake(word(pattern))
    is_other = _OF_PATTERNS.search(name) or _OF_KINDS.search(name)
    return "*" if is_other else "\0"
