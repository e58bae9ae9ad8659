"""Whether a loop's body gives the same result in any order."""

import ast
import re
from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from typing import Protocol

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding, Kind
from project_ghost.lint.python._shown import shows
from project_ghost.lint.python._syntax import names_in, word
from project_ghost.lint.python._tree import position
from project_ghost.lint.python._type import is_ordered_set

from ._commuting import commutes
from ._drawing import draws, draws_shared
from ._folds import folds, is_truth, keeps_extreme
from ._keys import is_serial
from ._messages import is_sentence
from ._numbering import counts
from ._own import OwnFiles
from ._taking import finds_one, stops_at_count, takes_first

__all__ = ["TESTING", "Kept", "Order", "body_order", "loop_order"]


class Order(IntEnum):
    """What the order of a loop affects."""

    FREE = 0  # nothing
    SHOWN = 1  # only the order of what is printed or logged
    KEYED = 2  # the order in which a dictionary gets its keys
    TEXT = 3  # a text that the function returns
    UNKNOWN = 4  # what functions do whose effect is not known
    GROWN = 5  # what something holds that each element is added to by a method of its own
    TAKEN = 6  # at which element the loop stops
    TIED = 7  # what is sorted later, by a key that can tie
    RETURNED = 8  # the order of what the function returns or yields
    CUT = 9  # which elements there are in what it returns
    DEPENDS = 10


_COLLECTING = frozenset({"add", "discard", "remove", "pop", "setdefault"})
_APPENDING = frozenset({"append", "appendleft", "extend", "insert"})
# What these do comes out in the order in which they are called.
_ORDERED_CALLS = re.compile(
    r"^_*(append|apply|dispatch|dump|emit|enqueue|execute|extend|insert|next|post|publish|push|put"
    r"|run|schedule|send|simulate|spawn|step|submit|write)"
)
# Those that hand something over, one after the other.
_PASSING_ON = re.compile(
    r"^_*(dispatch|emit|enqueue|post|publish|push|put|schedule|send|simulate|spawn|step|submit"
    r"|write|writelines|writerow)(_|$)|^_*next($|_(connector|id|index|key|name|number|serial))"
)
_ARCHIVES = frozenset({"tarfile.TarFile", "tarfile.open", "zipfile.ZipFile"})
_UPDATING = frozenset(
    {
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        "update",
    }
)
# Ends, waits for, removes or copies one element, whatever happens to the others.
_ENDING = re.compile(
    r"^(cancel|clear|close|disconnect|exception|get|join|kill|quit|release|result|shutdown|stop"
    r"|terminate|unlink|wait|rmtree|unlink|rmdir)$"
    r"|^_*((try|safe|safely|maybe|force)_)?"
    r"(remove|discard|delete|drop|unlink|unregister|unsubscribe|invalidate|close)(_|$)"
    r"|^(chmod|chown|copy2|copyfile|copytree|makedirs|mkdir|touch)$"
)
# Changes one element only.
_OF_ELEMENT = re.compile(r"^(set|enable|disable|reset|update|configure)([A-Z_]|$)")
# Stores under the name of an element.
_BY_NAME = frozenset({"__setattr__", "add_argument", "set", "set_attribute", "setdefault"})
_SETTING = re.compile(r"^_*set([A-Z_]|$)")
# Adds an element to something that keeps an order: a document, a model, a database.
_GROWING = re.compile(r"^_*(add|append|attach|create|insert|record|upsert)([A-Z_]|$)")
# Hands something to an element.
_PUTTING = re.compile(r"^(append|enqueue|extend|insert|push|put|put_nowait|write|writelines)$")
_IMPORTS = frozenset({"__import__", "exec_module", "import_module"})
# Tests the elements: the order decides at most which failure is seen first.
TESTING = re.compile(r"^_*(assert|check|validate|verify|raises|fail|skip)([A-Z_]|$)|_is_[a-z]+$")
# Lists of what is wrong, or of what happened, which people read.
_COMPLAINTS = re.compile(
    r"(^|_)(errors?|failures?|failed|issues?|logs?|messages?|missing|msgs?|problems?|violations?"
    r"|warnings?)$"
)
Loop = ast.For | ast.AsyncFor


class Kept(Protocol):
    """Decides whether the order of a list or dictionary affects something outside a loop."""

    def collected(self, binding: Binding, loop: ast.AST) -> Order:
        """What the order of a local one affects that a loop fills."""
        ...

    def held(self, attribute: str) -> Order:
        """What the order of an attribute of `self` affects."""
        ...


def loop_order(module: Module, loop: Loop, kept: Kept) -> Order:
    """What the order of a loop affects."""
    body = _Body(module, loop, kept)
    if body.outlives():
        return Order.DEPENDS
    if any(
        isinstance(part, ast.Call) and word(part.func) in _IMPORTS
        for statement in loop.body
        for part in ast.walk(statement)
    ):
        return Order.UNKNOWN  # modules register what they define by name
    order = max(body.order(loop.body), body.order(loop.orelse))
    if body.draws() or body.decides_by_draw():
        return Order.DEPENDS
    if order is Order.DEPENDS:
        order = max(body.kept_order(), Order.UNKNOWN)
    return Order.CUT if order is Order.RETURNED and stops_at_count(loop) else order


def body_order(module: Module, loop: ast.While, taken: ast.stmt, kept: Kept) -> Order:
    """The same of a loop that takes its elements itself: `node = todo.pop()`."""
    body = _Body(module, loop, kept)
    only_takes = (
        isinstance(taken, ast.Assign | ast.Expr)
        and isinstance(taken.value, ast.Call)
        and word(taken.value.func) in ("pop", "popleft")
    )
    if only_takes:
        body.targets |= names_in(taken)
    order = body.order([each for each in loop.body if not only_takes or each is not taken])
    return max(body.kept_order(), Order.UNKNOWN) if order is Order.DEPENDS else order


class _Body:
    def __init__(self, module: Module, loop: Loop | ast.While, kept: Kept) -> None:
        self.module = module
        self.loop = loop
        self.kept = kept
        target = loop.test if isinstance(loop, ast.While) else loop.target
        names = [] if isinstance(loop, ast.While) else ast.walk(target)
        self.targets = {n.id for n in names if isinstance(n, ast.Name)}

    @cached_property
    def own_files(self) -> OwnFiles:
        return OwnFiles(self.module, self.loop, self.targets)

    def kept_order(self) -> Order:
        """What the body is seen to do with the order: it writes, draws, appends or numbers."""
        statements = [*self.loop.body, *self.loop.orelse]
        parts = [part for statement in statements for part in ast.walk(statement)]
        return max(map(self._uses_order, parts), default=Order.FREE)

    def draws(self) -> bool:
        """Whether each turn draws from a generator that all of them share."""
        return draws_shared(self.module, self.loop.body, self.targets)

    def decides_by_draw(self) -> bool:
        """Whether a draw for an element decides what happens to it: `if chance(x.weight): ...`."""
        tests = [
            part.test
            for statement in self.loop.body
            for part in ast.walk(statement)
            if isinstance(part, ast.If | ast.While | ast.IfExp)
        ]
        calls = [each for test in tests for each in ast.walk(test) if isinstance(each, ast.Call)]
        return any(draws(self.module, call) or self._draws_inside(call) for call in calls)

    def _uses_order(self, part: ast.AST) -> Order:
        match part:
            case ast.Call() if draws(self.module, part):
                return Order.DEPENDS
            case ast.Call():
                return self._kept_by(part)
            case ast.AugAssign(op=ast.Mult() | ast.Div()):
                is_free = self._is_own(part.target) or self._is_inner(part.target)
                return _free(is_free or self._keeps_truth(part))
            case ast.Return() | ast.If() if self._takes_first(part):
                return Order.TAKEN
            case ast.AugAssign(op=ast.Add(), target=target):
                is_list = self._is_sequence(part) and not self._is_text(part)
                return self._list_order(target) if is_list else Order.FREE
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                return _free(not self._is_numbered(value, ast.unparse(target.value)))
            case ast.Yield() | ast.YieldFrom():
                return Order.RETURNED
        return Order.FREE

    def _keeps_truth(self, node: ast.AugAssign) -> bool:
        """Whether a truth is multiplied by another: `equal *= np.allclose(a, b)`."""
        return isinstance(node.op, ast.Mult) and is_truth(self.module, node.value)

    def _takes_first(self, node: ast.Return | ast.If) -> bool:
        is_read = isinstance(node, ast.If) and not all(
            self._stays_inside(target)
            for each in node.body
            if isinstance(each, ast.Assign)
            for target in each.targets
            if isinstance(target, ast.Name)
        )
        parent = self.module.parent(node)
        return takes_first(node, parent, self._mentions_element, is_read=is_read)

    def _grows(self, call: ast.Call) -> bool:
        """Whether a method of something that outlives the loop adds the element to it."""
        if not isinstance(call.func, ast.Attribute) or self._mentions_element([call.func]):
            return False
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if not self._mentions_element(given) or all(isinstance(each, ast.Dict) for each in given):
            return False  # a dictionary is put in by its keys
        if _GROWING.search(call.func.attr) is not None:
            return not self._commutes(call)
        return call.func.attr == "add" and self._is_other_than_set(call.func.value)

    def _is_other_than_set(self, node: ast.expr) -> bool:
        """Whether an object of a known class is no set: `writer.add(x)`."""
        type_ = self.module.types.infer(node)
        return type_ is not None and not type_.name.lower().endswith("set")

    def _kept_by(self, call: ast.Call) -> Order:
        """Whether a call adds to a list that is used in its order, or hands things over."""
        name = word(call.func)
        if name in _APPENDING and isinstance(call.func, ast.Attribute):
            owner = call.func.value
            is_named = isinstance(owner, ast.Name | ast.Attribute)
            return self._appended(call, owner) if is_named else Order.FREE
        if self.own_files.writes(call):
            return Order.FREE
        if self._fills_own(call):
            return Order.FREE
        if self._archives(call):
            return Order.UNKNOWN
        if _PASSING_ON.search(name) is not None and not shows(self.module, call):
            return Order.DEPENDS
        if self._grows(call):
            return Order.GROWN
        ordered = self._ordered_set(call)
        if ordered is not None:
            return self._list_order(ordered)
        if name == "add" and isinstance(call.func, ast.Attribute):
            return _free(not self._is_entered(call.func.value))
        return _free(not self._keeps_inside(call))

    def _archives(self, call: ast.Call) -> bool:
        """Whether a call puts a file into an archive, where it is found by its name."""
        match call.func:
            case ast.Attribute(value=ast.Name() as owner, attr="add" | "write" | "writestr"):
                binding = self.module.tree.binding(owner)
                return binding is not None and any(
                    isinstance(each.value, ast.Call)
                    and self.module.qualify(each.value.func) in _ARCHIVES
                    for each in binding.definitions
                )
        return False

    def _fills_own(self, call: ast.Call) -> bool:
        """Whether each element gets something of its own: `queue.put(None)`."""
        is_put = isinstance(call.func, ast.Attribute) and _PUTTING.search(call.func.attr)
        return bool(is_put) and self._is_own(call.func)

    def _ordered_set(self, call: ast.Call) -> ast.expr | None:
        """The set that keeps its order, to which a call adds."""
        match call.func:
            case ast.Attribute(attr="add", value=owner):
                return owner if is_ordered_set(self.module.types.infer(owner)) else None
        return None

    def _appended(self, call: ast.Call, owner: ast.expr) -> Order:
        """What the order affects in which a call appends; people read sentences."""
        order = self._list_order(owner)
        is_text = len(call.args) == 1 and is_sentence(self.module, call.args[0])
        return min(order, Order.TEXT) if is_text else order

    def _list_order(self, owner: ast.expr) -> Order:
        """What the order of a list affects that the body adds to."""
        if _COMPLAINTS.search(word(owner).lower()) or self._is_own(owner):
            return Order.FREE
        match owner:
            case ast.Name():
                binding = self.module.tree.binding(owner)
                if binding is None or binding.scope.is_class or _is_given(binding):
                    return Order.DEPENDS  # a parameter is the caller's
                return self.kept.collected(binding, self.loop)
            case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
                return self.kept.held(attribute)
        return Order.DEPENDS

    def _keeps_inside(self, call: ast.Call) -> bool:
        """Whether a function of this file that is given an element appends it, or draws for it."""
        return any(map(_grows_self, self._calls_of(call))) or self._draws_inside(call)

    def _draws_inside(self, call: ast.Call) -> bool:
        """Whether a function of this file that is given an element draws."""
        calls = self._calls_of(call)
        return any(draws(self.module, part) for part in calls)

    def _calls_of(self, call: ast.Call) -> list[ast.Call]:
        """What a function of this file calls that is given an element."""
        functions = self.module.types.functions.get(self.module.qualify(call.func), [])
        if len(functions) != 1 or not self._mentions_element(call.args):
            return []
        return [part for part in ast.walk(functions[0]) if isinstance(part, ast.Call)]

    def order(self, statements: Sequence[ast.stmt]) -> Order:
        return max(map(self._statement, statements), default=Order.FREE)

    def _statement(self, node: ast.stmt) -> Order:  # noqa: C901 one case for each statement
        match node:
            case ast.Pass() | ast.Continue() | ast.Break() | ast.Assert() | ast.Raise():
                return Order.FREE
            case ast.Import() | ast.ImportFrom() | ast.Delete():
                return Order.FREE
            case ast.Expr(value=value):
                return self._expression(value)
            case ast.AugAssign(op=op, target=target):
                if isinstance(target, ast.Subscript) and self._is_own(target):
                    return Order.FREE  # each element changes its own entry
                if self._is_inner(target) or self._keeps_truth(node):
                    return Order.FREE
                if self._is_text(node):
                    return self._text_order(target)
                if isinstance(op, ast.Add) and self._is_sequence(node):
                    return self._list_order(target)
                # Integer counts and unions commute; another rule checks float sums.
                commutes = isinstance(op, ast.Add | ast.Sub | ast.BitOr | ast.BitAnd | ast.BitXor)
                return _free(commutes and not self._is_sequence(node))
            case ast.Assign(value=ast.Call() as call) if self._grows(call):
                return Order.GROWN
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                return self._filled(target, value)
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=value):
                return max(
                    self._filled(part, value)
                    if isinstance(part, ast.Subscript)
                    else _free(self._target(part, value))
                    for part in parts
                )
            case ast.Assign(targets=targets, value=value):
                return _free(all(self._target(target, value) for target in targets))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return _free(self._target(target, value))
            case ast.Return(value=value):
                return _free(value is None or isinstance(value, ast.Constant))
            case ast.If(test=test, body=[ast.Assign(targets=[target], value=value)], orelse=[]) if (
                keeps_extreme(test, target, value)
            ):
                return Order.FREE
            case ast.If(test=test, body=[ast.Return(value=ast.Name(id=name))], orelse=[]) if (
                name in self.targets and finds_one(test, self._mentions_element)
            ):
                return Order.FREE
            case ast.If(body=[*_, ast.Return() | ast.Break()] as body, orelse=[]) if (
                not self._mentions_element(body)
            ):
                return Order.FREE  # whether there is such an element
            case ast.If() | ast.While() | ast.For():
                return max(self.order(node.body), self.order(node.orelse))
            case ast.With():
                return self.order(node.body)
            case ast.Try():
                handlers = [s for handler in node.handlers for s in handler.body]
                return self.order([*node.body, *handlers, *node.orelse, *node.finalbody])
        return Order.DEPENDS

    def _text_order(self, target: ast.expr) -> Order:
        """What the order affects in which a text grows; people read most of them."""
        binding = self.module.tree.binding(target) if isinstance(target, ast.Name) else None
        ancestors = self.module.tree.ancestors
        loads = [
            load
            for load in (binding.loads if binding else ())
            if not any(parent is self.loop for parent in ancestors(load))
        ]
        if loads and all(isinstance(self.module.parent(load), ast.Return) for load in loads):
            return Order.TEXT
        return Order.UNKNOWN

    def _expression(self, node: ast.expr) -> Order:
        if isinstance(node, ast.Await):
            node = node.value
        if isinstance(node, ast.Constant):
            return Order.FREE
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return Order.RETURNED
        if isinstance(node, ast.Name):
            return _free(node.id in self.targets)  # `await task`
        return self._call(node) if isinstance(node, ast.Call) else Order.DEPENDS

    def _call(self, node: ast.Call) -> Order:
        if shows(self.module, node):
            logs = isinstance(node.func, ast.Attribute)
            return Order.FREE if logs else Order.SHOWN
        ordered = self._ordered_set(node)
        if ordered is not None:
            return self._list_order(ordered)
        if self._commutes(node):
            return Order.FREE
        if word(node.func) in _APPENDING and isinstance(node.func, ast.Attribute):
            return self._appended(node, node.func.value)
        if self._archives(node):
            return Order.UNKNOWN
        if self._keeps_inside(node):
            return Order.DEPENDS
        kept = self._kept_by(node)
        if _is_ordered(word(node.func)) and kept is not Order.GROWN:
            return Order.DEPENDS
        return kept if kept in (Order.GROWN, Order.DEPENDS) else Order.UNKNOWN

    def _commutes(self, node: ast.Call) -> bool:
        name = word(node.func)
        if TESTING.search(name) or self.own_files.writes(node) or self._fills_own(node):
            return True
        if commutes(self.module, node):
            return True
        if name == "setattr" and len(node.args) == 3:
            return self._names_element(node.args[1])
        if not isinstance(node.func, ast.Attribute):
            return False
        owner = node.func.value
        if self._is_own(owner) and _OF_ELEMENT.search(name):
            return True
        match owner:  # `groups.setdefault(x, []).append(y)`
            case ast.Call(func=ast.Attribute(attr="setdefault"), args=[key, *_]):
                return self._names_element(key)
        if node.args and self._names_element(node.args[0]) and name in _BY_NAME:
            return True
        if node.args and _SETTING.search(name) and self._is_key(node.args[0]):
            return True
        if name in _UPDATING:
            return self.module.types.is_set(owner)
        if name == "add" and self._is_entered(owner):
            return False  # an archive: `with tarfile.open(path) as archive`
        return name in _COLLECTING or _ENDING.search(name) is not None

    def _is_entered(self, node: ast.expr) -> bool:
        """Whether a name is bound by a `with` outside the loop."""
        binding = self.module.tree.binding(node) if isinstance(node, ast.Name) else None
        return binding is not None and any(
            definition.kind is Kind.ENTER for definition in binding.definitions
        )

    def _mentions_element(self, nodes: Sequence[ast.AST]) -> bool:
        """Whether code reads the element, or what the loop computes from it."""
        return any(
            isinstance(part, ast.Name) and part.id in self._changing
            for node in nodes
            for part in ast.walk(node)
        )

    @cached_property
    def _changing(self) -> set[str]:
        """The element, and the names that the loop assigns."""
        return self.targets | {
            part.id
            for part in ast.walk(self.loop)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }

    def _names_element(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and (node.id in self.targets or node.id in self._aliases)

    def _is_key(self, node: ast.expr) -> bool:
        """Whether an expression tells the element from others: `x.serial`."""
        return self._names_element(node) or (self._is_own(node) and is_serial(node))

    @cached_property
    def _aliases(self) -> set[str]:
        """Other names of the element, and what a table gives for it alone: `jobs.pop(x)`."""
        found: set[str] = set()
        for node in ast.walk(self.loop):
            match node:
                case ast.Assign(targets=[target], value=ast.Name(id=name)) if name in self.targets:
                    found |= names_in(target)
                case ast.Assign(
                    targets=[target],
                    value=ast.Call(func=ast.Attribute(attr="pop"), args=[ast.Name(id=name)]),
                ) if name in self.targets:
                    found |= names_in(target)
        return found

    def _is_own(self, node: ast.expr) -> bool:
        """Whether an expression belongs to the element: `x.items`, `table[x]`."""
        while isinstance(node, ast.Attribute | ast.Subscript):
            if isinstance(node, ast.Subscript):
                parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                if any(self._names_element(part) for part in parts):
                    return True
            node = node.value
        return isinstance(node, ast.Name) and node.id in self.targets

    def _is_text(self, node: ast.AugAssign) -> bool:
        types = [self.module.types.infer(side) for side in (node.target, node.value)]
        return any(type_ is not None and type_.name == "builtins.str" for type_ in types)

    def _is_sequence(self, node: ast.AugAssign) -> bool:
        for side in (node.target, node.value):
            type_ = self.module.types.infer(side)
            if type_ and type_.name in ("builtins.list", "builtins.str", "builtins.tuple"):
                return True
        return False

    def _target(self, target: ast.expr, value: ast.expr) -> bool:
        if isinstance(target, ast.Tuple):
            return all(self._target(part, value) for part in target.elts)
        if isinstance(target, ast.Attribute):  # `element.flag = True`, `self.last_error = text`
            is_complaint = _COMPLAINTS.search(target.attr.lower()) is not None
            return is_complaint or self._is_own(target.value)
        if isinstance(target, ast.Subscript):
            return self._fills(target, value)
        if not isinstance(target, ast.Name):
            return False
        return (
            isinstance(value, ast.Constant)
            or folds(self.module, target, value)
            or self._stays_inside(target)
        )

    def _fills(self, target: ast.Subscript, value: ast.expr) -> bool:
        """Whether each element fills its own entry, of a table whose order is not used."""
        if self._is_own(target.value):
            return True
        if not self._is_own(target) or self._is_numbered(value, ast.unparse(target.value)):
            return False
        is_free = isinstance(target.value, ast.Name) and not self._list_order(target.value)
        return is_free or self._is_only_looked_up(target.value)

    def _filled(self, target: ast.Subscript, value: ast.expr) -> Order:
        """What the order of entries affects; a table by key is mostly looked up."""
        if self._fills(target, value):
            return Order.FREE
        is_own = any(
            isinstance(part, ast.Name) and part.id in self.targets
            for part in ast.walk(target.slice)
        )
        is_by_key = is_own and not self._is_numbered(value, ast.unparse(target.value))
        return Order.KEYED if is_by_key else Order.DEPENDS

    def _is_numbered(self, value: ast.expr, table: str) -> bool:
        return counts(self.module, self.loop, self.targets, value, table)

    def _is_only_looked_up(self, table: ast.expr) -> bool:
        """Whether the file iterates nowhere over an attribute of this name."""
        if not isinstance(table, ast.Attribute):
            return False
        loads = self.module.flow.attribute_loads.get(table.attr, [])
        return all(
            isinstance(self.module.parent(load), ast.Subscript | ast.Compare)
            or _is_look_up(self.module.parent(load))
            for load in loads
        )

    def outlives(self) -> bool:
        """Whether the last element is read after the loop."""
        assert not isinstance(self.loop, ast.While)
        tree = self.module.tree
        end = (self.loop.end_lineno or 0, self.loop.end_col_offset or 0)
        for target in ast.walk(self.loop.target):
            binding = tree.binding(target) if isinstance(target, ast.Name) else None
            if binding is None:
                continue
            for load in binding.loads:
                is_after = tree.scope_of[load] is binding.scope and position(load) >= end
                if is_after and any(d.node is target for d in tree.reaching(binding, load)):
                    return True
        return False

    def _is_inner(self, target: ast.expr) -> bool:
        """Whether each turn of the loop has a variable of its own."""
        binding = self.module.tree.binding(target) if isinstance(target, ast.Name) else None
        if binding is None:
            return False
        made = [each.node for each in binding.definitions if each.kind is not Kind.AUGMENT]
        uses = (*made, *binding.loads)
        ancestors = self.module.tree.ancestors
        return all(any(parent is self.loop for parent in ancestors(each)) for each in uses)

    def _stays_inside(self, target: ast.Name) -> bool:
        return all(
            any(parent is self.loop for parent in self.module.tree.ancestors(load))
            for load in self.module.tree.loads(target)
        )


def _free(is_free: bool) -> Order:  # noqa: FBT001 a conversion
    return Order.FREE if is_free else Order.DEPENDS


def _grows_self(call: ast.Call) -> bool:
    """Whether a call appends to a list of the object: `self.threads.append(x)`."""
    match call.func:
        case ast.Attribute(
            attr="append" | "extend" | "insert",
            value=ast.Attribute(value=ast.Name(id="self"), attr=name),
        ):
            return _COMPLAINTS.search(name.lower()) is None
    return False


def _is_ordered(name: str) -> bool:
    return name in _APPENDING | _UPDATING or _ORDERED_CALLS.search(name) is not None


def _is_given(binding: Binding) -> bool:
    """Whether a name is a parameter."""
    return any(definition.kind is Kind.PARAMETER for definition in binding.definitions)


def _is_look_up(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr="get" | "pop" | "setdefault" | "clear" | "update"):
            return True
    return False
