"""What a container holds that is empty at first: all that is put into it."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ._syntax import word
from ._tree import Tree
from ._type import SETS, Type, element, join

__all__ = ["CONTAINERS", "Contents", "is_empty"]

_ADDING = frozenset({"add", "append", "appendleft"})
_ADDING_ALL = frozenset({"extend", "extendleft", "update"})
CONTAINERS = SETS | {"builtins.dict", "builtins.list", "collections.deque"}
_EMPTY = frozenset({"OrderedDict", "defaultdict", "deque", "dict", "list", "set"})
# A container that is mentioned more often is not followed.
_PLACES_MAX = 200
# Tables of tables of sets are as deep as it gets.
_DEPTH_MAX = 3


class _Put(NamedTuple):
    """A value that is put into a container, or all the values of an iterable."""

    value: ast.expr | None
    key: ast.expr | None = None
    is_many: bool = False


class Contents:
    """Finds the types of what is put into containers."""

    def __init__(self, tree: Tree, infer: Callable[[ast.expr | None], Type | None]) -> None:
        self._tree = tree
        self._infer = infer

    def filled(
        self,
        type_: Type,
        made: Iterable[ast.expr | None],
        places: Sequence[ast.expr],
        depth: int = 0,
    ) -> Type:
        """The type of an empty container with what is put into it at some places.

        `made` are the expressions that make it.
        """
        if type_.name not in CONTAINERS or len(places) > _PLACES_MAX or depth > _DEPTH_MAX:
            return type_
        is_table = type_.name == "builtins.dict"
        known = type_.arguments or (None,)
        puts = [put for place in places for put in self._puts(place, is_table=is_table)]
        values = [put.value for put in puts]
        inner = known[-1] or join(map(self._value, puts))
        if inner is not None and not inner.arguments:
            makers = [*filter(None, map(_factory, made)), *values]
            if makers and all(maker is not None and is_empty(maker) for maker in makers):
                entries = [entry for place in places for entry in self._entries(place)]
                inner = self.filled(inner, makers, entries, depth + 1)
        if not is_table:
            return type_ if inner is None else Type(type_.name, (inner,))
        key = (type_.arguments[:1] or [None])[0] or join(self._infer(put.key) for put in puts)
        return Type(type_.name, (key, inner)) if key or inner else type_

    def _value(self, put: _Put) -> Type | None:
        type_ = self._infer(put.value)
        return element(type_) if put.is_many else type_

    def _puts(self, place: ast.expr, *, is_table: bool) -> Iterator[_Put]:
        parent = self._tree.parents[place]
        match parent:
            case ast.Attribute(attr=method) if parent.value is place:
                call = self._tree.parents[parent]
                if isinstance(call, ast.Call) and call.func is parent:
                    yield from _put_by(method, call, is_table=is_table)
            case ast.Subscript(ctx=ast.Store(), slice=key) if parent.value is place:
                if isinstance(key, ast.Slice):
                    yield _Put(None)
                    return
                statement = self._tree.parents[parent]
                is_plain = isinstance(statement, ast.Assign) and parent in statement.targets
                value = getattr(statement, "value", None)
                is_known = is_plain or isinstance(statement, ast.AugAssign)
                yield _Put(value if is_known else None, key if is_table else None)
            case ast.AugAssign(value=value) if parent.target is place:
                yield _Put(None if is_table else value, is_many=True)

    def _entries(self, place: ast.expr) -> Iterator[ast.expr]:
        """The expressions that give an entry of a container: `table[key]`, `table.get(key)`."""
        parent = self._tree.parents[place]
        if isinstance(parent, ast.Subscript) and parent.value is place:
            yield parent
        elif isinstance(parent, ast.Attribute) and parent.attr in ("get", "setdefault"):
            call = self._tree.parents[parent]
            if isinstance(call, ast.Call):
                yield call


def is_empty(node: ast.expr) -> bool:
    """Whether an expression makes an empty container."""
    match node:
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=func, args=[]):
            return word(func) in _EMPTY
        case ast.Call(func=func, args=[_]):
            return word(func) == "defaultdict"
    return False


def _put_by(method: str, call: ast.Call, *, is_table: bool) -> Iterator[_Put]:
    if is_table:
        match call.args:
            case [key, value] if method == "setdefault":
                yield _Put(value, key)
            case _ if method == "update":
                yield _Put(None)
        return
    if method == "insert" and len(call.args) == 2:
        yield _Put(call.args[1])
    elif method in _ADDING or method in _ADDING_ALL:
        for argument in call.args:
            yield _Put(argument, is_many=method in _ADDING_ALL)


def _factory(made: ast.expr | None) -> ast.expr | None:
    """What makes the entries of a container: `set()` in `defaultdict(lambda: set())`."""
    match made:
        case ast.Call(args=[ast.Lambda(body=body)]):
            return body
        case ast.ListComp(elt=body) | ast.DictComp(value=body):
            return body
        case ast.Call(args=[ast.Name() as maker]):
            return ast.Call(func=maker, args=[], keywords=[])
    return None
