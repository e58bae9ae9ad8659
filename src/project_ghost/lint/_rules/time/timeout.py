"""GHO105."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._shown import shows
from project_ghost.lint.python._syntax import is_none, word

from ._dropped import is_left_out
from ._limits import HOUR, amount, has_number, is_asked_for
from ._started import is_cut_off, is_started

__all__ = ["Timeout"]

# Full name -> the position of the timeout (99: by keyword only), or None where the call is one.
_CALLS: dict[str, int | None] = {
    "asyncio.wait_for": 1,
    "asyncio.timeout": 0,
    "asyncio.timeout_at": 0,
    "async_timeout.timeout": 0,
    "trio.move_on_after": 0,
    "trio.fail_after": 0,
    "anyio.move_on_after": 0,
    "anyio.fail_after": 0,
    "signal.alarm": 0,
    "signal.setitimer": 1,
    "threading.Timer": None,
    "concurrent.futures.wait": 1,
    "concurrent.futures.as_completed": 1,
    "multiprocessing.connection.wait": 1,
    "select.select": 3,
    "socket.setdefaulttimeout": 0,
    "socket.create_connection": 1,
    **dict.fromkeys((f"subprocess.{f}" for f in ("run", "call", "check_call", "check_output")), 99),
}
# Methods that wait, on objects whose type is not known: name -> position.
_METHODS = {
    "get": 1,
    "put": 2,
    "wait": 0,
    "wait_for": 1,
    "join": 0,
    "result": 0,
    "exception": 0,
    "acquire": 1,
    "poll": 0,
    "communicate": 1,
}
# Waits that raise an error when the time is over; the others return.
_RAISING = frozenset(
    """
    as_completed call check_call check_output communicate create_connection fail_after get put
    result run settimeout timeout timeout_at wait_for
    """.split()
)


# Functions that end a process, a thread or a connection.
_ENDS = re.compile(r"^_*(close|shutdown|stop|terminate|kill|quit|finalize|__exit__|__del__)(_|$)")


class Timeout(Rule):
    """A wait ends after an amount of real time.

    ## What it does
    Finds `timeout=` on waits of queues, locks, events, threads, futures and processes,
    `asyncio.wait_for` and `asyncio.timeout`, `threading.Timer`, and alarm signals. `timeout=None`,
    which waits without a limit, is not found. A timeout that guards against a hang, because it ends
    in an error that the function does not catch, is an info, except in a step. One that exists only
    if somebody asks for it, one of hours, or whose error the step catches to raise another, is a
    hint. Outside of a step, a wait is a hint unless another value takes the place of an answer that
    comes too late, a `for` loop goes on without it (also without the result of a function of the
    project that has a `timeout`), a handler of nothing but late answers gives another one for a
    call with a `timeout` or for a program that its caller names, or a function starts a
    computation, waits for it and then goes on with what there is, ends it by force or does so with
    any function that it is given.

    ## Why is this bad
    Whether the answer comes in time depends on the load of the machine. If it does not, the
    same input has another result.

    ## Example
    ```python
    import queue

    def next_plan(plans: queue.Queue, last):
        try:
            return plans.get(timeout=0.05)
        except queue.Empty:
            return last
    ```

    ## Use instead
    ```python
    import queue

    def next_plan(plans: queue.Queue):
        return plans.get()
    ```
    Model a late planner in simulated time.
    """

    code = "GHO105"
    name = "timeout"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every wait with a limit."""
        for use in module.uses_of(_CALLS):
            if use.call is not None:
                position = _CALLS[use.name]
                if position is None or _gives_up(_given(use.call, position)):
                    yield self._problem(use.call, use.name, module)
        for method, position in _METHODS.items():
            for call in module.method_calls.get(method, ()):
                name = module.qualify(call.func) or ""
                if name in _CALLS or not self._may_wait(call, method, name, module):
                    continue
                assert isinstance(call.func, ast.Attribute)
                by_position = self._is_waiter(name) or is_started(module, call.func.value)
                if _gives_up(_given(call, position if by_position else None)):
                    yield self._problem(call, f".{method}", module)

        for call in module.method_calls.get("settimeout", ()):
            if call.args and _gives_up(call.args[0]):  # only sockets have it
                yield self._problem(call, ".settimeout", module)
        yield from self._left_out(module)

    def _left_out(self, module: Module) -> Iterator[Problem]:
        """Find calls of other functions with a limit that a loop goes on without."""
        for keyword in module.nodes(ast.keyword):
            call = module.parent(keyword)
            if keyword.arg != "timeout" or not isinstance(call, ast.Call):
                continue
            is_known = self._is_known(call, module.qualify(call.func) or "", module)
            if is_known or not _gives_up(keyword.value):
                continue
            if _is_number(keyword.value) and is_left_out(module, call):
                yield self._problem(call, word(call.func), module)
            elif _is_replaced_when_late(module, call):
                name = word(call.func)
                yield self._problem(call, name, module)._replace(severity=None)

    def _problem(self, call: ast.Call, name: str, module: Module) -> Problem:
        return Problem(
            call,
            f"`{name}` ends after an amount of real time, so the result depends on the load: "
            "wait for the answer, or model the delay in simulated time",
            _severity(module, call, name),
        )

    def _is_known(self, call: ast.Call, name: str, module: Module) -> bool:
        """Whether a call is one that this rule knows, and so finds by itself."""
        method = word(call.func)
        is_waiting = isinstance(call.func, ast.Attribute) and method in _METHODS
        return name in _CALLS or (is_waiting and self._may_wait(call, method, name, module))

    def _is_waiter(self, name: str) -> bool:
        """Whether a full name is a method of an object that waits."""
        return name.startswith(("queue.", "threading.", "multiprocessing.", "concurrent.futures."))

    def _may_wait(self, call: ast.Call, method: str, name: str, module: Module) -> bool:
        """Whether this may wait, unlike `requests.get` or a method of a string or path."""
        assert isinstance(call.func, ast.Attribute)
        if self._is_waiter(name) or is_started(module, call.func.value):
            return True
        if module.qualify(call.func.value) is not None:
            return False
        words = ast.unparse(call.func.value).lower()
        is_client = any(mark in words for mark in ("session", "client", "http", "request", "page"))
        return not (method in ("get", "put") and is_client)


def _severity(module: Module, call: ast.Call, name: str) -> Severity | None:
    """Info for a wait that changes nothing, a hint for one that is repeated or dropped."""
    if _changes_nothing(module, call, name) or _only_warns(module, call, name):
        return Severity.INFO
    if _is_done(module, call):
        return Severity.INFO
    if is_cut_off(module, call) or is_left_out(module, call):
        return None
    is_unsure = (
        _is_repeated(module, call)
        or _leads_to_error(module, call)
        or _is_callers(module, call)
        or _is_asked_for(module, call, name)
        or _only_says_more(module, call)
        or _is_long(call, name)
    )
    if module.in_step(call):
        is_passed_on = any(map(_raises_again, module.tree.ancestors(call)))
        return Severity.HINT if is_unsure or is_passed_on else None
    if name.startswith("subprocess."):
        is_answer = (
            _is_replaced_when_late(module, call) and _runs_given(module, call) and not is_unsure
        )
        return None if is_answer else Severity.HINT
    is_dropped = isinstance(module.parent(call), ast.Expr) and "." in name
    if is_dropped and name.rpartition(".")[2] not in _RAISING:
        return Severity.HINT
    is_replaced = any(_replaces(each) for each in module.tree.ancestors(call))
    return None if is_replaced and not is_unsure else Severity.HINT


def _is_done(module: Module, call: ast.Call) -> bool:
    """Whether a future has ended before: `for future in as_completed(futures): ...`."""
    match call.func:
        case ast.Attribute(value=ast.Name() as owner, attr="result" | "exception"):
            binding = module.tree.binding(owner)
        case _:
            return False
    found = module.tree.reaching(binding, owner) if binding is not None else []
    return bool(found) and all(
        each.kind is Kind.ITERATE
        and isinstance(each.value, ast.Call)
        and word(each.value.func) == "as_completed"
        for each in found
    )


def _replaces(node: ast.AST) -> bool:
    """Whether an answer that comes too late is replaced: `except Empty: return last`."""
    if not isinstance(node, ast.Try):
        return False
    given = _targets(node)
    return any(_gives_other(handler.body[-1], given) for handler in node.handlers)


def _is_replaced_when_late(module: Module, call: ast.Call) -> bool:
    """Whether a handler of nothing but late answers gives another one, which holds something.

    One for all errors asks whether a tool is there at all, and so does one that gives nothing.
    """
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.Try(body=[*_], handlers=handlers) if any(map(_is_for_late, handlers)):
                given = _targets(parent)
                late = [each for each in handlers if _is_for_late(each)]
                return any(_gives_other(each.body[-1], given, holds=True) for each in late)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                return False
    return False


def _runs_given(module: Module, call: ast.Call) -> bool:
    """Whether a program is one that the caller gives, not one that the function looks for.

    `run(["bash", "-c", command])`, also through a variable.
    """
    parts = list(ast.walk(call.args[0])) if call.args else []
    names = [part for part in parts if isinstance(part, ast.Name)]
    for name in list(names):
        binding = module.tree.binding(name)
        values = [each.value for each in binding.definitions] if binding is not None else []
        names += [
            part
            for value in values
            if value is not None
            for part in ast.walk(value)
            if isinstance(part, ast.Name)
        ]
    return any(
        each.kind is Kind.PARAMETER
        for name in names
        if name.id not in ("self", "cls") and (binding := module.tree.binding(name)) is not None
        for each in binding.definitions
    )


def _is_for_late(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(each is not None and "Timeout" in word(each) for each in caught)


def _targets(node: ast.Try) -> set[str]:
    """The variables that the body of a `try` gives a value."""
    return {
        ast.unparse(target)
        for statement in node.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
    }


def _holds_something(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=constant):
            return isinstance(constant, str) and bool(constant)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            return bool(parts)
    return True


def _gives_other(last: ast.stmt, given: set[str], *, holds: bool = False) -> bool:
    """Whether a statement returns a value, or assigns another one to the same variable."""
    match last:
        case ast.Return(value=ast.expr() as value):
            return _holds_something(value) if holds else not isinstance(value, ast.Constant)
        case ast.Assign(targets=targets, value=value):
            is_same = any(ast.unparse(target) in given for target in targets)
            return is_same and (not holds or _holds_something(value))
    return False


def _only_says_more(module: Module, call: ast.Call) -> bool:
    """Whether a wait is a part of handling an error, which the function raises in any case."""
    return any(
        isinstance(parent, ast.ExceptHandler) and isinstance(parent.body[-1], ast.Raise)
        for parent in module.tree.ancestors(call)
    )


def _is_callers(module: Module, call: ast.Call) -> bool:
    """Whether the caller of a function chooses the limit, or there is none."""
    is_returned = isinstance(module.tree.statement(call), ast.Return)
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    names = [each for each in given if isinstance(each, ast.Name) and "timeout" in each.id]
    return any(
        definition.kind is Kind.PARAMETER
        and (is_returned or (definition.value is not None and is_none(definition.value)))
        for name in names
        if (binding := module.tree.binding(name)) is not None
        for definition in binding.definitions
    )


def _is_repeated(module: Module, call: ast.Call) -> bool:
    """Whether a loop waits again when the time is over: `while not event.wait(1)`, `continue`."""
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.While(test=test) if any(part is call for part in ast.walk(test)):
                return True
            case ast.While(test=ast.Compare(left=ast.Name(id=name), ops=[ast.Is()])):
                return _assigns(module.tree.statement(call), name)
            case ast.Try(handlers=[_, *_] as handlers) if module.in_loop(parent):
                last = [handler.body[-1] for handler in handlers]
                if any(isinstance(each, ast.Continue | ast.Pass) for each in last):
                    return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
    return False


def _assigns(statement: ast.stmt, name: str) -> bool:
    """Whether a statement gives a name its value: in `while x is None:`, the loop waits for it."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=target)]):
            return target == name
    return False


def _leads_to_error(module: Module, call: ast.Call) -> bool:
    """Whether the only thing that a wait decides is to fail: `if not event.wait(1): raise ...`."""
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.If(test=test, body=body):
                is_tested = any(part is call for part in ast.walk(test))
                return is_tested and all(_fails_or_shows(module, each) for each in body)
            case ast.stmt():
                return False
    return False


def _fails_or_shows(module: Module, node: ast.stmt) -> bool:
    match node:
        case ast.Raise():
            return True
        case ast.Expr(value=ast.Call() as call):
            return shows(module, call)
    return False


def _changes_nothing(module: Module, call: ast.Call, name: str) -> bool:
    """Whether a wait that takes too long changes no result.

    It raises an error that nothing around it catches, or it is in a function that ends a program.
    """
    function = module.tree.function(call)
    if isinstance(function, Function) and _ENDS.search(function.name):
        return True
    if name.rpartition(".")[2] not in _RAISING or module.in_step(call):
        return False
    return not any(map(_catches, module.tree.ancestors(call)))


def _is_long(call: ast.Call, name: str) -> bool:
    """Whether a limit is one of hours, which guards against a hang."""
    limit = _given(call, _CALLS.get(name, _METHODS.get(name.removeprefix("."))))
    return limit is not None and amount(limit) >= HOUR


def _is_asked_for(module: Module, call: ast.Call, name: str) -> bool:
    """Whether there is no limit unless somebody chooses one."""
    limit = _given(call, _CALLS.get(name, _METHODS.get(name.removeprefix("."))))
    return limit is not None and not has_number(module, limit) and is_asked_for(module, limit)


def _only_warns(module: Module, call: ast.Call, name: str) -> bool:
    """Whether a timer only shows a message: `Timer(5, lambda: log.warning("slow"))`."""
    if name != "threading.Timer" or len(call.args) < 2:
        return False
    match call.args[1]:
        case ast.Lambda(body=ast.Call() as shown):
            return shows(module, shown)
    return False


def _raises_again(node: ast.AST) -> bool:
    """Whether every handler of a `try` raises an error: `except TimeoutError: raise Late(...)`."""
    return isinstance(node, ast.Try) and bool(node.handlers) and not _catches(node)


def _catches(node: ast.AST) -> bool:
    match node:
        case ast.Try(handlers=[_, *_] as handlers):
            return not all(isinstance(handler.body[-1], ast.Raise) for handler in handlers)
        case ast.With(items=[item, *_]):
            return "suppress" in ast.unparse(item)
    return False


def _given(call: ast.Call, position: int | None) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg in ("timeout", "delay", "timeout_s", "timeout_ms"):
            return keyword.value
    if position is not None and len(call.args) > position:
        return call.args[position]
    return None


def _is_number(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)


def _gives_up(timeout: ast.expr | None) -> bool:
    if timeout is None:
        return False
    is_never = isinstance(timeout, ast.Constant) and timeout.value in (None, 0)
    return not is_never
