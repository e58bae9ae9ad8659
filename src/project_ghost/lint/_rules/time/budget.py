"""GHO106."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind
from project_ghost.lint.python._shown import is_for_show
from project_ghost.lint.python._syntax import is_none, word

from .wall_clock import clock_readings, helper_readings

__all__ = ["TimeBudget"]

# Options of solvers and optimisers that limit real time.
_OPTIONS = frozenset(
    {
        "time_budget",
        "max_cpu_time",
        "max_wall_time",
        "max_runtime",
        "max_solve_time",
        "max_time_in_seconds",
        "solver_time_limit",
        "ipopt.max_cpu_time",
        "ipopt.max_wall_time",
        "budget_s",
        "budget_ms",
    }
)
# Options that may limit simulated time: found in calls of solvers only.
_AMBIGUOUS = frozenset(
    {
        "time_limit",
        "timelimit",
        "time_limit_s",
        "time_limit_sec",
        "max_time",
        "maxtime",
        "max_time_s",
    }
)
_SOLVER = re.compile(r"solv|optimi|minimi[sz]e|maximi[sz]e|milp|linprog|ipopt|gurobi|cplex|highs")


class TimeBudget(Rule):
    """A computation stops after an amount of real time.

    ## What it does
    Finds loops and branches that end by a comparison with the host's clock (directly, or
    through variables), and the time limits among the options of solvers. A `time_limit` or
    `max_time`, which may be one of simulated time, is found in calls of a solver or an
    optimiser. A limit that ends in an error, one of a
    loop that sleeps, and one that the caller chooses is a hint.

    ## Why is this bad
    A faster or less loaded machine gets further before the limit and returns another answer.
    Under load the planner plans worse, and the result cannot be reproduced.

    ## Example
    ```python
    import time

    def refine(plan, budget):
        start = time.monotonic()
        while time.monotonic() - start < budget:
            plan = plan.better()
        return plan
    ```

    ## Use instead
    ```python
    def refine(plan, iterations):
        for _ in range(iterations):
            plan = plan.better()
        return plan
    ```
    """

    code = "GHO106"
    name = "time-budget"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find cut-offs in the code, and in the options of solvers."""
        yield from self._cut_offs(module)
        for keyword in module.nodes(ast.keyword):
            if keyword.arg and self._limits(keyword.arg, keyword.value, keyword, module):
                yield self._option(keyword, keyword.arg, _severity_of(module, keyword.value))
        for node in module.nodes(ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                option = key.value if isinstance(key, ast.Constant) else None
                if key is None or not isinstance(option, str):
                    continue
                if self._limits(option, value, node, module):
                    yield self._option(key, option, _severity_of(module, value))
        for assignment in module.nodes(ast.Assign):
            for target in assignment.targets:
                name = _option_name(target)
                if name and self._limits(name, assignment.value, target, module):
                    yield self._option(target, name, _severity_of(module, assignment.value))

    def _cut_offs(self, module: Module) -> Iterator[Problem]:
        tests = {
            test: None
            for use in (*clock_readings(module), *helper_readings(module))
            if use.call is not None
            for test in module.flow.limits(use.call)
        }
        for test in tests:
            yield Problem(
                test,
                "the computation stops after an amount of real time, so a busy machine gets "
                "another result: bound the work by a count",
                _severity(module, test),
            )

    def _option(self, node: ast.AST, name: str, severity: Severity | None) -> Problem:
        return Problem(
            node,
            f"`{name}` stops the computation after an amount of real time, so a busy machine gets "
            "another result: bound the work by a count",
            severity,
        )

    def _limits(self, name: str, value: ast.expr, node: ast.AST, module: Module) -> bool:
        if is_none(value):
            return False
        name = name.lower()
        return name in _OPTIONS or (name in _AMBIGUOUS and _names_solver(node, module))


def _severity_of(module: Module, value: ast.expr) -> Severity | None:
    """A hint for a limit that is a parameter without a value of its own: the caller's choice."""
    binding = module.tree.binding(value) if isinstance(value, ast.Name) else None
    is_callers = binding is not None and all(
        each.kind is Kind.PARAMETER and (each.value is None or is_none(each.value))
        for each in binding.definitions
    )
    return Severity.HINT if is_callers else None


def _severity(module: Module, test: ast.expr) -> Severity | None:
    """Info for a limit that only waits, a hint for one that fails: no answer depends on it."""
    if is_for_show(module, test) or _only_waits(module, test):
        return Severity.INFO
    return Severity.HINT if _fails(module, test) else None


def _fails(module: Module, test: ast.expr) -> bool:
    """Whether a limit ends in an error, or belongs to a loop that sleeps."""
    for parent in module.tree.ancestors(test):
        match parent:
            case ast.If(body=body) if isinstance(body[-1], ast.Raise):
                return True
            case ast.While(body=body, orelse=orelse):
                failing = orelse and isinstance(orelse[-1], ast.Raise)
                return bool(failing) or any(map(_sleeps, body))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
    return False


def _only_waits(module: Module, test: ast.expr) -> bool:
    """Whether a loop with a limit only sleeps and asks whether something has happened."""
    for parent in module.tree.ancestors(test):
        match parent:
            case ast.While():
                return any(map(_sleeps, parent.body)) and all(map(_waits, parent.body))
            case ast.stmt() if not isinstance(parent, ast.If):
                return False
    return False


def _sleeps(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=func) | ast.Await(value=ast.Call(func=func))):
            return word(func) in ("sleep", "wait")
    return False


def _waits(node: ast.stmt) -> bool:
    match node:
        case ast.If():
            return all(map(_waits, [*node.body, *node.orelse]))
        case ast.Return(value=value):
            return value is None or isinstance(value, ast.Constant)
        case ast.Break() | ast.Continue() | ast.Raise() | ast.Pass():
            return True
    return _sleeps(node)


def _names_solver(node: ast.AST, module: Module) -> bool:
    """Whether a statement calls a solver with this, or assigns it to one."""
    for parent in (node, *module.tree.ancestors(node)):
        match parent:
            case ast.Attribute() | ast.Subscript() | ast.Call(func=ast.expr()):
                named = parent.func if isinstance(parent, ast.Call) else parent
                if _SOLVER.search(ast.unparse(named).lower()):
                    return True
            case ast.Assign(targets=targets):
                return any(_SOLVER.search(ast.unparse(target).lower()) for target in targets)
            case ast.stmt():
                return False
    return False


def _option_name(target: ast.expr) -> str:
    match target:
        case ast.Attribute(value=ast.Name(id="self")):
            return ""  # stored; the call that uses it is found
        case ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
    return ""
