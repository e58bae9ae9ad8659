"""GHO303."""

import ast
import re

from project_ghost.core.level import Level
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._type import NUMBERS, Type

__all__ = ["HashValue", "is_key"]

# `__hash__` itself, and the helpers that classes give it.
_HASHES = re.compile(
    r"^(__hash__|__eq__|_*hash|_hash_\w+|_\w+_hash|_(get|compute|make|calc|calculate)_hash|_*cache_key)$"
)


class HashValue(BannedNames):
    """The value of `hash()` is used.

    ## What it does
    Finds `hash(...)` and `key=hash`, except in a `__hash__` method, of a number, and
    where two hashes are only compared for equality.

    ## Why is this bad
    The hash of a string differs in every process, and that of an object is its address. As a
    key, an order, a seed or a bucket number it changes between runs.

    ## Example
    ```python
    def bucket(name, count):
        return hash(name) % count
    ```

    ## Use instead
    ```python
    import zlib

    def bucket(name, count):
        return zlib.crc32(name.encode()) % count
    ```
    """

    code = "GHO303"
    name = "hash-value"
    level = Level.HOST
    banned = dict.fromkeys(
        ["builtins.hash"],
        "the value of `hash` differs between processes: "
        "use a digest of the content (`hashlib`, `zlib.crc32`), or a serial number",
    )

    def applies(self, use: Use, module: Module) -> bool:
        """Not inside `__hash__`, of numbers, or to check that a value is hashable."""
        functions = [each for each in module.tree.ancestors(use.node) if isinstance(each, Function)]
        if any(_HASHES.search(function.name) for function in functions):
            return False
        if use.call is None:
            return is_key(use.node, module)
        parent = module.parent(use.call)
        if isinstance(parent, ast.Expr) or _keeps_hash(parent):
            return False
        if use.call.args and _is_number(module.types.infer(use.call.args[0])):
            return False
        return not _is_compared(parent) and not _is_looked_up(parent)


def _is_looked_up(parent: ast.AST) -> bool:
    """Whether the hash is a key of a table of this process: `table[hash(x)]`."""
    match parent:
        case ast.Subscript():
            return True
        case ast.Call(func=ast.Attribute(attr="get" | "setdefault" | "pop")):
            return True
    return False


def _is_number(type_: Type | None) -> bool:
    if type_ is None:
        return False
    if type_.name == "builtins.tuple":
        return bool(type_.arguments) and all(_is_number(part) for part in type_.arguments)
    return type_.name in NUMBERS


def _keeps_hash(parent: ast.AST) -> bool:
    """Whether the hash is stored for `__hash__`: `self._hash = hash(...)`."""
    match parent:
        case ast.Assign(targets=[ast.Attribute(attr=word)]):
            return word.strip("_") in ("hash", "cached_hash", "hash_value", "hashcode")
    return False


def is_key(node: ast.expr, module: Module) -> bool:
    """Whether a function is passed on for elements: `key=hash`, `map(hash, ...)`."""
    match module.parent(node):
        case ast.keyword(arg="key"):
            return True
        case ast.Call(func=func, args=[first, *_]):
            return first is node and module.qualify(func) == "builtins.map"
    return False


def _is_compared(parent: ast.AST) -> bool:
    """Whether two values are only compared for equality, also by an assertion of a test."""
    match parent:
        case ast.Compare(ops=ops):
            return all(isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot) for op in ops)
        case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)):
            return word.lower().startswith("assert")
    return False
