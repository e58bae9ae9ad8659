"""The examination of a function's statements: which values its variables may have, and where."""

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import final

from ._differences import Difference
from ._examination import Examination
from ._expressions import Expressions
from ._source import Source
from ._types import (
    NUMBERS,
    Array,
    Bool,
    Float,
    Int,
    Mixed,
    Nothing,
    Sequence,
    Tuple,
    Type,
    Unknown,
    joined,
    widened,
)
from ._variables import Variables, joined_variables

# How often a loop is gone through before growing integers get room to grow.
_PASSES = 3


@dataclass
class _Loop:
    """The variables where a loop is left or begun again."""

    left: list[Variables] = field(default_factory=list)
    again: list[Variables] = field(default_factory=list)


@final
class Statements(Expressions):
    """Goes through a function, path by path."""

    def __init__(
        self, source: Source, examination: Examination, called: tuple[Source, ...], *, trusted: bool
    ) -> None:
        super().__init__(source, examination, called, trusted=trusted)
        self._loops: list[_Loop] = []
        self._returned: list[Type] = []

    def result(self, arguments: dict[str, Type]) -> Type:
        """The type of what the function returns; `*rest` gets the arguments that have no name."""
        taken = self.source.tree.args
        named = {each.arg for each in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs)}
        types = {name: found for name, found in arguments.items() if name in named}
        if taken.vararg is not None:
            rest = [found for name, found in arguments.items() if name not in named]
            types[taken.vararg.arg] = Tuple(tuple(rest))
        self.variables = Variables(types)
        if self._block(self.source.tree.body):
            self._returned.append(Nothing())
        return reduce(joined, self._returned) if self._returned else Nothing()

    def _block(self, body: Iterable[ast.stmt]) -> bool:
        """Go through statements; whether the end is reached."""
        return all(self._statement(each) for each in body)

    def _statement(self, node: ast.stmt) -> bool:  # noqa: C901 - a case for each statement
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return True
            case ast.Expr(value=value):
                self.expression(value)
            case ast.Assign(targets=targets, value=value):
                found = self.value(value)
                for target in targets:
                    self._assign(target, found, value)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    self._assign(target, self.value(value), value)
            case ast.AugAssign():
                self._augmented(node)
            case ast.Return(value=value):
                self._returned.append(Nothing() if value is None else self.expression(value))
                return False
            case ast.If(test=test, body=body, orelse=otherwise):
                return self._branches(test, body, otherwise)
            case ast.For():
                return self._for(node)
            case ast.While():
                return self._while(node)
            case ast.Break():
                self._loops[-1].left.append(self.variables)
                return False
            case ast.Continue():
                self._loops[-1].again.append(self.variables)
                return False
            case ast.Raise():
                return False
            case ast.Assert(test=test):
                self.truth(test)
            case ast.Try():
                self.refuse(node, Difference.TRY, "try")
                return False
            case ast.Global():
                self.refuse(node, Difference.GLOBAL, f"global {', '.join(node.names)}")
            case _:
                self.doubt(node, f"a statement `{type(node).__name__.lower()}`")
                for each in ast.walk(node):
                    if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                        self.variables.bind(each.id, Unknown())
        return True

    # --------------------------------------------------------------- branches

    def _branches(self, test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt]) -> bool:
        self.truth(test)
        before = self.variables
        ends = []
        for block in (body, otherwise):
            self.variables = before.copied()
            if self._block(block):
                ends.append(self.variables)
        if ends:
            self.variables = joined_variables(ends)
        return bool(ends)

    def _for(self, node: ast.For) -> bool:
        sequence = self.iterated(node.iter)
        return self._repeated(
            node,
            lambda: self._assign(node.target, sequence.item, None),
            always=sequence.nonempty,
        )

    def _while(self, node: ast.While) -> bool:
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        return self._repeated(node, lambda: self.truth(node.test), endless=endless)

    def _repeated(
        self,
        node: ast.For | ast.While,
        begin: Callable[[], object],
        *,
        always: bool = False,
        endless: bool = False,
    ) -> bool:
        """Go through a loop until nothing changes; whether what follows is reached."""
        before = self.variables
        head = before.copied()
        for passed in range(100):
            loop = _Loop()
            self._loops.append(loop)
            self.variables = head.copied()
            begin()
            ended = self._block(node.body)
            self._loops.pop()
            ends = [*loop.again, *([self.variables] if ended else [])]
            known = joined_variables([head, *ends]).limited_to(head)
            merged = widen(head, known) if passed >= _PASSES else known
            if merged.types == head.types and merged.unbound == head.unbound:
                break
            head = merged
        # Where the loop ends by itself: never begun, or after a pass.
        leaving = list(ends)
        if not always and isinstance(node, ast.For):
            leaving.append(head)
        if isinstance(node, ast.While):
            self.variables = head.copied()
            begin()
            leaving = [] if endless else [self.variables]
        if leaving:
            self.variables = joined_variables(leaving)
            if self._block(node.orelse):
                loop.left.append(self.variables)
        if loop.left:
            self.variables = joined_variables(loop.left)
        return bool(loop.left)

    # ------------------------------------------------------------ assignments

    def _assign(self, target: ast.expr, found: Type, value: ast.expr | None) -> None:
        match target:
            case ast.Name(id=name):
                self.variables.bind(name, found)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                self._unpack(targets, found, value)
            case ast.Subscript():
                self._store(target, found, value)
            case _:
                self.doubt(target, f"an assignment to `{ast.unparse(target)}`")

    def _unpack(self, targets: list[ast.expr], found: Type, value: ast.expr | None) -> None:
        items: Iterable[Type]
        parts: list[ast.expr] | None = None
        if isinstance(found, Tuple) and len(found.items) == len(targets):
            items = found.items
            if isinstance(value, ast.Tuple):
                parts = value.elts
        else:
            self.doubt(targets[0], "unpacking what is not a tuple of known length")
            items = [Unknown()] * len(targets)
        for i, (target, item) in enumerate(zip(targets, items, strict=True)):
            if isinstance(target, ast.Subscript) and isinstance(item, Array) and not item.fresh:
                # The first assignment changes what the second one reads, unless it is a copy.
                what = f"an array from a tuple stored in `{ast.unparse(target)}`"
                self.doubt(target, what, "assign in statements of their own, from a copy")
            self._assign(target, item, parts[i] if parts else None)

    def _store(self, target: ast.Subscript, found: Type, value: ast.expr | None) -> None:
        array = self.value(target.value)
        if not isinstance(array, Array):
            self.doubt(target, f"an assignment to `{ast.unparse(target)}`")
            return
        self.require_writable(target, array)
        place = self.indexed(target, array)
        if isinstance(found, Mixed) or (isinstance(found, NUMBERS) and value is None):
            # A part of a tuple, or a loop's variable: converted as it is stored, alike in both.
            if not isinstance(array.element, Float):
                self.doubt(target, "a number of unknown type stored as an integer")
            return
        if isinstance(found, NUMBERS):
            assert value is not None
            self._convert(array.element, found, value)
        elif isinstance(found, Array) and isinstance(place, Array):
            self._copy(array.element, found, value, target)
        else:
            self.doubt(target, f"an assignment to `{ast.unparse(target)}`")

    def _convert(self, element: Type, found: Type, value: ast.expr) -> None:
        """Store a number into an array."""
        match element, found:
            case Int(), Float():
                self.rewrites.wrap(value, "whole")
            case ((Int() | Float()), Bool()):
                self.rewrites.wrap(value, "int")
            case Bool(), (Int() | Float()):
                self.doubt(value, "a number stored as a truth value")

    def _copy(self, element: Type, found: Array, value: ast.expr | None, target: ast.expr) -> None:
        """Store an array into a part of an array, which may overlap it."""
        if value is None:
            self.doubt(target, "an array from a tuple stored in place")
            return
        if type(found.element) is not type(element) and not (
            isinstance(element, Float) and isinstance(found.element, Int)
        ):
            self.doubt(target, "an array of another type stored in place")
        if not found.fresh:
            self.rewrites.wrap(value, "apart")

    def _augmented(self, node: ast.AugAssign) -> None:
        found = self.value(node.value)
        match node.target:
            case ast.Name(id=name):
                loaded = self.variable(node.target, name)
                if isinstance(loaded, Array):
                    self._in_place(node, loaded, found)
                    return
                if isinstance(loaded, Mixed):
                    self.rewrites.loads[node] = "float" if loaded.is_float else "int"
                    loaded = Float() if loaded.is_float else Int()
                self.variables.bind(name, self.operation(node, loaded, found, node.value))
            case ast.Subscript():
                array = self.value(node.target.value)
                place = self.indexed(node.target, array) if isinstance(array, Array) else Unknown()
                if not isinstance(array, Array):
                    self.doubt(node, f"an assignment to `{ast.unparse(node.target)}`")
                elif isinstance(place, Array):
                    self._in_place(node, place, found)
                else:
                    self.require_writable(node, array)
                    result = self.operation(node, place, found, node.value, in_place=True)
                    if type(result) is not type(array.element):
                        self.doubt(node, "a result of another type stored in place")
            case _:
                self.doubt(node, f"an assignment to `{ast.unparse(node.target)}`")

    def _in_place(self, node: ast.AugAssign, array: Array, found: Type) -> None:
        """`a += b` of arrays."""
        self.require_writable(node, array)
        result = self.operation(node, array, found, node.value, in_place=True)
        if isinstance(result, Array) and type(result.element) is not type(array.element):
            self.doubt(node, "a result of another type stored in place")
        if isinstance(found, Array) and not found.fresh:
            self.rewrites.wrap(node.value, "apart")

    # ---------------------------------------------------------------- loops

    def iterated(self, node: ast.expr) -> Sequence:
        """What a `for` goes through."""
        found = self.value(node)
        match found:
            case Sequence():
                return found
            case Array(element, 1):
                return Sequence(element)
            case Array(_, int(dimensions)):
                return Sequence(
                    Array(found.element, dimensions - 1, found.read_only, False, found.contiguous)  # noqa: FBT003
                )
            case Tuple(items) if items:
                item = reduce(joined, items)
                if not isinstance(item, Mixed | Unknown):  # Numba goes through items of one type
                    return Sequence(item, nonempty=True)
        self.doubt(node, f"a loop over `{ast.unparse(node)}`")
        return Sequence(Unknown())


def widen(head: Variables, merged: Variables) -> Variables:
    """The variables at the head of a loop, with room for integers that grow."""
    types = {name: widened(head.types.get(name, t), t) for name, t in merged.types.items()}
    return Variables(types, merged.unbound)
