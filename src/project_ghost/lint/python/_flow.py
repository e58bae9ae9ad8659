"""Where a value goes: to a result, to a decision, or only to somebody's eyes.

The flow follows an expression through arithmetic, conversions, variables, attributes of `self`
within the file, lists that it is appended to, private functions and their parameters. What it
cannot follow counts as a result.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from ._scopes import Binding, Function, Kind
from ._shown import MESSAGE_NAMES, shows
from ._syntax import is_main_guard, snake, word

if TYPE_CHECKING:
    from ._module import Module

__all__ = ["Flow", "Reach"]


class Reach(IntEnum):
    """The most that a value affects."""

    NOTHING = 0  # nobody reads it
    SHOWN = 1  # it is printed, logged or drawn
    LIMIT = 2  # it ends a loop, or leaves one: a limit of real time
    KEPT = 3  # it is returned or stored as a duration or a text, and decides nothing here
    STAMP = 4  # it is returned, stored or written as it is
    DECISION = 5  # it decides something
    RESULT = 6  # it computes something


# Functions whose result stands for their argument.
_CONVERSIONS = frozenset(
    """
    abs array asarray asctime ceil ctime divmod enumerate float floor format fromtimestamp
    gmtime int join len list localtime max mean median min mktime ns_to_s percentile repr
    reversed round set sorted std str strftime sum timedelta tuple utcfromtimestamp zip
    """.split()
)
# Methods of a value whose result stands for it.
_METHODS = frozenset(
    """
    astimezone copy date format get isoformat items keys max mean min replace seconds strftime
    sum time timestamp timetuple tolist total_seconds values
    """.split()
)
_COLLECTING = frozenset({"append", "appendleft", "add", "extend", "insert"})
_FOR_LOGS = re.compile(r"(^|_)(log|logging|logs)$")
# Names of measurements of the program itself; a plain `time` may be a stamp of the simulation.
_MEASURED = re.compile(
    r"(^|[_.])(elapsed|duration|durations|latency|overhead|runtime|wall_?(time|clock)?|took|timings?)(_|$)"
    r"|[a-z](?<!sim)(?<!simulation)(?<!start)(?<!end)_(time|times|seconds|secs)(_(sum|total|avg|mean))?$"
)
# Names of the beginning of a measurement.
_STARTS = re.compile(r"(^|_)(start|started|stop|stopped|end|finish|begin|began|tic|t0|timer)(_|$)")
# Names of the step of a simulation, which a duration of the host must not be.
_STEP = re.compile(r"(^|_)(dt|delta_?t(ime)?|time_?step|step_size)$")
# Names that say that a value is a time of the host.
_WALL_TIME = re.compile(r"(^|_)wall_?(time|clock)(_|$)")
_TEXTS = frozenset({"asctime", "ctime", "format", "isoformat", "join", "repr", "str", "strftime"})
# Functions that compute with what they are given.
_SEEDS = re.compile(r"^_*seed")
_COMPUTES = re.compile(r"^_*(step|advance|integrate|predict|propagate|simulate)(_|$)")
_ERRORS = re.compile(r"(Error|Exception|Warning)$")
_WAITS = re.compile(r"^(sleep|wait|tick)$")
# Calls that change no value: waits, and what empties the buffer of a file.
_PASSES = re.compile(r"^(sleep|wait|tick|flush|fsync)$")
# What a program does from time to time, beside its work: in a condition, or called by a branch.
_UPKEEP = re.compile(
    r"checkpoint|print|progress|heart_?beat|verbos|summar|backup|keep_?alive|ping|warn|mtime"
    r"|version|expir|stale|display|(^|_)(log|logged|logging|report|reported|save|saved|flush|dump"
    r"|dumped|refresh|refreshed|sync|notify|stats|status|cache|cached|ttl)(_|$)"
)
_JUMPS = (ast.Break, ast.Return, ast.Raise, ast.Continue)
_DEPTH_MAX = 40


class Flow:
    """Follows values through one file."""

    def __init__(self, module: "Module") -> None:
        self._module = module
        self._memo: dict[ast.expr, tuple[Reach, list[ast.expr]]] = {}

    def reach(self, node: ast.expr) -> Reach:
        """The most that the value of an expression affects."""
        return self._followed(node)[0]

    def limits(self, node: ast.expr) -> list[ast.expr]:
        """The tests by which the value of an expression ends a loop, or leaves one."""
        return self._followed(node)[1]

    def _followed(self, node: ast.expr) -> tuple[Reach, list[ast.expr]]:
        if node not in self._memo:
            trace = _Trace(self._module, self)
            trace.texts = int(isinstance(node, ast.Call) and word(node.func) in _TEXTS)
            self._memo[node] = (trace.of(node), trace.limits)
        return self._memo[node]

    def parameter(self, call: ast.Call, node: ast.expr) -> Binding | None:
        """The parameter of a function of this file that a call passes an argument to."""
        functions = self._module.types.functions.get(self._module.qualify(call.func), [])
        if len(functions) != 1:
            return None
        name = _parameter_of(functions[0], call, node)
        return self._module.tree.scope_of[functions[0]].bindings.get(name)

    @cached_property
    def attribute_loads(self) -> dict[str, list[ast.Attribute]]:
        """The places that read an attribute, by its name, whatever object it belongs to."""
        found: defaultdict[str, list[ast.Attribute]] = defaultdict(list)
        for node in self._module.nodes(ast.Attribute):
            if isinstance(node.ctx, ast.Load):
                found[node.attr].append(node)
        return found


class _Trace:
    """One value, followed through each variable, attribute and function once."""

    def __init__(self, module: "Module", flow: Flow) -> None:
        self.module = module
        self.flow = flow
        self.seen: set[object] = set()
        self.limits: list[ast.expr] = []
        # How often the value went through a container or a function: it is not itself any more.
        self.detours = 0
        # How many differences the value is a part of: two readings of a clock give a duration.
        self.differences = 0
        # How many texts the value is a part of, and how often it is a step of the simulation.
        self.texts = 0
        self.steps = 0
        self.is_named_step = False
        self.is_measured = False  # by the name of a variable
        self.depth = 0

    def _kept(self) -> Reach:
        """What the value affects where it leaves the file."""
        if self.steps and not self.texts:
            return Reach.RESULT
        return Reach.KEPT if self.differences or self.texts else Reach.STAMP

    def of(self, node: ast.expr) -> Reach:
        self.depth += 1
        try:
            return Reach.STAMP if self.depth > _DEPTH_MAX else self._of(node)
        finally:
            self.depth -= 1

    def _most(self, nodes: Iterable[ast.expr]) -> Reach:
        return max(map(self.of, nodes), default=Reach.NOTHING)

    def _of(self, node: ast.expr) -> Reach:  # noqa: C901 one case for each place
        parent = self.module.parent(node)
        match parent:
            case ast.Call() if parent.func is node:
                return Reach.STAMP
            case ast.Call():
                return self._argument(parent, node)
            case ast.keyword(arg=name) if self._is_measurement(name):
                return Reach.SHOWN
            case ast.keyword(arg=str(name)) if MESSAGE_NAMES.search(name):
                return Reach.SHOWN
            case ast.keyword(arg="timeout"):
                return Reach.SHOWN  # another rule checks waits
            case ast.keyword(arg=str(name)) if _STEP.search(name):
                return Reach.RESULT
            case ast.keyword():
                call = self.module.parent(parent)
                return self._argument(call, node) if isinstance(call, ast.Call) else self._kept()
            case ast.Attribute() if parent.value is node:
                return self._attribute(parent)
            case ast.Subscript() if parent.value is node and isinstance(parent.ctx, ast.Load):
                return self.of(parent)
            case ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()]):
                return Reach.SHOWN  # whether there is a reading at all
            case ast.Compare():
                return Reach.SHOWN if self._guards(parent) else self._decision(parent)
            case ast.If() | ast.While() | ast.IfExp() if parent.test is node:
                return self._decision(node)
            case ast.Assign(targets=targets):
                return max(self._target(target) for target in targets)
            case ast.AugAssign(target=ast.Attribute(), op=ast.Add() | ast.Sub()) if (
                self.steps and self.differences
            ):
                return Reach.RESULT  # it is integrated: `self.angle += self.rate * passed`
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
                return self._target(target)
            case ast.NamedExpr(target=target):
                return max(self._target(target), self.of(parent))
            case ast.For(target=target) if parent.iter is node:
                return self._target(target)
            case ast.comprehension(target=target) if parent.iter is node:
                return self._target(target)
            case ast.Return():
                return self._returned(parent)
            case ast.Expr() if isinstance(node, ast.BinOp):
                return Reach.NOTHING
            case ast.Raise() | ast.Assert(msg=ast.expr()) if (
                getattr(parent, "test", None) is not node
            ):
                return Reach.SHOWN
            case ast.BinOp(op=ast.Sub()):
                self.differences += 1
                try:
                    return self.of(parent)
                finally:
                    self.differences -= 1
            case ast.BinOp(op=ast.Mult(), left=left, right=right) if not any(
                _is_fixed(side) or isinstance(side, ast.List) or self.is_measured
                for side in (left, right)
            ):
                return self._stepping(parent)
            case ast.JoinedStr() | ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str())):
                return self._written(parent)
            case ast.Dict(keys=keys, values=values) if node in values:
                key = keys[values.index(node)]
                is_measurement = isinstance(key, ast.Constant) and self._is_measurement(key.value)
                return Reach.SHOWN if is_measurement else self.of(parent)
            case ast.Tuple():
                return self._in_tuple(parent, node)
            case (
                ast.BinOp()
                | ast.UnaryOp()
                | ast.BoolOp()
                | ast.IfExp()
                | ast.FormattedValue()
                | ast.List()
                | ast.Set()
                | ast.Dict()
                | ast.Starred()
                | ast.Await()
                | ast.ListComp()
                | ast.SetComp()
                | ast.GeneratorExp()
                | ast.DictComp()
            ):
                return self.of(parent)
        return self._kept()

    def _in_tuple(self, parent: ast.Tuple, node: ast.expr) -> Reach:
        """What an element affects: `count, start = 0, time()` gives it to one variable only.

        Where a tuple is kept, what is computed later may come from the other elements.
        """
        index, outer = parent.elts.index(node), self.module.parent(parent)
        match outer:
            case ast.Assign(targets=[ast.Tuple(elts=targets)]) if len(targets) == len(
                parent.elts
            ) and not any(isinstance(each, ast.Starred) for each in targets):
                return self._target(targets[index])
        found = self.of(parent)
        is_kept = isinstance(outer, ast.Assign | ast.List | ast.Dict) or (
            isinstance(outer, ast.Call) and word(outer.func) in _COLLECTING
        )
        is_mixed = any(each is not node and not _is_fixed(each) for each in parent.elts)
        return min(found, Reach.DECISION) if is_kept and is_mixed else found

    def _stepping(self, node: ast.expr) -> Reach:
        """What a value affects that is a step of the simulation, or scaled by something."""
        self.steps += 1
        try:
            return self.of(node)
        finally:
            self.steps -= 1

    def _written(self, node: ast.expr) -> Reach:
        """What a text affects that contains the value."""
        self.texts += 1
        try:
            return self.of(node)
        finally:
            self.texts -= 1

    def _argument(self, call: ast.Call, node: ast.expr) -> Reach:
        name = word(call.func)
        if shows(self.module, call) or _FOR_LOGS.search(name) or _ERRORS.search(name):
            return Reach.SHOWN
        if _WAITS.search(name):
            return Reach.SHOWN  # another rule checks waits
        if name == "setdefault" and self._is_measurement(getattr(call.args[0], "value", None)):
            return Reach.SHOWN
        if name in _TEXTS:
            return self._written(call)
        if any(self._is_measurement(getattr(each, "value", None)) for each in call.args):
            return Reach.SHOWN  # `stats.add("solve_time", now - start)`
        if name in _CONVERSIONS:
            return self.of(call)
        if isinstance(call.func, ast.Attribute) and name in _COLLECTING:
            self.detours += 1
            owner = call.func.value
            is_followed = isinstance(owner, ast.Name | ast.Attribute | ast.Subscript)
            return self._target(owner) if is_followed else self._kept()
        return self._parameter(call, node)

    def _parameter(self, call: ast.Call, node: ast.expr) -> Reach:
        """What the parameter of a function of this file affects."""
        binding = self.flow.parameter(call, node)
        if binding is None:
            return self._passed(word(call.func))
        if binding in self.seen:
            return Reach.NOTHING  # another call passes it there
        self.seen.add(binding)
        self.detours += 1
        return self._most(binding.loads)

    def _passed(self, name: str) -> Reach:
        """What the value affects in a function that is not known."""
        if self.texts:
            is_used = None  # a message for people
        elif self.differences:
            is_used = self.is_named_step or _COMPUTES.search(name)
        else:
            is_used = _SEEDS.search(name)
        return Reach.RESULT if is_used else self._kept()

    def _attribute(self, node: ast.Attribute) -> Reach:
        parent = self.module.parent(node)
        if isinstance(parent, ast.Call) and parent.func is node:
            if node.attr in _TEXTS:
                return self._written(parent)
            if node.attr in _METHODS:
                return self.of(parent)
            if node.attr in _COLLECTING:
                return Reach.NOTHING
            return self.of(parent) if self.texts else self._kept()
        return self.of(node) if isinstance(node.ctx, ast.Load) else self._kept()

    def _is_measurement(self, name: object) -> bool:
        """Whether the value is a duration, stored under a name that says so."""
        if not isinstance(name, str):
            return False
        words = snake(name)
        if not self.differences:
            return _WALL_TIME.search(words) is not None
        return _MEASURED.search(words) is not None and _STEP.search(words) is None

    def _target(self, target: ast.expr) -> Reach:
        match target:
            case ast.Attribute(attr=name) if self._is_measurement(name):
                return Reach.SHOWN
            case ast.Subscript(slice=ast.Constant(value=key)) if self._is_measurement(key):
                return Reach.SHOWN
            case ast.Name(id=name) | ast.Attribute(attr=name) if MESSAGE_NAMES.search(name):
                return Reach.SHOWN
            case ast.Name(id=name):
                self.is_named_step |= _STEP.search(name) is not None
                self.is_measured |= self._is_measurement(name)
                return self._variable(target)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return max((self._target(part) for part in parts), default=Reach.NOTHING)
            case ast.Starred(value=inner):
                return self._target(inner)
            case ast.Subscript(value=ast.Name() | ast.Attribute() as owner):
                self.detours += 1
                return self._target(owner)
            case ast.Attribute(value=ast.Name() as owner) if self._is_receiver(owner):
                return self._stored(target)
            case ast.Attribute(attr=name) if _STARTS.search(snake(name)):
                return Reach.KEPT
        return self._kept()

    def _is_receiver(self, name: ast.Name) -> bool:
        """Whether a name is the object or class of a method, `self` or `cls` by any name."""
        return name.id in ("self", "cls") or self.module.names.receiver(name) is not None

    def _variable(self, target: ast.Name) -> Reach:
        tree = self.module.tree
        binding = tree.binding(target)
        if binding is None:
            return self._kept()
        is_defined = isinstance(target.ctx, ast.Store) and not self._is_augmented(target)
        key = target if is_defined else binding
        if key in self.seen:
            return Reach.NOTHING
        self.seen.add(key)
        if binding.scope.is_class:
            return self._kept()
        is_global = binding.scope is tree.module_scope
        if is_global and not self._is_private_global(target, has_loads=bool(binding.loads)):
            return self._kept()
        is_parameter = any(each.kind is Kind.PARAMETER for each in binding.definitions)
        if is_parameter and isinstance(target.ctx, ast.Load):
            return self._kept()  # the caller's list
        return self._most(tree.loads(target) if is_defined else binding.loads)

    def _is_augmented(self, target: ast.Name) -> bool:
        return isinstance(self.module.parent(target), ast.AugAssign)

    def _is_private_global(self, target: ast.Name, *, has_loads: bool) -> bool:
        """Whether only this file reads a global, as in a script."""
        if target.id.startswith("_") or has_loads:
            return True
        return any(is_main_guard(parent) for parent in self.module.tree.ancestors(target))

    def _stored(self, target: ast.Attribute) -> Reach:
        """What an attribute of `self` affects, as far as this file reads it."""
        key = f".{target.attr}"
        if key in self.seen:
            return Reach.NOTHING
        self.seen.add(key)
        loads = self.flow.attribute_loads.get(target.attr, [])
        if not loads and not target.attr.startswith("_"):
            return max(self._kept(), Reach.KEPT)  # other files may read it
        return self._most(loads)

    def _returned(self, node: ast.Return) -> Reach:
        """What the calls of a private function affect."""
        function = self.module.tree.function(node)
        if not isinstance(function, Function) or function in self.seen:
            return self._kept()
        is_nested = self.module.tree.function(function) is not None
        is_dunder = function.name in ("__str__", "__repr__", "__format__")
        if is_dunder:
            return Reach.SHOWN
        if not is_nested and not function.name.startswith("_"):
            return self._kept()
        self.seen.add(function)
        name = self.module.names.of_function(function)
        calls = [use.call for use in self.module.uses.get(name or "", ())]
        if not calls or any(call is None for call in calls):
            return self._kept()
        return self._most(call for call in calls if call is not None)

    def _decision(self, test: ast.expr) -> Reach:
        """What a comparison decides: a branch that only shows something, a limit, or a result."""
        compares = isinstance(test, ast.Compare)
        parent = self.module.parent(test)
        while isinstance(parent, ast.BoolOp | ast.UnaryOp):
            test, parent = parent, self.module.parent(parent)
        if isinstance(parent, ast.While) and compares and not self.detours:
            self.limits.append(test)
            return Reach.LIMIT
        if not isinstance(parent, ast.If):
            return Reach.DECISION
        body = [*parent.body, *parent.orelse]
        calls = [part for inner in body for part in ast.walk(inner) if isinstance(part, ast.Call)]
        shown = any(shows(self.module, call) or _PASSES.search(word(call.func)) for call in calls)
        if shown and all(map(self._only_shows, body)):
            return Reach.SHOWN
        if _is_upkeep(parent.test, calls):
            return Reach.KEPT
        leaves = any(isinstance(part, _JUMPS) for inner in parent.body for part in ast.walk(inner))
        if not leaves or not compares or self.detours:
            return Reach.DECISION
        self.limits.append(test)
        return Reach.LIMIT

    def _guards(self, test: ast.Compare) -> bool:
        """Whether a duration is tested before a division by it: `n / took if took > 0 else 0`."""
        match test:
            case ast.Compare(ops=[ast.Gt() | ast.NotEq()], comparators=[ast.Constant(value=0)]):
                parent = self.module.parent(test)
                if isinstance(parent, ast.IfExp):
                    return self.differences > 0
                is_plain = isinstance(parent, ast.If) and not any(
                    isinstance(part, _JUMPS) for part in ast.walk(parent)
                )
                return self.differences > 0 and is_plain
        return False

    def _only_shows(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Pass():
                return True
            case ast.Expr(value=ast.Call() as call):
                # Another rule checks waits.
                return shows(self.module, call) or _PASSES.search(word(call.func)) is not None
            case ast.Assign(targets=[ast.Name() | ast.Attribute() as target]):
                return self._target(target) <= Reach.SHOWN
            case ast.If():
                return all(map(self._only_shows, [*statement.body, *statement.orelse]))
        return False


def _is_fixed(node: ast.expr) -> bool:
    """Whether an expression is a number, or computed from numbers: `10**6`."""
    match node:
        case ast.Constant():
            return True
        case ast.BinOp(left=left, right=right):
            return _is_fixed(left) and _is_fixed(right)
    return False


def _is_upkeep(test: ast.expr, calls: Iterable[ast.Call]) -> bool:
    """Whether a condition says when to save, log or look after something."""
    names = [part for part in ast.walk(test) if isinstance(part, ast.Name | ast.Attribute)]
    names += [call.func for call in calls if isinstance(call.func, ast.Name | ast.Attribute)]
    return any(_UPKEEP.search(snake(word(name))) for name in names)


def _parameter_of(function: Function, call: ast.Call, node: ast.expr) -> str:
    for keyword in call.keywords:
        if keyword.value is node:
            return keyword.arg or ""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    index = call.args.index(node)
    return names[index] if index < len(names) else ""
