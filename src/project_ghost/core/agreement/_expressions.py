"""The examination of expressions: the type of each, and what has to be rewritten."""

import ast
from functools import reduce
from typing import Any

from project_ghost.core.portability import NOT_PORTABLE_OPERATORS

from ._differences import Difference
from ._examination import Examination, Rewrites
from ._source import MISSING, Source, resolved
from ._types import (
    EXACT,
    NUMBERS,
    SMALL,
    WORD,
    Array,
    Bool,
    Float,
    Int,
    Mixed,
    Nothing,
    Tuple,
    Type,
    Unknown,
    joined,
    type_of,
)
from ._variables import Variables

_CHECKED = {ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times"}
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)


class Expressions:
    """Goes through the expressions of one function."""

    def __init__(
        self, source: Source, examination: Examination, called: tuple[Source, ...], *, trusted: bool
    ) -> None:
        self.source = source
        self.examination = examination
        self.called = called  # the functions that are being examined, the outermost first
        self.trusted = trusted  # only its result is of interest
        self.rewrites = examination.rewrites.setdefault(source, Rewrites())
        self.variables = Variables({})
        self.local = frozenset(_assigned(source.tree))

    # ---------------------------------------------------------------- remarks

    def refuse(self, node: ast.AST, difference: Difference, subject: str) -> None:
        """Note something that is known not to agree."""
        if not self.trusted:
            self.examination.refuse((self.source, node), difference, subject)

    def doubt(self, node: ast.AST, what: str, instead: str = "") -> None:
        """Note something that is not known to agree."""
        if not self.trusted:
            self.examination.note(
                (self.source, node),
                f"{what} is not known to agree in compiled code",
                instead or "use numbers, arrays, tuples, loops and the functions in docs/engine.md",
            )

    def require_writable(self, node: ast.AST, array: Array) -> None:
        """Refuse a write into an input, a parameter or noise."""
        if array.read_only:
            self.refuse(node, Difference.INPUT_WRITTEN, ast.unparse(node))

    # ------------------------------------------------------------ expressions

    def value(self, node: ast.expr) -> Type:
        """The type of an expression; one of two types is converted here."""
        found = self.expression(node)
        if isinstance(found, Mixed):
            self.rewrites.wrap(node, "float" if found.is_float else "int")
            return Float() if found.is_float else Int()
        return found

    def truth(self, node: ast.expr) -> None:
        """Examine a condition."""
        match node:
            case ast.BoolOp(values=values):
                for each in values:
                    self.truth(each)
                return
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.truth(operand)
                return
        found = self.expression(node)
        if not isinstance(found, NUMBERS):
            self.doubt(node, f"the truth of `{ast.unparse(node)}`", "compare numbers")

    def expression(self, node: ast.expr) -> Type:  # noqa: C901 - a case for each
        """The type of an expression."""
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.Name(id=name):
                return self.variable(node, name)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(node, left, op, right)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BoolOp(values=values):
                found = [self.expression(each) for each in values]
                if not all(isinstance(each, NUMBERS) for each in found):
                    self.doubt(node, f"`{ast.unparse(node)}`", "compare numbers")
                return reduce(joined, found)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                self.truth(test)
                return joined(self.expression(body), self.expression(otherwise))
            case ast.Tuple(elts=items):
                return Tuple(tuple(self.value(each) for each in items))
            case ast.Subscript():
                return self._subscript(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                self.variables.bind(name, self.value(value))
                self.doubt(node, f"`{ast.unparse(node)}`", "assign on a line of its own")
                return Unknown()
            case ast.Call():
                from ._calls import call_type

                return call_type(self, node)
        self.doubt(node, f"`{ast.unparse(node)}`")
        return Unknown()

    def _constant(self, node: ast.expr, value: object) -> Type:
        if isinstance(value, complex):
            self.refuse(node, Difference.NARROW, ast.unparse(node))
        found = type_of(value)
        if isinstance(found, Int) and found.bits > WORD:
            self.refuse(node, Difference.TOO_LARGE, ast.unparse(node))
        return found

    def variable(self, node: ast.expr, name: str) -> Type:
        """The type of a variable or a global."""
        if name in self.local:
            if name not in self.variables.types or name in self.variables.unbound:
                self.refuse(node, Difference.UNBOUND, name)
            return self.variables.types.get(name, Unknown())
        value = self.source.scope.get(name, MISSING)
        return Unknown() if value is MISSING else self._frozen(node, value)

    def _frozen(self, node: ast.expr, value: Any) -> Type:  # noqa: ANN401 - any object
        """The type of a global's value."""
        found = type_of(value)
        if isinstance(found, Int) and found.bits > WORD:
            self.refuse(node, Difference.TOO_LARGE, ast.unparse(node))
        kind = type(value).__name__
        if kind in ("float32", "float16", "int32", "int16", "int8", "uint64", "uint32", "complex"):
            self.refuse(node, Difference.NARROW, ast.unparse(node))
        return found

    # -------------------------------------------------------------- operators

    def _unary(self, node: ast.UnaryOp) -> Type:
        if isinstance(node.op, ast.Not):
            self.truth(node.operand)
            return Bool()
        found = self.value(node.operand)
        is_truth = isinstance(found, Bool) or (
            isinstance(found, Array) and isinstance(found.element, Bool)
        )
        if is_truth:
            is_inverted = isinstance(node.op, ast.Invert)
            kind = Difference.BOOLEAN_INVERTED if is_inverted else Difference.BOOLEAN_ARITHMETIC
            self.refuse(node, kind, ast.unparse(node))
            return found
        if isinstance(found, Array):
            return Array(found.element, found.dimensions, fresh=True)
        if not isinstance(found, Int) and not (
            isinstance(found, Float) and not isinstance(node.op, ast.Invert)
        ):
            self.doubt(node, f"`{ast.unparse(node)}`")
            return Unknown()
        return found

    def _binary(self, node: ast.BinOp, left: ast.expr, op: ast.operator, right: ast.expr) -> Type:
        masked = isinstance(op, ast.BitAnd) and (_is_mask(left) or _is_mask(right))
        one, two = self.value(left), self.value(right)
        if masked and isinstance(one, Int) and isinstance(two, Int):
            return Int(min(t.bits for t, n in ((one, left), (two, right)) if _is_mask(n)))
        return self.operation(node, one, two, right)

    def operation(  # noqa: C901 - a case for each pair of types
        self,
        node: ast.BinOp | ast.AugAssign,
        one: Type,
        two: Type,
        right: ast.expr,
        *,
        in_place: bool = False,
    ) -> Type:
        """The type of an operation on two values."""
        op = node.op
        text = ast.unparse(node)
        if isinstance(op, ast.MatMult):
            entry = NOT_PORTABLE_OPERATORS["@"]
            if not self.trusted:
                place = (self.source, node)
                what = entry.reason.value.format(name="`@`")
                self.examination.note(place, what, entry.replacement, Difference.CALL)
            return Unknown()
        if isinstance(one, Array) or isinstance(two, Array):
            return self._arrays(node, one, two, right)
        if isinstance(one, Tuple) and isinstance(two, Tuple) and isinstance(op, ast.Add):
            return Tuple(one.items + two.items)
        if not isinstance(one, Int | Float | Bool) or not isinstance(two, Int | Float | Bool):
            self.doubt(node, f"`{text}`")
            return Unknown()
        if isinstance(one, Bool) and isinstance(two, Bool):
            if isinstance(op, _BITWISE):
                return Bool()
            self.refuse(node, Difference.BOOLEAN_ARITHMETIC, text)
            return Int()
        if isinstance(op, ast.Pow):
            return self._power(node, one, right)
        # A truth value counts as 0 or 1.
        if isinstance(one, Bool):
            if isinstance(node, ast.BinOp):
                self.rewrites.wrap(node.left, "int")
            else:
                self.rewrites.loads[node] = "int"
            one = Int(1)
        if isinstance(two, Bool):
            self.rewrites.wrap(right, "int")
            two = Int(1)
        if isinstance(one, Int) and isinstance(two, Int):
            return self._integers(node, one, two, right, in_place=in_place)
        if isinstance(op, ast.LShift | ast.RShift | ast.BitAnd | ast.BitOr | ast.BitXor):
            self.doubt(node, f"`{text}`")
        return Float()

    def _power(self, node: ast.BinOp | ast.AugAssign, one: Type, right: ast.expr) -> Type:
        match right:
            case ast.Constant(value=int(exponent)) if isinstance(one, Int) and exponent >= 0:
                if one.bits * exponent > WORD:
                    self.rewrites.operators[node] = "power"
                    return Int()
                return Int(max(1, one.bits * exponent))
        self.refuse(node, Difference.POWER, ast.unparse(node))
        return Float()

    def _integers(
        self,
        node: ast.BinOp | ast.AugAssign,
        one: Int,
        two: Int,
        right: ast.expr,
        *,
        in_place: bool,
    ) -> Type:
        op, most = node.op, max(one.bits, two.bits)
        match op:
            case ast.Add() | ast.Sub():
                if min(one.bits, two.bits) <= SMALL and most <= EXACT:
                    # A call cannot count far enough to get beyond 64 bits in such steps.
                    return Int(min(most + 1, EXACT))
                return self._within_word(node, most + 1, in_place=in_place)
            case ast.Mult():
                return self._within_word(node, one.bits + two.bits, in_place=in_place)
            case ast.Div():
                if most > EXACT and isinstance(node, ast.BinOp):
                    self.rewrites.wrap(node.left, "float")
                    self.rewrites.wrap(node.right, "float")
                elif most > EXACT:
                    self.rewrites.loads[node] = "float"
                return Float()
            case ast.FloorDiv():
                return one
            case ast.Mod():
                return two
            case ast.LShift() | ast.RShift():
                return self._shift(node, one, right)
        return Int(most)

    def _within_word(
        self, node: ast.BinOp | ast.AugAssign, bits: int, *, in_place: bool = False
    ) -> Int:
        """An integer; where it might not fit into a word, it is checked."""
        if bits <= WORD:
            return Int(bits)
        if not in_place:
            self.rewrites.operators[node] = _CHECKED[type(node.op)]
        return Int()

    def _shift(self, node: ast.BinOp | ast.AugAssign, one: Int, right: ast.expr) -> Type:
        count = right.value if isinstance(right, ast.Constant) else None
        if not isinstance(count, int) or not 0 <= count <= WORD:
            if isinstance(node.op, ast.RShift) and isinstance(node, ast.BinOp):
                self.rewrites.operators[node] = "shifted_right"
                return one
            self.refuse(node, Difference.SHIFT, ast.unparse(node))
            return Int()
        if isinstance(node.op, ast.RShift):
            return Int(max(1, one.bits - count))
        if one.bits + count > WORD:
            if count == WORD:
                self.refuse(node, Difference.SHIFT, ast.unparse(node))
            self.rewrites.operators[node] = "shifted_left"
        return Int(min(WORD, one.bits + count))

    def _arrays(
        self, node: ast.BinOp | ast.AugAssign, one: Type, two: Type, right: ast.expr
    ) -> Type:
        """An operation on whole arrays."""
        op, text = node.op, ast.unparse(node)
        parts = [each.element if isinstance(each, Array) else each for each in (one, two)]
        dimensions = [each.dimensions for each in (one, two) if isinstance(each, Array)]
        most = None if None in dimensions else max(d for d in dimensions if d is not None)
        if not all(isinstance(part, Int | Float | Bool) for part in parts):
            self.doubt(node, f"`{text}`")
            return Unknown()
        element: Int | Float | Bool = Float()
        if all(isinstance(part, Bool) for part in parts):
            if not isinstance(op, _BITWISE):
                self.refuse(node, Difference.BOOLEAN_ARITHMETIC, text)
            element = Bool()
        elif all(isinstance(part, Int) for part in parts):
            element = Float() if isinstance(op, ast.Div) else Int()
        elif not any(isinstance(part, Float) for part in parts):
            self.doubt(node, f"`{text}`")
        if isinstance(op, ast.Pow):
            self.refuse(node, Difference.POWER, text)
        elif isinstance(op, ast.Mod | ast.FloorDiv):
            self.refuse(node, Difference.ARRAY_MODULO, text)
        elif isinstance(op, ast.Div):
            self.rewrites.wrap(right, "nonzero")
        elif isinstance(op, ast.LShift | ast.RShift):
            self.refuse(node, Difference.SHIFT, text)
        return Array(element, most, fresh=True)

    def _compare(self, node: ast.Compare) -> Type:
        operands = [node.left, *node.comparators]
        if any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            found = [self.expression(each) for each in operands]
            if not any(isinstance(each, Nothing) for each in found):
                self.refuse(node, Difference.IDENTITY, ast.unparse(node))
            return Bool()
        found = [self.value(each) for each in operands]
        if any(isinstance(op, ast.In | ast.NotIn) for op in node.ops) or not all(
            isinstance(each, (*NUMBERS, Array)) for each in found
        ):
            self.doubt(node, f"`{ast.unparse(node)}`", "compare numbers")
            return Bool()
        if any(isinstance(each, Float) for each in found):
            for operand, each in zip(operands, found, strict=True):
                if isinstance(each, Int) and each.bits > EXACT:
                    self.rewrites.wrap(operand, "float")
        arrays = [each for each in found if isinstance(each, Array)]
        if not arrays:
            return Bool()
        if len(found) > 2:
            self.doubt(node, f"`{ast.unparse(node)}`", "compare two at a time")
        sizes = [each.dimensions for each in arrays]
        most = None if None in sizes else max(d for d in sizes if d is not None)
        return Array(Bool(), most, fresh=True)

    # ------------------------------------------------------------------ parts

    def _attribute(self, node: ast.Attribute) -> Type:
        value = resolved(node, self.source.scope, self.local)
        if value is not MISSING:
            found = self._frozen(node, value)
            if isinstance(found, Int | Float | Bool | Tuple):
                self.rewrites.frozen[node] = value
            return found
        base = self.expression(node.value)
        match base:
            case Array(_, dimensions):
                if node.attr == "shape" and dimensions is not None:
                    return Tuple((Int(SMALL),) * dimensions)
                if node.attr in ("size", "ndim"):
                    return Int(SMALL)
                if node.attr == "T" and dimensions is not None:
                    return Array(base.element, dimensions, base.read_only, False, dimensions == 1)  # noqa: FBT003
            case Tuple(items, fields) if node.attr in fields:
                return items[fields.index(node.attr)]
        self.doubt(node, f"`{ast.unparse(node)}`")
        return Unknown()

    def _subscript(self, node: ast.Subscript) -> Type:
        base = self.value(node.value)
        if isinstance(base, Array):
            return self.indexed(node, base)
        if isinstance(base, Tuple) and base.items:
            match node.slice:
                case (
                    ast.Constant(value=int(i))
                    | ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(i)))
                ):
                    if isinstance(node.slice, ast.UnaryOp):
                        i = -i
                    if -len(base.items) <= i < len(base.items):
                        return base.items[i]
                case ast.Slice():
                    pass
                case _:
                    if isinstance(self.value(node.slice), Int):
                        return reduce(joined, base.items)
        self.doubt(node, f"`{ast.unparse(node)}`")
        return Unknown()

    def indexed(self, node: ast.Subscript, array: Array) -> Type:
        """The type of a part of an array: a number, or a view."""
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        taken, contiguous = 0, array.contiguous
        for place, part in enumerate(parts):
            if isinstance(part, ast.Slice):
                for bound in (part.lower, part.upper, part.step):
                    if bound is not None and not isinstance(self.value(bound), Int | Nothing):
                        self.doubt(part, f"`{ast.unparse(node)}`", "take slices between integers")
                contiguous = contiguous and place == 0 and part.step is None
                continue
            index = self.value(part)
            if isinstance(index, Bool):
                self.refuse(part, Difference.BOOLEAN_INDEX, ast.unparse(node))
            elif not isinstance(index, Int):
                self.doubt(part, f"`{ast.unparse(node)}`", "take one element, or a slice")
                return Unknown()
            contiguous = contiguous and taken == place
            taken += 1
        if array.dimensions is None or taken > array.dimensions:
            self.doubt(node, f"`{ast.unparse(node)}`")
            return Unknown()
        if taken == array.dimensions:
            return array.element
        left = array.dimensions - taken
        return Array(array.element, left, array.read_only, False, contiguous)  # noqa: FBT003

    def known(self, node: ast.expr) -> Any:  # noqa: ANN401 - any object
        """The object outside of the function that a name stands for, or `MISSING`."""
        return resolved(node, self.source.scope, self.local)


def _is_mask(node: ast.expr) -> bool:
    """Whether it is a constant whose bits are all in a word."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int)
        and not isinstance(node.value, bool)
        and 0 <= node.value < 1 << WORD
    )


def _assigned(tree: ast.FunctionDef) -> set[str]:
    """The names of all variables of a function, its arguments included."""
    arguments = tree.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    named += [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    names = {each.arg for each in named}
    inner = {id(n) for each in ast.walk(tree) if isinstance(each, _INNER) for n in ast.walk(each)}
    for node in ast.walk(tree):
        is_bound = isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        if is_bound and isinstance(node, ast.Name) and id(node) not in inner:
            names.add(node.id)
    declared = {n for each in ast.walk(tree) if isinstance(each, ast.Global) for n in each.names}
    return names - declared


_INNER = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
