"""One tick of a recorded run, opened in the debugger inside one component."""

import copy
import functools
import os
import pdb
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, TextIO, final

import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent, Engine, Execution, Graph, Host

from ._reopened import Reopened, spelled
from ._replay import require_component

__all__ = ["debug"]

# The order in which a sample calls a component's functions.
_FUNCTIONS = ("output", "step", "update", "derivative")
_LATER = ("update", "derivative")


def debug(
    recording: Path | str,
    at: int | str,
    component: str,
    *,
    execution: Execution | str = Execution.AUTO,
    progress: Callable[[int | None], object] = lambda _: None,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> None:
    """Make a recorded run again up to a tick, and open that tick in the debugger.

    The debugger stops inside the component: first in its output, then in its update, each as
    the engine calls it. It is pdb, on `stdin` and `stdout` if these are given; else it is what
    PYTHONBREAKPOINT says. `progress` hears how far the way there is, and None at its end.
    """
    with Reopened(recording, execution=execution) as reopened:
        at_ns = reopened.moment_ns(at, end_ns=reopened.last_ns)
        graph = reopened.staged.assembly.graph
        require_component(graph, component)
        _require_due(reopened, component, at_ns)
        engine = _before(reopened, at_ns, progress)
        progress(None)
        opener = _Opener(component, graph.components[component], stdin, stdout)
        twin = Engine(
            _watched(graph, component, opener),
            engine.random.seed,
            execution=Execution.INTERPRETED,
        )
        twin.take_over(engine)
        try:
            opener.open_in(twin, at_ns)
        except _LeftError:
            opener.say("Left.")


def _require_due(reopened: Reopened, name: str, at_ns: int) -> None:
    """Refuse a tick in which the component does nothing, and say when it does something."""
    step_ns = reopened.step_ns
    pattern = reopened.staged.engine.plan.row(name).group.pattern
    tick = at_ns // step_ns
    first = reopened.begin_ns // step_ns + (reopened.staged.start is not None)
    if pattern.is_due(tick) and tick >= first:
        return
    count = pattern.count_before(tick)
    near = [pattern.step_of(k) for k in (count - 1, count, count + 1) if k >= 0]
    legal = [t for t in near if t >= first and t != tick and t * step_ns <= reopened.last_ns]
    raise InputError(
        f"{name} has no sample at {spelled(at_ns)}"
        if tick >= first
        else f"the recording begins at {spelled(at_ns)}, after the outputs of that tick",
        "--at",
        f"a time at which {name} is sampled",
        f"use {' or '.join(spelled(t * step_ns) for t in legal[:2]) or 'another component'}",
    )


def _before(reopened: Reopened, at_ns: int, progress: Callable[[int], object]) -> Engine:
    """The engine one tick before a moment, or where nothing has happened yet."""
    if at_ns == 0:
        reopened.staged.begin()
        return reopened.staged.engine
    return reopened.run_to(at_ns - reopened.step_ns, progress)


def _watched(graph: Graph, name: str, opener: "_Opener") -> Graph:
    """The graph, with one component whose calls go through the opener."""
    component = graph.components[name]
    watched = copy.copy(component)
    if isinstance(component, Host):
        # Of its class, because each run works with a copy of the object.
        cls = type(component)
        members: dict[str, Any] = {e: _method(cls, e, opener) for e in component.functions}
        members["__qualname__"] = cls.__qualname__
        watched.__class__ = type(cls.__name__, (cls,), members)
    else:
        for each in component.functions:
            call = functools.partial(opener.call, each, component.function(each))
            setattr(watched, each, call)
    twin = copy.copy(graph)
    twin.components = {**graph.components, name: watched}
    return twin


def _method(cls: type, function: str, opener: "_Opener") -> Callable[..., Any]:
    method: Callable[..., Any] = getattr(cls, function)

    @functools.wraps(method)
    def call(self: object, *arguments: Any) -> Any:  # noqa: ANN401 - the method's own
        return opener.call(function, functools.partial(method, self), *arguments)

    return call


class _LeftError(BaseException):
    """Whoever debugs has had enough; not an error of the component."""


@final
class _Opener:
    """Lets calls of a component go by until its turn has come, and opens these."""

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
        self._wanted: list[str] = []
        self._engine: Engine | None = None
        self._time_ns = 0

    def open_in(self, engine: Engine, at_ns: int) -> None:
        """Run the tick at this time, with its outputs and then with its updates."""
        self._engine, self._time_ns = engine, at_ns
        own = self._component.functions
        self._wanted = [each for each in _FUNCTIONS if each in own and each not in _LATER]
        engine.run(at_ns - engine.now_ns)
        self._wanted = [each for each in _LATER if each in own]
        if self._wanted and not engine.stopped:
            engine.run(engine.plan.step_ns)
        self.say(f"{self._name} is through with its sample at {spelled(at_ns)}.")

    def say(self, text: str) -> None:
        """Print where the debugger prints."""
        print(text, file=self._stdout or sys.stdout)

    def call(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:  # noqa: ANN401
        """Call a function of the component: in the debugger, if it is its turn."""
        if name not in self._wanted:
            return function(*arguments)
        self._wanted.remove(name)
        around = self._around(name)
        self.say(self._banner(name, around))
        hook = os.environ.get("PYTHONBREAKPOINT", "")
        if self._stdin is None and (
            hook not in ("", "pdb.set_trace") or sys.breakpointhook is not sys.__breakpointhook__
        ):
            return _opened_by_hook(function, arguments, **around)
        debugger = _Debugger(around, self._stdin, self._stdout)
        result = debugger.runcall(function, *arguments)
        if debugger.left:
            raise _LeftError
        return result

    def _around(self, function: str) -> dict[str, Any]:
        """What there is to look at beside the function's own arguments."""
        engine, component, name = self._engine, self._component, self._name
        assert engine is not None
        taken = component.functions[function]
        return {
            "inputs": {
                port: _plain(engine.reading(f"{name}.{port}"))
                for port in component.inputs()
                if port in taken
            },
            "state": {
                n: _plain(np.asarray(engine.state(f"{name}.{n}"))) for n in component.states()
            },
            "outputs": {
                port: _plain(engine.array(f"{name}.{port}"))
                for port in component.outputs()
                if function in _LATER
            },
            "parameters": dict(component.parameters),
            "tick": self._time_ns // engine.plan.step_ns,
            "time_ns": self._time_ns,
        }

    def _banner(self, function: str, around: dict[str, Any]) -> str:
        kind = type(self._component).__name__
        lines = [
            f"{self._name} ({kind}), {function}, at {spelled(self._time_ns)}, "
            f"tick {around['tick']:,}"
        ]
        for what in ("inputs", "state", "outputs"):
            for name, value in around[what].items():
                lines.append(f"  {what:<8}{name} = {_shown(value)}")
        lines.append(
            "Beside its own arguments there are inputs, state, outputs, parameters, tick, time_ns. "
            "c: go on, q: leave."
        )
        return "\n".join(lines)


@final
class _Debugger(pdb.Pdb):
    """pdb that knows what is around the component, and whether it was left."""

    def __init__(self, around: dict[str, Any], stdin: TextIO | None, stdout: TextIO | None) -> None:
        super().__init__(stdin=stdin, stdout=stdout, nosigint=True)
        self._around = around
        self._function: FrameType | None = None
        self.left = False

    def setup(self, f: FrameType | None, tb: TracebackType | None) -> None:
        """Put what is around among the names of the function where it stopped first."""
        super().setup(f, tb)
        self._function = self._function or f
        if self.curframe is self._function:
            names: Any = self.curframe_locals  # a plain dictionary, or what stands for one
            for name, value in self._around.items():
                names.setdefault(name, value)

    def do_quit(self, arg: str) -> bool | None:
        """Leave."""
        self.left = True
        return super().do_quit(arg)

    do_q = do_exit = do_quit

    def do_EOF(self, arg: str) -> bool | None:  # noqa: N802 - as pdb has it
        """Leave, at the end of what was typed."""
        self.left = True
        return super().do_EOF(arg)


def _opened_by_hook(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    inputs: dict[str, Any],  # noqa: ARG001 - to look at
    state: dict[str, Any],  # noqa: ARG001
    outputs: dict[str, Any],  # noqa: ARG001
    parameters: dict[str, Any],  # noqa: ARG001
    tick: int,  # noqa: ARG001
    time_ns: int,  # noqa: ARG001
) -> Any:  # noqa: ANN401 - the function's own
    """Where another debugger stops; a step leads into the component."""
    breakpoint()
    return function(*arguments)


def _plain(value: Any) -> Any:  # noqa: ANN401 - an array
    """A float for a number, else the array."""
    return float(value) if np.ndim(value) == 0 else value


def _shown(value: object) -> str:
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
