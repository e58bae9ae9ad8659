"""GHO501."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding, Function
from project_ghost.lint.python._shown import in_test, is_program
from project_ghost.lint.python._syntax import word

from ._aliases import alias_changes
from ._first_come import computes_for_all
from ._harmless import change_severity, is_named_harmless
from ._kept_objects import keeps_changing_object
from ._together import Change, reported_once
from ._writes import global_writes, registers

__all__ = ["GlobalState"]

_MESSAGE = (
    "the module's global {name} is changed at run time and affects the next run: keep state in an "
    "object that the run creates"
)


class GlobalState(Rule):
    """A global of a module is changed at run time.

    ## What it does
    Finds functions that assign a `global`, change a list, dictionary, set or array of the
    module or of an imported one, take the next number of its counter, or assign an
    attribute of a module, of an object that is a global, or of a function. Changes while the
    module is loaded, also in a decorator that registers what it decorates, are not found. Infos
    are changes of a cache or registry, of output streams, in a test, in a program that reads its
    command line and ends, of a value that is restored, and values stored once under their key,
    unless these are objects that their methods change, made of what the first caller gives, or
    numbers that a function computes from its arguments while the global is None. A
    change outside a step is a hint, unless a table grows through another name, which is no copy of
    it (`rows = DEFAULTS`, then `rows += more`). Assignments to several attributes of one object in
    one function are one finding.

    ## Why is this bad
    A second run in the same process starts where the first one ended. A worker process has
    another copy. No snapshot contains it.

    ## Example
    ```python
    SEEN = []

    def observe(message):
        SEEN.append(message)
    ```

    ## Use instead
    ```python
    class Observer:
        def __init__(self):
            self.seen = []

        def observe(self, message):
            self.seen.append(message)
    ```
    """

    code = "GHO501"
    name = "global-state"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every change by code inside a function."""
        is_once = is_program(module)
        changes = []
        for binding, node in global_writes(module):
            if not registers(module, node):
                name = _name(node, binding)
                severity = Severity.INFO if is_once else _severity(module, node, name)
                changes.append(Change(node, name, severity))
        for node, table in alias_changes(module):
            is_kept = is_named_harmless(node, table)
            severity = Severity.INFO if is_once else Severity.HINT if is_kept else None
            changes.append(Change(node, table, severity))
        yield from reported_once(module, changes, _MESSAGE)


def _severity(module: Module, node: ast.AST, name: str) -> Severity | None:
    """A hint outside of a step: most globals are set up, filled or counted for good reasons.

    One that gives out numbers is none: objects of the next run get others.
    """
    if not in_test(module) and (
        keeps_changing_object(module, node) or computes_for_all(module, node)
    ):
        return None
    severity = change_severity(module, node, name)
    is_sure = (
        module.in_step(node) or _gives_numbers(module, node) or _is_in_order_of_ends(module, node)
    )
    return severity if severity is not None or is_sure else Severity.HINT


def _gives_numbers(module: Module, node: ast.AST) -> bool:
    """Whether a function counts a global up, and stores or returns it: `self.id = _next`."""
    function, statement = module.tree.function(node), module.tree.statement(node)
    if function is None or not isinstance(statement, ast.AugAssign):
        return False
    counter = ast.unparse(statement.target)
    return any(
        isinstance(part, ast.Assign | ast.Return)
        and part.value is not None
        and ast.unparse(part.value) == counter
        for part in ast.walk(function)
    )


def _is_in_order_of_ends(module: Module, node: ast.AST) -> bool:
    """Whether threads append to a global list that a function returns: the quickest is first."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name() as owner, attr="append" | "extend")):
            function, binding = module.tree.function(node), module.tree.binding(owner)
        case _:
            return False
    if not isinstance(function, Function) or binding is None:
        return False
    names = {module.names.of_function(function), function.name}
    return any(
        use.call is None and _starts_thread(module, use.node)
        for name in names
        for use in module.uses.get(name, ())
    ) and any(isinstance(module.parent(load), ast.Return) for load in binding.loads)


def _starts_thread(module: Module, function: ast.expr) -> bool:
    """Whether a function is given to a thread, or to a pool of threads."""
    match module.parent(function):
        case ast.keyword(arg="target") as keyword:
            call = module.parent(keyword)
            return isinstance(call, ast.Call) and word(call.func) == "Thread"
        case ast.Call(func=ast.Attribute(attr="submit" | "map" | "apply_async"), args=[first, *_]):
            return first is function
    return False


def _name(node: ast.AST, binding: Binding) -> str:
    match node:
        case ast.Attribute():
            return ast.unparse(node)
        case ast.Subscript(value=owner):
            return ast.unparse(owner)
    return binding.name
