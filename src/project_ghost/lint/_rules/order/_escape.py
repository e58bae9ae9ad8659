"""Whether the arbitrary order of an iterable affects a result.

`sorted(s)`, `len(s)`, `{f(x) for x in s}` and a loop that only adds to a set have the same result
in any order; a list, a string or a side effect has not.
"""

import ast
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from project_ghost.lint.python._flow import Reach
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding, Kind
from project_ghost.lint.python._shown import shows
from project_ghost.lint.python._syntax import names_in, word
from project_ghost.lint.python._tree import position
from project_ghost.lint.python._type import is_ordered_set

from ._callables import (
    ADDING_METHODS,
    BY_KEY,
    CHECKED_CALLS,
    DICTIONARIES,
    DRAWING,
    FREE,
    FREE_METHODS,
    ITERABLES,
    ORDER_KEEPING,
    ORDERED,
    ORDERED_METHODS,
    SEQUENCES,
    TABLES,
    TEXTS,
    maps,
    shows_progress,
    writes_value,
)
from ._comprehensions import is_numbered, only_renames, uses_elements
from ._drawing import draws_shared
from ._effects import (
    ARGUMENT,
    DICTIONARY,
    FILE,
    FIRST,
    GROWN,
    JOINED,
    LOOSE,
    OBJECT,
    ORDERED_SET,
    PART,
    RETURNED,
    SHOWN,
    STORED,
    TABLE,
    TAKEN,
    TEXT,
    TEXT_RETURNED,
    TIE,
    TIES,
    UNKNOWN_LOOP,
    UNPACKED,
    WEAK,
    WORK,
    most_certain,
    severity,
)
from ._folds import joins_alike
from ._keys import can_tie
from ._literals import appends, of_literal, outermost
from ._loops import TESTING, Kept, Order, body_order, loop_order
from ._messages import is_message, is_prose, is_sentence
from ._reordered import gives_positions, is_by_position
from ._reported import is_only_reported
from ._single import is_single
from ._sql import in_membership
from ._taking import finds_by_name
from ._work import is_sorted_later, is_worked_off, takes_work, work_loop

__all__ = [
    "Escaped",
    "escape",
    "escaped",
    "kept",
    "may_escape",
    "part_affects",
    "worst",
]

# Parents in which the order of a set may matter.
_ORDER_SENSITIVE = (
    ast.For,
    ast.AsyncFor,
    ast.comprehension,
    ast.Starred,
    ast.YieldFrom,
    ast.Assign,
    ast.AugAssign,
    ast.IfExp,
    ast.BoolOp,
    ast.FormattedValue,
)
# Parents in which the order of a sequence does not matter.
_ORDERLESS = (
    ast.Attribute,
    ast.Compare,
    ast.UnaryOp,
    ast.If,
    ast.While,
    ast.Assert,
    ast.Expr,
    ast.comprehension,
    ast.withitem,
)


# What a loop affects.
_EFFECTS = {
    Order.FREE: None,
    Order.SHOWN: SHOWN,
    Order.KEYED: DICTIONARY,
    Order.TEXT: TEXT_RETURNED,
    Order.UNKNOWN: UNKNOWN_LOOP,
    Order.GROWN: GROWN,
    Order.TAKEN: TAKEN,
    Order.TIED: f"`sorted` {TIE}",
    Order.RETURNED: RETURNED,
    Order.CUT: PART,
    Order.DEPENDS: "a loop whose effect depends on the order",
}


class _Form(Enum):
    """How an iterable holds its arbitrary order."""

    SET = auto()  # the order matters when something iterates over it
    STREAM = auto()  # an iterator: the same, and where it is stored
    SEQUENCE = auto()  # the order is a part of its value
    MAPPING = auto()  # a dictionary: the same, unless it is only looked up


def escape(module: Module, node: ast.expr, *, is_sequence: bool = False) -> str | None:
    """What the arbitrary order of an iterable affects; None if it affects nothing.

    The order of a sequence (a listing of files) is a part of its value; the order of a set matters
    only when something iterates over it.
    """
    return escaped(module, node, is_sequence=is_sequence).affected


class Escaped(NamedTuple):
    """What an order affects, and the parts of a returned tuple that have it; None for all of it."""

    affected: str | None
    parts: frozenset[int | None]


def escaped(module: Module, node: ast.expr, *, is_sequence: bool = False) -> Escaped:
    """The same, with what a function returns."""
    trace = _Escape(module)
    affected = trace.affected(node, _Form.SEQUENCE if is_sequence else _Form.SET)
    return Escaped(affected, frozenset(trace.parts))


def kept(module: Module) -> Kept:
    """Follows the lists and dictionaries that a loop fills."""
    return _Escape(module)


def part_affects(module: Module, target: ast.expr) -> Escaped:
    """What the order of the sequence in a variable affects."""
    trace = _Escape(module)
    affected = None
    if isinstance(target, ast.Name):
        affected = trace.variable(target, _Form.SEQUENCE)
    return Escaped(affected, frozenset(trace.parts))


def worst(effects: Sequence[Escaped]) -> Escaped:
    """The effect that is most certain, and all parts that have the order."""
    parts = frozenset(part for each in effects for part in each.parts)
    return Escaped(most_certain([each.affected for each in effects]), parts)


def may_escape(module: Module, node: ast.expr) -> bool:
    """Whether an expression is in a place where the order of a set may matter."""
    parent = module.parent(node)
    if isinstance(parent, ast.keyword):
        call = module.parent(parent)
        return isinstance(call, ast.Call) and _is_passed(module, call)
    if not isinstance(parent, ast.Call):
        return isinstance(parent, _ORDER_SENSITIVE)
    method = parent.func.attr if isinstance(parent.func, ast.Attribute) else ""
    name = module.qualify(parent.func)
    is_checked = method in ORDERED_METHODS or name in CHECKED_CALLS
    if node not in parent.args:
        return False
    place = parent.args.index(node)
    is_checked = is_checked or shows_progress(name or word(parent.func)) or _maps(parent, place)
    is_checked = is_checked or method == "update" or word(parent.func).endswith("Set")
    return is_checked or _is_passed(module, parent)


def _is_passed(module: Module, call: ast.Call) -> bool:
    """Whether an argument is passed to a function of the project that may use its order."""
    return module.facts.may_know(module.qualify(call.func))


class _Escape:
    """Follows an iterable to its uses, through each variable once."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.followed: set[ast.Name] = set()
        self.passed: set[Binding] = set()
        self.stored: set[str] = set()
        self.orders: dict[str, Order] = {}  # of attributes that are appended to
        # What was found for a local list and a loop; free while it is looked for, because two
        # tables may be filled from each other.
        self.found: dict[tuple[Binding, ast.AST], Order] = {}
        self.is_plain = True  # whether the elements themselves are passed on
        self.parts: set[int | None] = set()

    def affected(self, node: ast.expr, form: _Form) -> str | None:  # noqa: C901 one case for each place
        parent = self.module.parent(node)
        is_sequence = form is _Form.SEQUENCE
        if is_sequence and isinstance(node, ast.Name) and is_single(self.module, node):
            return None
        match parent:
            case ast.For() | ast.AsyncFor() if parent.iter is node:
                return self._loop(parent)
            case ast.comprehension() if parent.iter is node:
                return self._comprehension(self.module.parent(parent), parent)
            case ast.Starred():
                return self._unpacked(self.module.parent(parent))
            case ast.ListComp(elt=part) if part is node and is_sequence:
                return self.affected(parent, form)  # a list of lists
            case ast.YieldFrom():
                self.parts.add(None)
                return RETURNED
            case ast.Call() if node in parent.args:
                return self._argument(parent, node, is_sequence=is_sequence)
            case ast.keyword(arg=None) if form is _Form.MAPPING:
                return None  # arguments by name
            case ast.keyword() if is_sequence:
                called = self.module.parent(parent)
                return self._given(called, node) if isinstance(called, ast.Call) else ARGUMENT
            case ast.keyword() if form is _Form.SET:
                called = self.module.parent(parent)
                return self._passed(called, node) if isinstance(called, ast.Call) else None
            case ast.Assign(targets=[ast.Tuple(elts=parts) | ast.List(elts=parts)]):
                return UNPACKED if len(parts) > 1 else None
            case ast.Assign(targets=[ast.Subscript(slice=ast.Slice(), value=kept)]):
                return None if self._is_followed(kept) else "a sequence"
            case ast.Subscript(ctx=ast.Store() | ast.Del()):
                return None
            case ast.Subscript() | ast.Compare() if form is _Form.MAPPING:
                return None
            case ast.Attribute(attr=method) if form is _Form.MAPPING:
                return self._view(parent, method)
            case ast.AugAssign(op=ast.BitOr(), target=target) if parent.value is node:
                return ORDERED_SET if self._keeps_order(target) else None
            case ast.AugAssign(op=ast.Add(), target=ast.Name() as target) if parent.value is node:
                later = self.variable(target, _Form.SEQUENCE)
                return later if _is_kind(later) else "a sequence that it is added to"
            case ast.AugAssign(
                op=ast.Add(), target=ast.Attribute(value=ast.Name(id="self"), attr=attribute)
            ) if parent.value is node:
                later = self._stored(attribute) or STORED
                return later if _is_kind(later) else "a sequence that it is added to"
            case ast.AugAssign(op=ast.Add()) if parent.value is node:
                return "a sequence that it is added to"
            case ast.BinOp(op=ast.Mod()) if is_sequence:
                return self._text(parent, TEXT)
            case ast.Tuple() if is_sequence and _is_formatted(self.module, parent):
                return self._text(self.module.parent(parent), TEXT)
            case ast.BinOp(op=ast.Add()) if is_sequence:
                return self.affected(parent, form)
            case ast.Tuple(elts=parts) if is_sequence and isinstance(
                self.module.parent(parent), ast.Return
            ):
                is_shown = is_message(self.module, parent)
                self.parts.add(parts.index(node))
                return SHOWN if is_shown else RETURNED
            case ast.Subscript(value=taken, slice=index) if is_sequence and taken is node:
                if is_only_reported(self.module, parent) or is_by_position(self.module, index):
                    return None
                return PART if isinstance(index, ast.Slice) else FIRST
            case ast.Subscript(slice=index) if is_sequence and index is node:
                return None if self._on_both_sides(node) else ARGUMENT
            case ast.Tuple() if is_sequence and isinstance(
                self.module.parent(parent), ast.Subscript
            ):
                return None if self._on_both_sides(node) else ARGUMENT
            case ast.Dict() | ast.List() | ast.Tuple() if is_sequence:
                return self._held_in(parent)
            case ast.FormattedValue():
                return self._text(parent, TEXT)
            case ast.Return() if is_sequence and is_message(self.module, parent):
                return SHOWN
            case ast.Return() if form is not _Form.MAPPING and form is not _Form.SET:
                self.parts.add(None)
                return RETURNED
            case ast.IfExp(test=test) if test is node:
                return None
            case ast.IfExp() | ast.BoolOp():
                return self.affected(parent, form)
            case (
                ast.Assign(targets=[ast.Name() as target])
                | ast.AnnAssign(target=ast.Name() as target)
                | ast.withitem(optional_vars=ast.Name() as target)
            ) if form is not _Form.SET:
                return self.variable(target, form)
            case ast.NamedExpr(target=target) if form is not _Form.SET:
                return self.variable(target, form) or self.affected(parent, form)
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)]) if (
                form is _Form.MAPPING and attribute not in self.stored
            ):
                self.stored.add(attribute)
                loads = self.module.flow.attribute_loads.get(attribute, [])
                return self._any(loads, form) if loads else DICTIONARY
            case (
                ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)])
                | ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=attribute))
            ) if is_sequence:
                return self._stored(attribute)
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript() as target]) if is_sequence:
                return self._put_into(target)
            case ast.Assign() if form is _Form.STREAM:
                return "an iterator"
        if form is _Form.MAPPING:
            return DICTIONARY if not isinstance(parent, _ORDERLESS) else None
        return "a sequence" if is_sequence and not isinstance(parent, _ORDERLESS) else None

    def _stored(self, attribute: str) -> str | None:
        """What the order of a sequence affects that an attribute of `self` holds."""
        if attribute in self.stored:
            return None
        self.stored.add(attribute)
        loads = self.module.flow.attribute_loads.get(attribute, [])
        return self._any(loads, _Form.SEQUENCE) if loads else STORED

    def _keeps_order(self, node: ast.expr) -> bool:
        """Whether an object, or the owner of a method, is a set that keeps its order."""
        match node:
            case ast.Attribute(attr="update", value=owner):
                return is_ordered_set(self.module.types.infer(owner))
        return is_ordered_set(self.module.types.infer(node))

    def _put_into(self, target: ast.Attribute | ast.Subscript) -> str:
        """What a local object or table affects that holds a sequence."""
        owner = target.value
        binding = self.module.tree.binding(owner) if isinstance(owner, ast.Name) else None
        if binding is not None and any(self._is_returned(load) for load in binding.loads):
            return OBJECT
        return STORED

    def _is_returned(self, node: ast.expr) -> bool:
        """Whether a function returns a value, or an object that is made of it."""
        parent = self.module.parent(node)
        if isinstance(parent, ast.keyword):
            parent = self.module.parent(parent)
        if isinstance(parent, ast.Call) and word(parent.func)[:1].isupper():
            parent = self.module.parent(parent)
        return isinstance(parent, ast.Return)

    def _held_in(self, literal: ast.expr) -> str | None:
        """What a literal affects that holds a sequence: `{"names": list(names)}`."""
        outer = outermost(self.module, literal)
        call = appends(self.module, outer)
        if call is not None:
            return self._extended(call, "append") and STORED
        return of_literal(self.module, outer, is_plain=self.is_plain)

    def _on_both_sides(self, node: ast.expr) -> bool:
        """Whether the same set chooses columns on both sides: `a[list(s)] = b[list(s)]`."""
        statement = self.module.tree.statement(node)
        if not isinstance(statement, ast.Assign):
            return False
        return ast.unparse(node) in ast.unparse(statement.targets[0])

    def _loop(self, loop: ast.For | ast.AsyncFor) -> str | None:
        order = loop_order(self.module, loop, self)
        if (
            order is Order.RETURNED
            and self.module.tree.function(loop) in self.module.tree.generators
        ):
            self.parts.add(None)
        return _EFFECTS[order]

    def collected(self, binding: Binding, loop: ast.AST) -> Order:
        """What the order of a local list or dictionary affects outside a loop."""
        if (binding, loop) in self.found:
            return self.found[binding, loop]
        self.found[binding, loop] = Order.FREE
        tree = self.module.tree
        inside: list[ast.Name] = []
        outside: list[ast.Name] = []
        for load in binding.loads:
            is_inside = any(parent is loop for parent in tree.ancestors(load))
            (inside if is_inside else outside).append(load)
        # A list that is bound anew, to a sorted one, is another list.
        filled = {each.node for load in inside for each in tree.reaching(binding, load)}
        filled |= {  # `rows += x.rows`
            each.node
            for each in binding.definitions
            if each.kind is Kind.AUGMENT
            if any(parent is loop for parent in tree.ancestors(each.node))
        }
        loads = [
            load
            for load in outside
            if any(each.node in filled for each in tree.reaching(binding, load))
            and not takes_work(self.module, binding, load)
        ]
        types = {self._form_of(load) for load in loads}
        form = _Form.MAPPING if types == {_Form.MAPPING} else _Form.SEQUENCE
        order = _order(self._any(loads, form))
        if order is Order.FREE and work_loop(self.module, binding) is not None:
            order = self._work(binding)
        self.found[binding, loop] = order
        return order

    def held(self, attribute: str) -> Order:
        """What the order of an attribute of `self` affects; other files may read it."""
        if attribute not in self.orders:
            self.orders[attribute] = Order.UNKNOWN  # while it is looked for
            self.orders[attribute] = max(_order(self._stored(attribute)), Order.UNKNOWN)
        return self.orders[attribute]

    def _work(self, binding: Binding) -> Order:
        """What the order affects in which a loop takes its work from a list."""
        found = work_loop(self.module, binding)
        if found is None:
            return Order.FREE
        loop, taken = found
        is_free = body_order(self.module, loop, taken, self) is Order.FREE
        return Order.FREE if is_free else Order.UNKNOWN

    def _form_of(self, node: ast.expr) -> _Form:
        type_ = self.module.types.infer(node)
        is_mapping = type_ is not None and type_.name == "builtins.dict"
        return _Form.MAPPING if is_mapping else _Form.SEQUENCE

    def _view(self, node: ast.Attribute, method: str) -> str | None:
        """What the order of a dictionary affects through a method of it."""
        call = self.module.parent(node)
        if method in ("items", "keys", "values", "copy") and isinstance(call, ast.Call):
            return self.affected(call, _Form.MAPPING if method == "copy" else _Form.STREAM)
        return None

    def _unpacked(self, into: ast.AST) -> str | None:
        if isinstance(into, ast.List | ast.Tuple):
            return self.affected(into, _Form.SEQUENCE) and UNPACKED
        if isinstance(into, ast.Call) and shows(self.module, into):
            return SHOWN
        if isinstance(into, ast.Set) or self._takes_any_order(into):
            return None
        is_known = isinstance(into, ast.Call) and self.module.qualify(into.func) in CHECKED_CALLS
        return UNPACKED if is_known else ARGUMENT

    def _comprehension(self, node: ast.AST, generator: ast.comprehension) -> str | None:
        if not generator.ifs and not uses_elements(node, generator.target):
            return None  # `"?" for _ in names`: only their number counts
        if is_numbered(node, generator):
            return "numbers that are given in its order"
        if draws_shared(self.module, [node], names_in(generator.target)):
            return "which element gets which random number"
        match node:
            case ast.ListComp(elt=part):
                self.is_plain = self.is_plain and only_renames(part)
                later = self.affected(node, _Form.SEQUENCE)
                is_for_people = later is not None and is_sentence(self.module, part)
                return TEXT_RETURNED if is_for_people and later != SHOWN else later
            case ast.DictComp():
                return self.affected(node, _Form.MAPPING)
            case ast.GeneratorExp():
                return self.affected(node, _Form.STREAM)
        return None

    def _argument(self, call: ast.Call, node: ast.expr, *, is_sequence: bool) -> str | None:
        name = self.module.qualify(call.func) or ""
        if name in BY_KEY:
            return self._tied(call, name) if can_tie(call) else None
        if self._takes_any_order(call) or in_membership(self.module, node):
            return None
        method = word(call.func) if isinstance(call.func, ast.Attribute) else ""
        if name in TEXTS:
            return self._text(call, TEXT)
        place = call.args.index(node)
        if place not in ITERABLES.get(name, range(len(call.args))):
            return None
        if name in ORDER_KEEPING or (place == 0 and shows_progress(name or word(call.func))):
            return self.affected(call, _Form.SEQUENCE if name in SEQUENCES else _Form.STREAM)
        if _maps(call, place):
            return self.affected(call, _Form.SEQUENCE)
        if name in DICTIONARIES:
            return self.affected(call, _Form.MAPPING)
        if is_ordered_set(self.module.types.infer(call)) and place == 0:
            return self.affected(call, _Form.SEQUENCE)
        if method == "update" and self._keeps_order(call.func):
            return ORDERED_SET
        if name in ORDERED:
            return f"`{name.rpartition('.')[2]}`"
        if method in ORDERED_METHODS and not self._is_set_method(call):
            return self._joined(call) if method == "join" else self._extended(call, method)
        return self._in_sequence(call, node) if is_sequence else self._passed(call, node)

    def _tied(self, call: ast.Call, name: str) -> str | None:
        """What the order of equal elements affects; that of a sorted list may only be shown."""
        if name == "builtins.sorted":
            later = self.affected(call, _Form.SEQUENCE)
            if later is None or later == SHOWN:
                return later
        return f"`{name.removeprefix('builtins.')}` {TIE}"

    def _in_sequence(self, call: ast.Call, node: ast.expr) -> str | None:
        """What the order of a sequence affects that is passed to a function."""
        name = self.module.qualify(call.func) or ""
        method = word(call.func) if isinstance(call.func, ast.Attribute) else ""
        if method in DRAWING:
            return f"`{method}`, a draw"
        if writes_value(name or method, call.args.index(node)):
            return FILE
        if name in TABLES:
            return None if self._is_sorted_table(call) else TABLE
        if shows(self.module, call) or is_message(self.module, call):
            return SHOWN
        return self._given(call, node) if not self._adds(call, method) else None

    def _adds(self, call: ast.Call, method: str) -> bool:
        """Whether a sequence is one element, or its elements are put into a set."""
        if method != "update":
            return method in ADDING_METHODS
        assert isinstance(call.func, ast.Attribute)
        owner = self.module.types.infer(call.func.value)
        return owner is None or owner.name != "builtins.dict"

    def _given(self, call: ast.Call, node: ast.expr) -> str | None:
        """What the order of a sequence affects in a function that it is passed to."""
        if word(call.func)[:1].isupper() and self._is_returned(node):
            return OBJECT
        binding = self.module.flow.parameter(call, node)
        if binding is None or binding in self.passed:
            return ARGUMENT
        self.passed.add(binding)
        [first, *_] = binding.definitions
        if first.kind is not Kind.PARAMETER:
            return ARGUMENT
        tree = self.module.tree
        loads = [load for load in binding.loads if first in tree.reaching(binding, load)]
        affected = self._any(loads, _Form.SEQUENCE)
        if affected == RETURNED:
            return self.affected(call, _Form.SEQUENCE)
        if affected is None or affected == SHOWN or affected in LOOSE:
            return affected
        return ARGUMENT if severity(affected) is not None else _by(call)

    def _is_sorted_table(self, call: ast.Call) -> bool:
        """Whether the rows of a table are sorted where it is made, or later."""
        parent = self.module.parent(call)
        places: list[ast.expr] = [call]
        if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
            places += self.module.tree.loads(parent.targets[0])
        return any(
            isinstance(method := self.module.parent(place), ast.Attribute)
            and method.attr.startswith("sort")
            for place in places
        )

    def _text(self, node: ast.AST, affected: str) -> str | None:
        """What a text affects that has the order in it; None for a message."""
        if is_message(self.module, node):
            return None
        assert isinstance(node, ast.expr)
        if self.module.flow.reach(node) <= Reach.SHOWN:
            return SHOWN
        return TEXT_RETURNED if is_prose(self.module, node) else affected

    def _joined(self, call: ast.Call) -> str | None:
        """What a text of all elements affects; one that is written is a part of a file."""
        parent = self.module.parent(call)
        if isinstance(parent, ast.Call) and word(parent.func) in ("write", "writelines"):
            return self._text(call, FILE)
        return self._text(call, JOINED)

    def _extended(self, call: ast.Call, method: str) -> str | None:
        """What a list affects that is extended by an order."""
        if is_sorted_later(self.module, call.func):
            return None
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        match owner:
            case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
                held = self._stored(attribute) or STORED
                return held if _is_kind(held) else f"`{method}`"
        binding = self.module.tree.binding(owner) if isinstance(owner, ast.Name) else None
        if binding is None or any(d.kind is Kind.PARAMETER for d in binding.definitions):
            return f"`{method}`"
        if is_worked_off(self.module, call.func):
            return None if work_loop(self.module, binding) and not self._work(binding) else WORK
        later = self._later(binding, call)
        return later if _is_kind(later) else f"`{method}`"

    def _later(self, binding: Binding, call: ast.Call) -> str | None:
        """What the order of a list affects after a call changed it."""
        if (binding, call) in self.found:
            return None
        self.found[binding, call] = Order.FREE
        tree = self.module.tree
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        assert isinstance(owner, ast.Name)
        filled = {each.node for each in tree.reaching(binding, owner)}
        loads = [
            load
            for load in binding.loads
            if position(load) > position(call)
            if any(each.node in filled for each in tree.reaching(binding, load))
        ]
        return self._any(loads, _Form.SEQUENCE)

    def _passed(self, call: ast.Call, node: ast.expr) -> str | None:
        """What the order of a set affects in a function that it is passed to."""
        if self._takes_any_order(self.module.parent(call)):
            return None  # whatever order its result has
        if TESTING.search(word(call.func)) or ast.unparse(node) == "set()":
            return None
        if "sort" in word(call.func).lower():
            return None
        affected = self._parameter(call, node)
        if affected == RETURNED:
            return self.affected(call, _Form.SEQUENCE)
        if affected in LOOSE:
            return affected
        if affected is not None and severity(affected) is not None:
            return ARGUMENT
        is_used = affected is not None or self.module.parameter_order(call, node)
        return _by(call) if is_used else None

    def _parameter(self, call: ast.Call, node: ast.expr) -> str | None:
        """What the order of a parameter of unknown type affects in a function of this file."""
        binding = self.module.flow.parameter(call, node)
        if binding is None or binding in self.passed:
            return None
        self.passed.add(binding)
        [first, *_] = binding.definitions
        if first.kind is not Kind.PARAMETER or first.annotation is not None:
            return None
        affected = most_certain(
            [
                self.affected(load, _Form.SET)
                for load in binding.loads
                if first in self.module.tree.reaching(binding, load)
            ]
        )
        return None if affected == SHOWN else affected

    def _takes_any_order(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = self.module.qualify(node.func)
        if method in FREE_METHODS or name in FREE or gives_positions(self.module, node):
            return True
        if name == "functools.reduce":
            return joins_alike(node.args[0])
        if name != "builtins.next":
            return False
        return is_only_reported(self.module, node) or any(map(finds_by_name, node.args))

    def _is_set_method(self, call: ast.Call) -> bool:
        return isinstance(call.func, ast.Attribute) and self.module.types.is_set(call.func.value)

    def _is_followed(self, node: ast.expr) -> bool:
        """Whether a sequence is assigned to its own source: `dirs[:] = [d for d in dirs]`."""
        if not isinstance(node, ast.Name):
            return False
        binding = self.module.tree.binding(node)
        return any(self.module.tree.binding(target) is binding for target in self.followed)

    def variable(self, target: ast.Name, form: _Form) -> str | None:
        """What the order of a variable affects; None if it is sorted or only counted."""
        if target in self.followed:
            return None
        self.followed.add(target)
        loads = self.module.tree.loads(target)
        binding = self.module.tree.binding(target)
        is_global = binding is not None and binding.scope is self.module.tree.module_scope
        if is_global and not loads and not target.id.startswith("_"):
            return "a global, which other files may read"
        return self._any(loads, form)

    def _any(self, loads: Sequence[ast.expr], form: _Form) -> str | None:
        parents = [self.module.parent(load) for load in loads]
        if any(isinstance(parent, ast.Attribute) and parent.attr == "sort" for parent in parents):
            return None
        called = [parent.func for parent in parents if isinstance(parent, ast.Call)]
        if any(self.module.qualify(func) == "heapq.heapify" for func in called):
            return None  # another rule checks priorities
        return most_certain([self.affected(load, form) for load in loads])


def _order(affected: str | None) -> Order:
    """How much of an order reaches a result, by what it affects."""
    if affected is None:
        return Order.FREE
    if affected == SHOWN:
        return Order.SHOWN
    if affected == RETURNED:
        return Order.RETURNED
    if affected in TIES:
        return Order.TIED
    is_unsure = affected == TEXT or severity(affected) is not None
    return Order.UNKNOWN if is_unsure else Order.DEPENDS


def _is_kind(affected: str | None) -> bool:
    """Whether an effect says more than that a list is changed in an arbitrary order."""
    is_sure = affected is not None and affected not in WEAK and severity(affected) is None
    return not is_sure or affected == RETURNED


def _by(call: ast.Call) -> str:
    return f"`{word(call.func)}`, which uses its argument in order"


def _maps(call: ast.Call, place: int) -> bool:
    """Whether a call gives one result for each element, in the same order."""
    in_parallel = isinstance(call.func, ast.Call) and word(call.func.func) == "Parallel"
    return (in_parallel and place == 0) or maps(word(call.func), place)


def _is_formatted(module: Module, node: ast.AST) -> bool:
    """Whether a tuple is formatted: `"%s of %s" % (a, b)`."""
    parent = module.parent(node)
    return isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod)
