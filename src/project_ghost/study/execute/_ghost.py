"""Ghost itself as a simulator under study."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, final

import numpy as np

from project_ghost import __version__
from project_ghost.analysis.traces import AXES, Variable, VariableKind
from project_ghost.core.arguments import require_type
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.study.results._loop import LoopLatency
from project_ghost.study.results._trace import Trace

from ._signals import SignalTracer
from ._simulator import KIND, Facts, Settings

if TYPE_CHECKING:
    from project_ghost.runs import PreparedRun, Runnable, RunResult
    from project_ghost.scenario.assembly import Assembly

__all__ = ["GhostSimulator", "prepare", "simulator_of"]

_AUTO = "auto"
_SETTINGS = ("scenario", "graph", "position", "set", "execution", "duration_ns", "level")
_LEVEL = "host"
_ENDS = {
    "end_at_first_collision": "end.first_collision=true",
    "end_at_last_waypoint": "end.all_arrived=true",
}


def prepare(settings: Settings) -> "GhostSimulator":
    """Load a scenario, a schedule file or a graph.

    Settings: `scenario` (a name or a file) or `graph` (`package.module:function`, which returns a
    `Runnable`), `set` (as `ghost run --set`), `position` (the signals of x, y and z of a run
    without actors), `execution`, `level`. A run below the level is refused: it does not promise
    that repeats are the same, so a study of it would find nothing new.
    """
    for name in settings:
        if name not in (*_SETTINGS, *_ENDS):
            raise InputError(
                f"there is no setting {name!r}{did_you_mean(name, _SETTINGS)}",
                "settings",
                f"one of {', '.join(_SETTINGS)}",
                "set keys of the scenario by `set: [path=value]`",
            )
    duration_ns = settings.get("duration_ns")
    return simulator_of(
        _runnable(settings, duration_ns if isinstance(duration_ns, int) else None),
        position=_texts(settings, "position"),
        execution=str(settings.get("execution", _AUTO)),
        level=str(settings.get("level", _LEVEL)),
        duration_ns=duration_ns if isinstance(duration_ns, int) else None,
    )


def simulator_of(
    runnable: "Runnable",
    *,
    position: Sequence[str] = (),
    execution: str = _AUTO,
    level: str = _LEVEL,
    duration_ns: int | None = None,
) -> "GhostSimulator":
    """Anything that Ghost runs as a simulator under study, for a `prepare` of your own.

    The signals of a run without actors are sampled by a group that is added to its graph;
    `position` are those of x, y and z.
    """
    from project_ghost.runs import PreparedRun, Runnable, require_level

    require_type("runnable", runnable, Runnable, "project_ghost.study.simulator_of")
    tracer: Tracer = (
        SignalTracer(runnable, position) if runnable.scene is None else SceneTracer(runnable.scene)
    )
    first = "interpreted" if execution == _AUTO else execution
    prepared = PreparedRun(runnable, execution=first)
    require_level(prepared, level)
    return GhostSimulator(prepared, tracer, duration_ns, compiles_later=execution == _AUTO)


def _runnable(settings: Settings, duration_ns: int | None) -> "Runnable":
    from project_ghost.runs import ScheduleFile, load, runnable_of

    changes = [
        *_texts(settings, "set"),
        *(text for name, text in _ENDS.items() if settings.get(name)),
    ]
    if "graph" in settings:
        return _made(str(settings["graph"]), changes)
    source = str(settings["scenario"])
    file = load(source, changes)
    if isinstance(file, ScheduleFile) and duration_ns is not None:
        file = load(source, [*changes, f"duration={duration_ns} ns"])
    return runnable_of(file)


def _made(name: str, changes: Sequence[str]) -> "Runnable":
    """The runnable that a function of the user's returns."""
    from project_ghost.runs import Runnable

    expected = "package.module:function, which returns what `runs.graph_runnable` returns"
    if changes:
        raise InputError(
            f"{changes[0]} is set for a graph that is made in Python",
            "settings",
            "settings of a scenario or a schedule file",
            "give the function another graph to make",
        )
    module, _, function = name.partition(":")
    try:
        made = getattr(import_module(module), function)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise InputError(
            f"the graph {name!r} cannot be made: {type(error).__name__}: {error}",
            "settings",
            expected,
            "correct the name, or the function",
        ) from error
    if not isinstance(made, Runnable):
        raise InputError(f"{name} returned {made!r}", "settings", expected, "return a Runnable")
    return made


def _texts(settings: Settings, key: str) -> list[str]:
    given = settings.get(key, ())
    if isinstance(given, str) or not isinstance(given, Sequence):
        example = "[step=10ms]" if key == "set" else "[Car.x, Car.y]"
        raise InputError(f"{key} is {given!r}", "settings", f"a list like {example}")
    return [str(each) for each in given]


class Tracer(Protocol):
    """Runs a prepared run, and makes its trace."""

    def run(
        self, prepared: "PreparedRun", seed: int, duration_ns: int | None
    ) -> "tuple[RunResult, Trace]":
        """Run from the start."""
        ...

    def kinds(self) -> Mapping[str, str]:
        """The kinds of actors, by name."""
        ...


@final
class GhostSimulator:
    """Runs one prepared run again and again.

    With `compiles_later` the first run in a process is interpreted, which is quicker for a single
    run, and the others are compiled; so a study compares both executions.
    """

    def __init__(
        self,
        prepared: "PreparedRun",
        tracer: Tracer,
        duration_ns: int | None,
        *,
        compiles_later: bool,
    ) -> None:
        self._prepared = prepared
        self._tracer = tracer
        self._duration_ns = duration_ns
        # Compiling needs Numba.
        self._compiles_later = compiles_later and find_spec("numba") is not None
        self._execution = (
            "interpreted, from the second run on compiled"
            if self._compiles_later
            else str(prepared.engine.execution)
        )
        self._digest: str | None = None

    def run(self, seed: int, repeat: int) -> Trace:  # noqa: ARG002 - nothing may depend on it
        """Run from the start."""
        if self._compiles_later and self._digest is not None:
            self._compile()
        # ghost: allow[wall-clock] how long the loop takes is logged and is no part of the trace
        begun_s = perf_counter()
        result, trace = self._tracer.run(self._prepared, seed, self._duration_ns)
        # ghost: allow[wall-clock] as above
        took_s = perf_counter() - begun_s
        self._digest = result.digest
        steps = int(trace.times_ns.max(initial=0)) // self._prepared.runnable.step_ns
        loop = LoopLatency(steps, took_s / steps, None) if steps else None
        return replace(trace, loop=loop)

    def facts(self) -> Facts:
        """Version, settings and the digest of the whole state, which covers more than the trace."""
        runnable = self._prepared.runnable
        return {
            "execution": self._execution,
            "level": self._prepared.level,
            "scenario": runnable.name,
            "state_digest": self._digest,
            "step_ns": runnable.step_ns,
            "synchronous": True,
            "version": __version__,
            **{f"{KIND}{name}": kind for name, kind in self._tracer.kinds().items()},
        }

    def _compile(self) -> None:
        from project_ghost.runs import PreparedRun

        self._prepared = PreparedRun(self._prepared.runnable, execution="compiled")
        self._compiles_later = False


@final
class SceneTracer:
    """Traces the poses of a scenario's actors, as the run records them."""

    def __init__(self, scene: "Assembly") -> None:
        self._scene = scene

    def run(
        self, prepared: "PreparedRun", seed: int, duration_ns: int | None
    ) -> "tuple[RunResult, Trace]":
        """Run from the start."""
        result = prepared.run(seed, duration_ns=duration_ns, keep_positions=True)
        return result, self._trace(result)

    def kinds(self) -> dict[str, str]:
        """The kinds of the named actors."""
        return {name: actor.kind for name, actor in self._scene.spec.actors.items()}

    def _trace(self, result: "RunResult") -> Trace:
        assert result.positions is not None
        names = result.positions.actors
        stamps_ns, values = result.positions.stamps_ns, result.positions.values
        present = ~np.isnan(values[:, :, 0])
        sample, actor = np.nonzero(present)
        times_ns = stamps_ns[sample]
        rows = values[present]
        collided = np.zeros(len(times_ns), dtype=bool)
        for contact in result.contacts:
            # Poses may be sampled less often than contacts are found.
            later = int(np.searchsorted(stamps_ns, contact.stamp_sim_ns))
            if later < len(stamps_ns):
                touching = [names.index(n) for n in (contact.first, contact.second) if n in names]
                collided |= (sample == later) & np.isin(actor, touching)
        columns = {
            axis: Variable(np.ascontiguousarray(rows[:, i]), VariableKind.POSITION, "m")
            for i, axis in enumerate(AXES)
        }
        columns["yaw"] = Variable(np.ascontiguousarray(rows[:, 3]), VariableKind.ANGLE, "rad")
        return Trace(names, actor.astype(np.int64), times_ns, columns, collided)
