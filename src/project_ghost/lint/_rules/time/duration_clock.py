"""GHO107."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Remedy, Replacement, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Kind

__all__ = ["DurationClock"]

_CLOCK = "time.time"


class DurationClock(Rule):
    """A duration is measured with a clock that can jump.

    ## What it does
    Finds readings of `time.time` that are only subtracted from each other, directly or through
    local variables and private attributes. It is an info, with a fix.

    ## Why is this bad
    `time.time` is set by the network and by people: a duration can be negative or an hour too
    long. `time.perf_counter` only moves forward, and has a finer resolution.

    ## Example
    ```python
    import time

    def timed(work):
        started = time.time()
        work()
        print(time.time() - started)
    ```

    ## Use instead
    ```python
    import time

    def timed(work):
        started = time.perf_counter()
        work()
        print(time.perf_counter() - started)
    ```
    """

    code = "GHO107"
    name = "duration-clock"
    severity = Severity.INFO

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every measurement, all readings of which are mended together."""
        calls = {
            use.call
            for use in module.uses_of([_CLOCK])
            if use.call is not None and isinstance(use.node, ast.Attribute) and not use.call.args
        }
        if not calls:
            return
        stamps = _stamps(module, calls)
        for group in _groups(module, calls, stamps):
            parts = tuple(
                Replacement(call.func, instead=f"{ast.unparse(call.func.value)}.perf_counter")
                for call in group
                if isinstance(call.func, ast.Attribute)
            )
            remedy = Remedy("use `time.perf_counter`", is_safe=True, replacements=parts)
            for call in group:
                yield Problem(
                    call,
                    "`time.time` can jump: measure a duration with `time.perf_counter`",
                    remedy=remedy,
                )


class _Stamp:
    """A variable or private attribute that only holds readings, with them and its loads."""

    def __init__(self, readings: list[ast.Call], loads: list[ast.expr]) -> None:
        self.readings = readings
        self.loads = loads


def _stamps(module: Module, calls: set[ast.Call]) -> list[_Stamp]:
    """The variables whose every value is a reading and whose every use is a difference."""
    found = []
    for scope in {id(s): s for s in module.tree.scope_of.values()}.values():
        for binding in scope.bindings.values() if scope.is_function else ():
            readings = _readings(binding.definitions, calls)
            if readings and binding.loads:
                found.append(_Stamp(readings, list(binding.loads)))
    for info in module.names.classes.values():
        for name, definitions in info.instance.items():
            readings = _readings(definitions, calls)
            loads = module.flow.attribute_loads.get(name, [])
            if name.startswith("_") and readings and loads:
                found.append(_Stamp(readings, list(loads)))
    while True:
        known = {load for stamp in found for load in stamp.loads}
        kept = [s for s in found if all(_is_difference(module, n, known, calls) for n in s.loads)]
        if len(kept) == len(found):
            return kept
        found = kept


def _readings(definitions: list[Definition], calls: set[ast.Call]) -> list[ast.Call]:
    """The readings that a name holds; none if it holds anything else."""
    readings = [
        d.value for d in definitions if d.kind is Kind.ASSIGN and isinstance(d.value, ast.Call)
    ]
    is_pure = len(readings) == len(definitions) and all(each in calls for each in readings)
    return readings if is_pure else []


def _is_difference(
    module: Module, node: ast.expr, known: set[ast.expr], calls: set[ast.Call]
) -> bool:
    match module.parent(node):
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            return all(side in known or side in calls for side in (left, right))
    return False


def _groups(module: Module, calls: set[ast.Call], stamps: list[_Stamp]) -> list[list[ast.Call]]:
    """Readings that meet in a difference, and so must be mended together."""
    holder = {load: index for index, stamp in enumerate(stamps) for load in stamp.loads}
    groups: list[set[ast.Call]] = [set(stamp.readings) for stamp in stamps]
    for load, index in holder.items():
        difference = module.parent(load)
        assert isinstance(difference, ast.BinOp)
        for side in (difference.left, difference.right):
            if isinstance(side, ast.Call) and side in calls:
                groups[index].add(side)
            elif side in holder and groups[holder[side]] is not groups[index]:
                merged = groups[index] | groups[holder[side]]
                first, second = groups[index], groups[holder[side]]
                groups = [merged if g is first or g is second else g for g in groups]
    unique = {id(group): group for group in groups}.values()
    return [sorted(group, key=lambda call: (call.lineno, call.col_offset)) for group in unique]
