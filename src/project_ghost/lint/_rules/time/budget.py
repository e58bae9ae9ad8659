"""GHO106."""

import ast
import re
from collections.abc import Iterator, Sequence

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._shown import is_for_show, is_output
from project_ghost.lint.python._syntax import is_none, snake, word

from ._limits import HOUR, amount, has_number, is_asked_for, is_number, values_of
from ._turns import Ending, ending, outlive, returns_duration
from .wall_clock import LIMITS, clock_readings, helper_readings

__all__ = ["TimeBudget"]

# Options of solvers and optimisers that limit real time.
_OPTIONS = frozenset(
    {
        "max_cpu_time",
        "max_wall_time",
        "max_runtime",
        "max_solve_time",
        "max_time_in_seconds",
        "solver_time_limit",
        "ipopt.max_cpu_time",
        "ipopt.max_wall_time",
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
        "time_budget",
        "budget_s",
        "budget_ms",
    }
)
_SOLVER = re.compile(r"solv|optimi|minimi[sz]e|maximi[sz]e|milp|linprog|ipopt|gurobi|cplex|highs")


# Calls that wait, also for data of a device, and names of limits that guard against a hang.
_WAITING = re.compile(
    r"^(acquire|is_alive|join|poll|read|read_?line|readinto|recv|receive)(_|$)|(^|_)(sleep|wait)(_|$)"
)
# Names of limits of work; a search that is given one has another answer on another day.
_OF_WORK = re.compile(
    r"(^|_)(max_(run_?)?time|max_seconds|time_(limit|budget))(_s|_sec|_seconds)?$"
)
_GUARDS = re.compile(r"time_?out|graceful|shutdown|deadline|grace")


class TimeBudget(Rule):
    """A computation stops after an amount of real time.

    ## What it does
    Finds loops and branches that end by a comparison with the host's clock (directly, or through
    variables), and the time limits among the options of solvers. A `time_limit` or `max_time`,
    which may be one of simulated time, is found in calls of a solver or an optimiser. Outside of a
    step, a limit that ends in an error, one of a loop that waits or reads from a device, one of
    hours, and one that the program has no value for unless a caller asks for it is a hint, unless
    it is the `max_time` of a function that returns what a loop has found by then. An interval that
    an object waits for is a hint too, unless a method returns numbers until it has passed.

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
                yield self._option(
                    keyword, keyword.arg, _severity_of(module, keyword.arg, keyword.value)
                )
        for node in module.nodes(ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                option = key.value if isinstance(key, ast.Constant) else None
                if key is None or not isinstance(option, str):
                    continue
                if self._limits(option, value, node, module):
                    yield self._option(key, option, _severity_of(module, option, value))
        for assignment in module.nodes(ast.Assign):
            for target in assignment.targets:
                name = _option_name(target)
                if name and self._limits(name, assignment.value, target, module):
                    severity = _severity_of(module, name, assignment.value)
                    yield self._option(target, name, severity)

    def _cut_offs(self, module: Module) -> Iterator[Problem]:
        readings: dict[ast.expr, list[ast.Call]] = {}
        for use in (*clock_readings(module), *helper_readings(module)):
            for test in module.flow.limits(use.call) if use.call is not None else ():
                assert use.call is not None
                readings.setdefault(test, []).append(use.call)
        for test, calls in readings.items():
            found = ending(module, test, calls)
            if found is not Ending.NONE:
                severity = _severity(module, test, found)
                is_answer = found is Ending.INTERVAL and _chooses_numbers(module, test)
                is_unsure = found is not Ending.BUDGET and severity is None and not is_answer
                yield Problem(
                    test,
                    "the computation stops after an amount of real time, so a busy machine gets "
                    "another result: bound the work by a count",
                    Severity.HINT if is_unsure else severity,
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


def _severity_of(module: Module, name: str, value: ast.expr) -> Severity | None:
    """A hint for a limit that the program does not choose itself, or that guards against a hang."""
    numbers = [part for part in (value, *values_of(module, value)) if is_number(part)]
    is_long = not name.lower().endswith("_ms") and all(amount(each) >= HOUR for each in numbers)
    return Severity.HINT if is_long else None


def _severity(module: Module, test: ast.expr, found: Ending) -> Severity | None:
    """Info for a limit that only waits, a hint for one that fails: no answer depends on it."""
    if is_for_show(module, test) or _only_waits(module, test) or returns_duration(module, test):
        return Severity.INFO
    sides = [
        side for part in ast.walk(test) if isinstance(part, ast.Compare) for side in _sides(part)
    ]
    is_optional = any(
        _GUARDS.search(snake(word(side)))
        or (
            not has_number(module, side)
            and is_asked_for(module, side)
            and not (found is Ending.BUDGET and _limits_search(module, side))
        )
        for side in sides
    )
    is_unsure = is_optional or _fails(module, test) or _is_stopper(module, test)
    return Severity.HINT if is_unsure and not module.in_step(test) else None


def _limits_search(module: Module, limit: ast.expr) -> bool:
    """Whether a function is given a limit for the work of a loop, and returns what it has by then.

    `max_time=inf` of a planner: with a limit, the answer depends on the load.
    """
    binding = module.tree.binding(limit) if isinstance(limit, ast.Name) else None
    function = module.tree.function(limit)
    return (
        binding is not None
        and any(each.kind is Kind.PARAMETER for each in binding.definitions)
        and _OF_WORK.search(snake(word(limit))) is not None
        and isinstance(function, Function)
        and any(each.value is not None for each in module.tree.returns[function])
    )


def _chooses_numbers(module: Module, test: ast.expr) -> bool:
    """Whether a method returns numbers until a time has passed: `if passed < 2: return (0, 0.8)`.

    They are what it computes, not whether it did something.
    """
    branch = next((each for each in module.tree.ancestors(test) if isinstance(each, ast.If)), None)
    last = branch.body[-1] if branch is not None else None
    if not isinstance(last, ast.Return) or module.tree.class_around(test) is None:
        return False
    return last.value is not None and _holds_numbers(last.value)


def _holds_numbers(value: ast.expr) -> bool:
    match value:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return bool(parts) and all(map(_holds_numbers, parts))
        case ast.UnaryOp(operand=operand):
            return _holds_numbers(operand)
        case ast.Constant(value=constant):
            return isinstance(constant, int | float) and not isinstance(constant, bool)
        case ast.Call(func=ast.Attribute(attr="array"), args=[shown, *_]):
            return _holds_numbers(shown)
    return False


def _is_stopper(module: Module, test: ast.expr) -> bool:
    """Whether a class exists to limit real time, for those who ask for it: `TimeoutStopper`."""
    owner = module.tree.class_around(test)
    return owner is not None and LIMITS.search(snake(owner.name)) is not None


def _sides(comparison: ast.Compare) -> list[ast.expr]:
    """The names on both sides of a comparison, also inside a sum."""
    return [
        part
        for side in (comparison.left, *comparison.comparators)
        for part in ast.walk(side)
        if isinstance(part, ast.Name | ast.Attribute)
    ]


def _fails(module: Module, test: ast.expr) -> bool:
    """Whether a limit ends in an error, or belongs to a loop that sleeps."""
    for parent in module.tree.ancestors(test):
        match parent:
            case ast.If(body=body) if _only_raises(body):
                return True
            case ast.While(body=body, orelse=orelse):
                failing = _only_raises(orelse) or _is_followed_by_error(module, parent)
                return failing or (_waits_inside(body) and not outlive(module, parent))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
    return False


def _is_followed_by_error(module: Module, loop: ast.While) -> bool:
    """Whether all that follows a loop is an error: it is left earlier if all is well."""
    block = module.parent(loop)
    for name in ("body", "orelse", "finalbody"):
        statements = getattr(block, name, None)
        if isinstance(statements, list) and loop in statements:
            later = statements[statements.index(loop) + 1 :]
            match later:
                case [*_, ast.Raise()]:
                    return not any(isinstance(each, ast.Return) for each in later)
                case [ast.If(body=body, orelse=[])]:
                    return _only_raises(body)
    return False


def _only_raises(statements: Sequence[ast.stmt]) -> bool:
    """Whether statements raise an error, and leave in no other way."""
    parts = [part for statement in statements for part in ast.walk(statement)]
    leaves = any(isinstance(part, ast.Return | ast.Break | ast.Continue) for part in parts)
    return any(isinstance(part, ast.Raise) for part in parts) and not leaves


def _only_waits(module: Module, test: ast.expr) -> bool:
    """Whether a loop with a limit only sleeps and asks whether something has happened."""
    for parent in module.tree.ancestors(test):
        match parent:
            case ast.While():
                is_idle = all(map(_is_idle, parent.body))
                return is_idle or (any(map(_sleeps, parent.body)) and all(map(_waits, parent.body)))
            case ast.stmt() if not isinstance(parent, ast.If):
                return False
    return False


def _is_idle(node: ast.stmt) -> bool:
    """Whether a statement does nothing, or only draws: `viewer.update()`, `render()`."""
    match node:
        case ast.Expr(value=ast.Call(func=func)):
            return is_output(word(func))
    return isinstance(node, ast.Pass)


def _waits_inside(statements: Sequence[ast.stmt]) -> bool:
    """Whether statements wait for something: another thread, process or machine."""
    return any(
        isinstance(part, ast.Call) and _WAITING.search(snake(word(part.func)))
        for statement in statements
        for part in ast.walk(statement)
    )


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
