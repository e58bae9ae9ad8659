"""GHO101."""

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._flow import Reach
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import is_for_show, names_output
from project_ghost.lint.python._syntax import defaults, is_none, snake, word

from ._defaults import is_default
from ._stamps import is_named_stamp
from ._time_base import starts_simulated_time

__all__ = ["LIMITS", "WallClock", "clock_readings", "helper_readings"]

_ALWAYS = frozenset(
    {
        "time.time",
        "time.time_ns",
        "time.monotonic",
        "time.monotonic_ns",
        "time.perf_counter",
        "time.perf_counter_ns",
        "time.process_time",
        "time.process_time_ns",
        "time.thread_time",
        "time.thread_time_ns",
        "time.clock",
        "time.clock_gettime",
        "time.clock_gettime_ns",
        "timeit.default_timer",
        "os.times",
        "datetime.datetime.now",
        "datetime.datetime.today",
        "datetime.datetime.utcnow",
        "datetime.date.today",
        "asyncio.AbstractEventLoop.time",
        "pandas.Timestamp.now",
        "pandas.Timestamp.today",
        "pandas.Timestamp.utcnow",
        "pandas.Period.now",
        "email.utils.localtime",
        "email.utils.formatdate",
        "django.utils.timezone.now",
        "pendulum.now",
        "arrow.now",
        "arrow.utcnow",
    }
)
# These convert a time, or read the clock without one: the name, and the number of arguments
# of a conversion.
_WITHOUT_A_TIME = {
    "time.localtime": 1,
    "time.gmtime": 1,
    "time.ctime": 1,
    "time.asctime": 1,
    "time.strftime": 2,
}
# Names of what limits real time.
LIMITS = re.compile(r"run_?time|time_?out|time_?limit|max_?time|(^|_)(timed?|clock|deadline)(_|$)")
_SEED = re.compile(r"(^|_)(seed|random_state)(_|$)")
# What keeps for people what happened, and its times.
_RECORD = re.compile(r"(Record|Event|Entry|Log|Metadata)$")
_RECORDED = re.compile(r"(^|_)(timestamp|created(_at)?|updated(_at)?|date|datetime)$")
# These understand the words "now" and "today".
_BY_WORD = frozenset({"numpy.datetime64", "pandas.Timestamp", "pandas.to_datetime"})


def clock_readings(module: Module) -> Iterator[Use]:
    """All readings of a clock of the host."""
    yield from module.uses_of(_ALWAYS)
    for use in chain(module.uses_of(_WITHOUT_A_TIME), module.uses_of(_BY_WORD)):
        if use.call is None or any(keyword.arg is None for keyword in use.call.keywords):
            continue
        given = use.call.args
        if use.name in _BY_WORD:
            first = given[0] if given else None
            if isinstance(first, ast.Constant) and first.value in ("now", "today"):
                yield use
        elif len(given) < _WITHOUT_A_TIME[use.name]:
            yield use


def helper_readings(module: Module) -> Iterator[Use]:
    """Calls of functions of other files that return a reading of a clock."""
    yield from module.uses_giving(_ALWAYS | _WITHOUT_A_TIME.keys() | _BY_WORD)


class WallClock(Rule):
    """A clock of the host is read.

    ## What it does
    Finds calls of `time.time`, `monotonic`, `perf_counter` and similar functions, `datetime.now`,
    `today` and `utcnow`, `date.today`, and "now" of pandas and numpy; also a clock that is passed
    on as a default or callback. A reading in a default argument, or in a field of a dataclass, is
    made once for all calls, and is an error. Calls of functions of the project that return a
    reading are found where it is computed with, or in a step. A reading that is only printed,
    logged or drawn, a duration under a name that says so (`solve_time=`, `"elapsed"`), and a part
    of the name of a file or folder are infos, which `--info` shows; one that limits a loop is
    reported there, by `time-budget`. Outside of a step, a reading is a hint unless it is computed
    with, as the length of a step or a factor, or is where simulated time begins; these are errors
    in files that talk to other machines too. A hint is also a reading that stands for an argument
    which no call leaves out, one that `varying-seed` reports, the time of a record, one of a
    coroutine that sleeps, and outside of components one that a step stores under a name such as
    `start_time` or in a log.

    ## Why is this bad
    The host's clock has another value in every run. Every stamp, duration and branch that
    depends on it differs between runs.

    ## Example
    ```python
    import time

    def stamp(message):
        message.stamp_ns = time.time_ns()
    ```

    ## Use instead
    ```python
    def stamp(message, clock):
        message.stamp_ns = clock.now_ns()
    ```
    A measurement of the program itself may read the wall clock as long as its result stays
    out of the simulation. If it goes into a report, allow it with that reason.
    """

    code = "GHO101"
    name = "wall-clock"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every reading."""
        readings, helpers = list(clock_readings(module)), list(helper_readings(module))
        calls = {use.call for use in (*readings, *helpers)}
        for use in readings:
            if use.call is not None and is_default(module, use.call):
                yield Problem(
                    use.where,
                    f"`{use.name}` is read once, when the module is loaded, and is the default of "
                    "all calls: use `None`, and the simulation's clock in the body",
                    _severity_of_default(module, use.call),
                )
                continue
            yield Problem(
                use.where,
                f"`{use.name}` reads a clock of the host: use the simulation's clock",
                _severity(use, module, calls),
            )
        own = {use.call for use in readings}
        for use in helpers:
            # The reading itself is found in its own file; here, what becomes of it.
            if use.call not in own and _affects(use, module, calls):
                yield Problem(
                    use.where,
                    f"`{use.name}` returns a reading of a clock of the host: use the "
                    "simulation's clock",
                )


def _affects(use: Use, module: Module, calls: Collection[ast.AST | None]) -> bool:
    """Whether a reading that a helper returns affects what a function computes.

    A private helper of the same file, and one that a step calls, are followed from the reading.
    """
    is_here = use.name in module.types.functions
    if is_here and (use.name.rpartition(".")[2].startswith("_") or module.in_step(use.node)):
        return False
    return _severity(use, module, calls) in (None, Severity.ERROR)


def _severity(use: Use, module: Module, calls: Collection[ast.AST | None]) -> Severity | None:
    """Info for a reading that reaches no result, or that another finding reports."""
    if use.call is None:
        return None if module.in_step(use.node) else Severity.HINT
    reach = module.flow.reach(use.call)
    if (
        reach <= Reach.LIMIT
        or is_for_show(module, use.node)
        or names_output(module, use.call)
        or _is_start(use.call, module, calls)
    ):
        return Severity.INFO
    if _is_limit(use.call, module):
        return Severity.HINT
    if _is_seed(module, use.call) or _is_replaceable(module, use.call):
        return Severity.HINT
    if reach is Reach.RESULT and not _is_live(module, use.call):
        return Severity.ERROR
    if starts_simulated_time(module, use.call):
        return Severity.ERROR
    if reach < Reach.STAMP or not module.in_step(use.call) or _is_of_record(module, use.call):
        return Severity.HINT
    is_noted = reach is Reach.STAMP and is_named_stamp(module, use.call)
    return Severity.HINT if is_noted and not module.in_component(use.call) else None


def _is_live(module: Module, call: ast.Call) -> bool:
    """Whether a coroutine that waits for real time to pass reads the clock: it drives a device."""
    function = module.tree.function(call)
    return isinstance(function, ast.AsyncFunctionDef) and any(
        isinstance(part, ast.Await)
        and isinstance(part.value, ast.Call)
        and module.qualify(part.value.func) in ("asyncio.sleep", "trio.sleep", "anyio.sleep")
        for part in ast.walk(function)
    )


def _severity_of_default(module: Module, call: ast.Call) -> Severity | None:
    """An error, whatever the value is for: it is another one in each process."""
    if is_for_show(module, call) or names_output(module, call):
        return Severity.INFO
    return Severity.HINT if _is_seed(module, call) else Severity.ERROR


def _is_of_record(module: Module, call: ast.Call) -> bool:
    """Whether a reading says when a record was made: `Record(text, timestamp=time.time())`."""
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.keyword(arg=str(name)) if _RECORDED.search(name):
                made = module.parent(parent)
                return isinstance(made, ast.Call) and _RECORD.search(word(made.func)) is not None
            case ast.stmt():
                return False
    return False


def _is_seed(module: Module, call: ast.Call) -> bool:
    """Whether a reading becomes a seed in its own statement, which another rule reports."""
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.Call(func=ast.Attribute(attr="seed" | "manual_seed")):
                return True
            case ast.keyword(arg=str(name)) if _SEED.search(name.lower()):
                return True
            case ast.Assign(targets=targets):
                return any(_SEED.search(word(target).lower()) for target in targets)
            case ast.stmt():
                return False
    return False


def _is_replaceable(module: Module, call: ast.Call) -> bool:
    """Whether a clock is read only where no caller gives a time: `if now is None: now = time()`."""
    function = module.tree.function(call)
    if not isinstance(function, Function) or module.in_step(call):
        return False
    names = {name for name, default in defaults(function) if is_none(default)}
    child: ast.AST = call
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.If(
                test=ast.Compare(left=ast.Name(id=name), ops=[ast.Is()], comparators=[none]),
                body=body,
            ) if child in body and is_none(none):
                return name in names and not _is_left_out(module, function, name)
        if parent is function:
            return False
        child = parent
    return False


def _is_left_out(module: Module, function: Function, name: str) -> bool:
    """Whether a call of a function in its file leaves an argument out."""
    parameters = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    position = parameters.index(name) if name in parameters else len(parameters)
    if parameters[:1] in (["self"], ["cls"]):
        position -= 1
    return any(
        word(call.func) == function.name
        and len(call.args) <= position
        and not any(keyword.arg in (name, None) for keyword in call.keywords)
        for call in module.nodes(ast.Call)
    )


def _is_limit(call: ast.Call, module: Module) -> bool:
    """Whether a class or function exists to limit real time, for those who ask for it."""
    return any(
        isinstance(parent, Function | ast.ClassDef) and LIMITS.search(snake(parent.name))
        for parent in module.tree.ancestors(call)
    )


def _is_start(call: ast.Call, module: Module, calls: Collection[ast.AST | None]) -> bool:
    """Whether a reading is only compared with later ones, which are reported.

    It may be the beginning of a duration (`now - start`), or an end (`end - now`).
    """
    parent = module.parent(call)
    while isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        parent = module.parent(parent)
    match parent:
        case ast.Assign(targets=[ast.Name() as name]):
            loads: Sequence[ast.AST] = module.tree.loads(name)
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)]):
            loads = module.flow.attribute_loads.get(attribute, [])
        case _:
            return False
    return bool(loads) and all(_is_beside_reading(module, load, calls) for load in loads)


def _is_beside_reading(module: Module, load: ast.AST, calls: Collection[ast.AST | None]) -> bool:
    """Whether a value is subtracted from a reading, or the other way round, or asked for."""
    match module.parent(load):
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            return any(
                _holds_reading(module, part, calls)
                for side in (left, right)
                if side is not load
                for part in ast.walk(side)
            )
        case ast.Compare(comparators=[ast.Constant()]):
            return isinstance(load, ast.Attribute)  # whether it is set: `if self.start < 0`
    return False


def _holds_reading(module: Module, node: ast.AST, calls: Collection[ast.AST | None]) -> bool:
    """Whether a node is a reading, or a variable that holds one."""
    if not isinstance(node, ast.Name):
        return node in calls
    binding = module.tree.binding(node)
    found = module.tree.reaching(binding, node) if binding else []
    return bool(found) and all(each.value in calls for each in found)
