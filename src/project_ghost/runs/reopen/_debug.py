"""Open one tick of a recorded run in the debugger, inside one component."""

import copy
import functools
import os
import pdb
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, TextIO, final

import numpy as np

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent, Engine, Execution, Graph, Host, Port
from project_ghost.runs.runnable._replacement import Replacement
from project_ghost.runs.runnable._runnable import Runnable

from ._reopened import ReopenedRun
from ._replay import require_component

__all__ = ["debug"]

# The order in which the engine calls a component's functions in a sample.
_FUNCTIONS = ("output", "step", "update", "derivative")
_LATER = ("update", "derivative")
# The end of the names of planners' ports.
_PLANNER = "/planner"


@checked_arguments
def debug(
    recording: Path | str,
    at: int | str,
    component: str,
    *,
    components: Mapping[str, Replacement] | None = None,
    runnable: Runnable | None = None,
    execution: Execution | str = Execution.AUTO,
    trust: bool = False,
    progress: Callable[[int | None], object] = lambda _: None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> None:
    """Rerun a recording up to a tick, and open that tick in the debugger.

    The debugger stops inside the component, first in its output, then in its update, as the engine
    calls them. With `stdin` and `stdout` it is pdb; otherwise the debugger that PYTHONBREAKPOINT
    names. `progress` is called with the time reached, and with None at the end. The port of a
    planner opens the planner; other components are opened with the recorded plans.
    """
    with ReopenedRun(
        recording,
        components=components,
        runnable=runnable,
        execution=execution,
        trust=trust,
        with_plans=not component.endswith(_PLANNER),
    ) as reopened:
        at_ns = reopened.moment_ns(at, end_ns=reopened.last_ns)
        graph = reopened.prepared.runnable.graph
        require_component(graph, component)
        _require_due(reopened, component, at_ns)
        engine = _engine_before(reopened, at_ns, progress)
        progress(None)
        calls = DebuggedCalls(component, graph.components[component], stdin, stdout)
        twin = Engine(
            instrumented_graph(graph, component, calls),
            engine.random.seed,
            execution=Execution.INTERPRETED,
        )
        twin.take_over(engine)
        _attach_planners(reopened, twin, component, calls)
        try:
            calls.run_tick(twin, at_ns)
        except QuitDebugger:
            calls.print("Left.")


def _attach_planners(
    reopened: ReopenedRun, engine: Engine, name: str, calls: "DebuggedCalls"
) -> None:
    """Let the planners of the rerun go on with another engine, the debugged one in the debugger."""
    planners = reopened.prepared.planners
    planners.attach(engine)
    for session in planners.sessions.values():
        if session.seat.planned.port == name:
            planner: Any = session.planner
            planner.compute_planner_trajectory = functools.partial(
                calls.call, "output", planner.compute_planner_trajectory
            )


def _require_due(reopened: ReopenedRun, name: str, at_ns: int) -> None:
    """Refuse a tick without a sample of the component, and name the nearest ticks with one."""
    step_ns = reopened.step_ns
    pattern = reopened.prepared.engine.plan.row(name).group.pattern
    tick = at_ns // step_ns
    first = reopened.begin_ns // step_ns + (reopened.prepared.start is not None)
    if pattern.is_due(tick) and tick >= first:
        return
    count = pattern.count_before(tick)
    near = [pattern.step_of(k) for k in (count - 1, count, count + 1) if k >= 0]
    legal = [t for t in near if t >= first and t != tick and t * step_ns <= reopened.last_ns]
    raise InputError(
        f"{name} has no sample at {seconds_text(at_ns)}"
        if tick >= first
        else f"the recording begins at {seconds_text(at_ns)}, after the outputs of that tick",
        "--at",
        f"a time at which {name} is sampled",
        f"use {' or '.join(seconds_text(t * step_ns) for t in legal[:2]) or 'another component'}",
    )


def _engine_before(reopened: ReopenedRun, at_ns: int, progress: Callable[[int], object]) -> Engine:
    """Return the engine one tick before a moment, or at the start of the run."""
    if at_ns == 0:
        reopened.prepared.reset()
        return reopened.prepared.engine
    return reopened.run_to(at_ns - reopened.step_ns, progress)


def instrumented_graph(graph: Graph, name: str, calls: "DebuggedCalls") -> Graph:
    """Return a copy of the graph in which one component's calls go through `calls`."""
    component = graph.components[name]
    wrapped = copy.copy(component)
    if isinstance(component, Host):
        # Wrap the class, because each run works with a copy of the object.
        cls = type(component)
        members: dict[str, Any] = {e: _wrapped_method(cls, e, calls) for e in component.functions}
        members["__qualname__"] = cls.__qualname__
        wrapped.__class__ = type(cls.__name__, (cls,), members)
    else:
        for each in component.functions:
            call = functools.partial(calls.call, each, component.function(each))
            setattr(wrapped, each, call)
    twin = copy.copy(graph)
    twin.components = {**graph.components, name: wrapped}
    return twin


def _wrapped_method(cls: type, function: str, calls: "DebuggedCalls") -> Callable[..., Any]:
    method: Callable[..., Any] = getattr(cls, function)

    @functools.wraps(method)
    def call(self: object, *arguments: Any) -> Any:  # noqa: ANN401 - the method's own
        return calls.call(function, functools.partial(method, self), *arguments)

    return call


class QuitDebugger(KeyboardInterrupt):
    """Raised when the user quits the debugger; as Ctrl-C it ends more than a planner's run."""


@final
class DebuggedCalls:
    """The calls of one component; those of one tick are opened in the debugger."""

    def __init__(
        self,
        name: str,
        component: AbstractComponent,
        stdin: TextIO | None,
        stdout: TextIO | None,
    ) -> None:
        self._name = name
        self._component = component
        self._stdin, self._stdout = stdin, stdout
        self._pending: list[str] = []
        self._engine: Engine | None = None
        self._time_ns = 0

    def run_tick(self, engine: Engine, at_ns: int) -> None:
        """Run the tick at a time: first its outputs, then its updates."""
        self._engine, self._time_ns = engine, at_ns
        own = _functions_of(self._component)
        self._pending = [each for each in _FUNCTIONS if each in own and each not in _LATER]
        engine.run(at_ns - engine.now_ns)
        self._pending = [each for each in _LATER if each in own]
        if self._pending and not engine.stopped:
            engine.run(engine.plan.step_ns)
        self.print(f"{self._name} has finished its sample at {seconds_text(at_ns)}.")

    def print(self, text: str) -> None:
        """Print to the debugger's output."""
        print(text, file=self._stdout or sys.stdout)

    def call(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:  # noqa: ANN401
        """Call a function of the component, in the debugger if it belongs to the tick."""
        if name not in self._pending:
            return function(*arguments)
        self._pending.remove(name)
        assert self._engine is not None
        with self._engine.inspection():
            context = self._context(name)
        self.print(self._banner(name, context))
        hook = os.environ.get("PYTHONBREAKPOINT", "")
        if self._stdin is None and (
            hook not in ("", "pdb.set_trace") or sys.breakpointhook is not sys.__breakpointhook__
        ):
            return _call_with_breakpoint(function, arguments, **context)
        debugger = _Debugger(context, self._stdin, self._stdout)
        result = debugger.runcall(function, *arguments)
        if debugger.has_quit:
            raise QuitDebugger
        return result

    def _context(self, function: str) -> dict[str, Any]:
        """Return the values to inspect besides the function's arguments."""
        engine, component, name = self._engine, self._component, self._name
        assert engine is not None
        taken = _functions_of(component)[function]
        return {
            "inputs": {
                port: _unwrapped(engine.input_value(f"{name}.{port}"))
                for port in component.inputs()
                if port in taken
            },
            "state": {
                n: _unwrapped(np.asarray(engine.state(f"{name}.{n}"))) for n in component.states()
            },
            "outputs": {
                port: _unwrapped(engine.array(f"{name}.{port}"))
                for port in component.outputs()
                if function in _LATER
            },
            "parameters": dict(component.parameters),
            "tick": self._time_ns // engine.plan.step_ns,
            "time_ns": self._time_ns,
        }

    def _banner(self, function: str, context: dict[str, Any]) -> str:
        kind = type(self._component).__name__
        lines = [
            f"{self._name} ({kind}), {function}, at {seconds_text(self._time_ns)}, "
            f"tick {context['tick']:,}"
        ]
        for group in ("inputs", "state", "outputs"):
            for name, value in context[group].items():
                lines.append(f"  {group:<8}{name} = {_value_text(value)}")
        lines.append(
            "Besides its arguments: inputs, state, outputs, parameters, tick, time_ns. "
            "c: continue, q: quit."
        )
        return "\n".join(lines)


@final
class _Debugger(pdb.Pdb):
    """pdb with the component's context among the names, and a note whether the user quit."""

    def __init__(
        self, context: dict[str, Any], stdin: TextIO | None, stdout: TextIO | None
    ) -> None:
        super().__init__(stdin=stdin, stdout=stdout, nosigint=True)
        self._context = context
        self._function: FrameType | None = None
        self.has_quit = False

    def setup(self, f: FrameType | None, tb: TracebackType | None) -> None:
        """Add the context to the names of the component's function."""
        super().setup(f, tb)
        self._function = self._function or f
        if self.curframe is self._function:
            names: Any = self.curframe_locals  # a dictionary or a proxy of one
            for name, value in self._context.items():
                names.setdefault(name, value)

    def do_quit(self, arg: str) -> bool | None:
        """Quit."""
        self.has_quit = True
        return super().do_quit(arg)

    do_q = do_exit = do_quit

    def do_EOF(self, arg: str) -> bool | None:  # noqa: N802 - pdb's name
        """Quit at the end of the input."""
        self.has_quit = True
        return super().do_EOF(arg)


def _call_with_breakpoint(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    inputs: dict[str, Any],  # noqa: ARG001 - for inspection
    state: dict[str, Any],  # noqa: ARG001
    outputs: dict[str, Any],  # noqa: ARG001
    parameters: dict[str, Any],  # noqa: ARG001
    tick: int,  # noqa: ARG001
    time_ns: int,  # noqa: ARG001
) -> Any:  # noqa: ANN401 - the function's result
    """Call a function after stopping in another debugger; one step leads into the component."""
    breakpoint()
    return function(*arguments)


def _functions_of(component: AbstractComponent) -> Mapping[str, Any]:
    """The functions of a component by name, with what they take; of a port, what answers it."""
    if isinstance(component, Port):
        return {"output": tuple(component.inputs())}
    return component.functions


def _unwrapped(value: Any) -> Any:  # noqa: ANN401 - an array
    """Return a scalar as a float, an array unchanged."""
    return float(value) if np.ndim(value) == 0 else value


def _value_text(value: object) -> str:
    if not isinstance(value, np.ndarray):
        return repr(value)
    text = np.array2string(
        value,
        threshold=24,
        edgeitems=2,
        separator=", ",
        formatter={"float_kind": lambda x: repr(float(x))},
    )
    return " ".join(text.split())
