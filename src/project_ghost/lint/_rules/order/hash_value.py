"""GHO303."""

import ast
import re

from project_ghost.core.level import Level
from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake, word
from project_ghost.lint.python._type import NUMBERS, Type

from ._hash_uses import defines_hash, is_numeric, is_saved, names_nodes, replaces_empty
from ._messages import is_message

__all__ = ["HashValue", "is_key"]

# `__hash__` itself, and the helpers that classes give it.
# Functions that compute a hash for this process.
_HASHES = re.compile(r"^__eq__$|hash|(^|_)(cache|make)_key$")


_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
# Functions that make a seed, an order or a text of a number.
_USING = frozenset("Random RandomState default_rng PRNGKey sorted min max str format hex".split())
# Functions whose result stands for their argument.
_PASSING = frozenset("abs bin bool float int oct repr replace round tuple".split())


class HashValue(BannedNames):
    """The value of `hash()` is used.

    ## What it does
    Finds `hash(...)` and `key=hash`, except in a `__hash__` method, of a number, and where two
    hashes are only compared for equality. A variable that holds one is followed. It is a hint
    where it is only stored or passed on, unless it is kept in an attribute that a method returns
    or writes to be read by another process (`get_state`, `save`), a hint where it stands in for a
    parameter that is empty only if the caller says so, and an info where it names the nodes of a
    picture.

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

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """A hint unless it is seen to choose, order, seed or name something."""
        function = module.tree.function(use.node)
        if isinstance(function, Function) and function.name in ("__lt__", "__gt__"):
            return Severity.HINT
        if use.call is None:
            return None
        if names_nodes(module, use.call):
            return Severity.INFO
        if replaces_empty(module, use.call) or _makes_key(use.call, module):
            return Severity.HINT
        is_used = _decides(use.call, module) or is_saved(module, use.call)
        return None if is_used else Severity.HINT

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
        if is_message(module, use.call) or (use.call.args and _is_index(use.call.args[0])):
            return False
        if use.call.args and (_is_computed(use.call.args[0]) or is_numeric(use.call.args[0])):
            return False
        if defines_hash(module, use.call):
            return False
        if use.call.args and _is_number(module.types.infer(use.call.args[0])):
            return False
        return not (_is_compared(parent) or _looks_up(parent) or _names_cache(use, module))


def _makes_key(call: ast.Call, module: Module) -> bool:
    """Whether a function of a cache returns the hash as its key in this process."""
    function, around = module.tree.function(call), module.tree.class_around(call)
    if not isinstance(function, Function) or not isinstance(module.parent(call), ast.Return):
        return False
    places = (function.name, around.name if around is not None else "", module.name)
    is_of_cache = any("cach" in each.lower() or "memo" in each.lower() for each in places)
    return is_of_cache and snake(function.name).endswith("key")


def _is_computed(value: ast.expr) -> bool:
    """Whether a value is computed from numbers: `hash(np.sum(s) + seed)`."""
    return isinstance(value, ast.BinOp) and any(
        isinstance(part, ast.Mult | ast.Div | ast.FloorDiv | ast.Pow)
        or (isinstance(part, ast.Call) and word(part.func) in ("abs", "int", "float", "len", "sum"))
        for part in ast.walk(value)
    )


def _decides(node: ast.expr, module: Module, *, is_named: bool = False) -> bool:
    """Whether a hash is a number to compute with, an order, a seed, or a part of a name.

    So it is where the variable is that holds it.
    """
    if module.in_step(node):
        return True
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.BinOp(op=ast.BitAnd()) if _is_of_table(parent, module):
                return False
            case ast.BinOp() | ast.Return() | ast.Lambda() | ast.FormattedValue():
                return True
            case ast.Compare(ops=ops) if any(isinstance(op, _ORDERS) for op in ops):
                return True
            case ast.keyword(arg=str(name)) if "seed" in name:
                return True
            case ast.Call(func=func) if word(func) in _USING or "seed" in word(func).lower():
                return True
            case ast.Call(func=func) if word(func) not in _PASSING:
                return False  # it is passed on
            case ast.Assign(targets=[ast.Name() as target], value=value) if (
                value is node and not is_named
            ):
                loads = [
                    each for each in module.tree.loads(target) if not _is_key_here(each, module)
                ]
                return any(_decides(load, module, is_named=True) for load in loads)
            case ast.stmt():
                return False
    return False


def _is_key_here(load: ast.Name, module: Module) -> bool:
    """Whether a hash is only compared, or looked up in a table of this process."""
    parent = module.parent(load)
    return _is_compared(parent) or _looks_up(parent)


def _is_of_table(masked: ast.BinOp, module: Module) -> bool:
    """Whether a class that is a table itself only passes on what it masks: `hash(x) & MASK`."""
    match module.parent(masked):
        case ast.Assign(targets=[ast.Name() as target]):
            return all(
                isinstance(module.parent(load), ast.Call | ast.Compare)
                for load in module.tree.loads(target)
            )
    return False


def _is_looked_up(parent: ast.AST) -> bool:
    """Whether the hash is a key of a table of this process: `table[hash(x)]`."""
    match parent:
        case ast.Subscript():
            return True
        case ast.Call(func=ast.Attribute(attr="get" | "setdefault" | "pop")):
            return True
    return False


def _names_cache(use: Use, module: Module) -> bool:
    """Whether the hash chooses a place in a cache, or a variable that a table is asked for."""
    statement = module.tree.statement(use.node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target = statement.targets[0]
    if "cache" in word(target).lower():
        return True
    loads = module.tree.loads(target) if isinstance(target, ast.Name) else []
    return bool(loads) and all(_looks_up(module.parent(load)) for load in loads)


def _looks_up(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn()]):
            return True
    return _is_looked_up(node)


def _is_index(node: ast.expr) -> bool:
    return re.search(r"(^|_)(idx|index|number)$", word(node).lower()) is not None


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
