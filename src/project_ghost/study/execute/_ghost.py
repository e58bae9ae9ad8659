"""Ghost itself as a simulator under study."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, final

import numpy as np

from project_ghost import __version__
from project_ghost.analysis.traces import AXES, Variable, VariableKind
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.study.results._loop import LoopLatency
from project_ghost.study.results._trace import Trace

from ._simulator import KIND, Facts, Settings

if TYPE_CHECKING:
    from project_ghost.runs import PreparedRun, RunResult

__all__ = ["GhostSimulator", "prepare"]

_AUTO = "auto"
_SETTINGS = ("scenario", "set", "execution", "duration_ns", "level")
_LEVEL = "host"
_ENDS = {
    "end_at_first_collision": "end.first_collision=true",
    "end_at_last_waypoint": "end.all_arrived=true",
}


def prepare(settings: Settings) -> "GhostSimulator":
    """Load a scenario. Settings: `scenario`, `set` (as `ghost run --set`), `execution`, `level`.

    A run below the level is refused: it does not promise that repeats are the same, so a study
    of it would find nothing new.
    """
    from project_ghost.runs import prepare, require_level

    for name in settings:
        if name not in (*_SETTINGS, *_ENDS):
            raise InputError(
                f"there is no setting {name!r}{did_you_mean(name, _SETTINGS)}",
                "settings",
                f"one of {', '.join(_SETTINGS)}",
                "set keys of the scenario by `set: [path=value]`",
            )
    changes = settings.get("set", ())
    if isinstance(changes, str) or not isinstance(changes, Sequence):
        raise InputError(f"set is {changes!r}", "settings", "a list like [step=10ms]")
    execution = str(settings.get("execution", _AUTO))
    prepared = prepare(
        str(settings["scenario"]),
        [*map(str, changes), *(text for name, text in _ENDS.items() if settings.get(name))],
        execution="interpreted" if execution == _AUTO else execution,
    )
    require_level(prepared, str(settings.get("level", _LEVEL)))
    duration_ns = settings.get("duration_ns")
    return GhostSimulator(
        prepared,
        duration_ns if isinstance(duration_ns, int) else None,
        compiles_later=execution == _AUTO,
    )


@final
class GhostSimulator:
    """Runs one prepared scenario; the trace has the poses that the run records.

    With `compiles_later` the first run in a process is interpreted, which is quicker for a single
    run, and the others are compiled; so a study compares both executions.
    """

    def __init__(
        self, prepared: "PreparedRun", duration_ns: int | None, *, compiles_later: bool
    ) -> None:
        self._prepared = prepared
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
        """Run the scenario from the start."""
        if self._compiles_later and self._digest is not None:
            self._compile()
        # ghost: allow[wall-clock] how long the loop takes is logged and is no part of the trace
        begun_s = perf_counter()
        result = self._prepared.run(seed, duration_ns=self._duration_ns, keep_positions=True)
        # ghost: allow[wall-clock] as above
        took_s = perf_counter() - begun_s
        self._digest = result.digest
        trace = self._trace(result)
        steps = int(trace.times_ns.max(initial=0)) // self._prepared.assembly.spec.step
        loop = LoopLatency(steps, took_s / steps, None) if steps else None
        return replace(trace, loop=loop)

    def facts(self) -> Facts:
        """Version, settings and the digest of the whole state, which covers more than the trace."""
        spec = self._prepared.assembly.spec
        return {
            "execution": self._execution,
            "level": self._prepared.level,
            "scenario": spec.name,
            "state_digest": self._digest,
            "step_ns": spec.step,
            "synchronous": True,
            "version": __version__,
            **{f"{KIND}{name}": actor.kind for name, actor in spec.actors.items()},
        }

    def _compile(self) -> None:
        from project_ghost.runs import PreparedRun

        self._prepared = PreparedRun(self._prepared.runnable, execution="compiled")
        self._compiles_later = False

    def _trace(self, result: "RunResult") -> Trace:
        assert result.positions is not None
        stamps_ns, values = result.positions.stamps_ns, result.positions.values
        names = self._names()
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

    def _names(self) -> tuple[str, ...]:
        """Names of the scene's rows: actors by name, members of populations by table and row."""
        return tuple(
            table.names[i] if i < len(table.names) else f"{table.name}[{i}]"
            for table in self._prepared.assembly.tables
            for i, _ in enumerate(table.rows)
        )
