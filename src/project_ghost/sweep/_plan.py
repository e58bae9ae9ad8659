"""The plan: every run of a sweep, with an id that covers all that determines its result."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.results import IDENTITY, Field, RunTable, arrow_table
from project_ghost.runs import settings_from

from ._scene import Scene, _at, scenes_of
from .file._sweep import Sweep
from .file._values import Value

__all__ = ["PLAN_FIELDS", "Plan", "PlannedRun", "plan_sweep"]

_RUNS_MAX = 20_000_000
# Values of one parameter that are tried on a scenario before the first run.
_CHECKED_MAX = 50
_ID_DIGITS = 32
# Columns of the plan from which a run is made again: its scene, and its parameters as JSON.
_FROM_WHICH = (Field("scene", "string"), Field("settings", "string"))
# Those that every plan has, beside its parameters.
PLAN_FIELDS = (*IDENTITY, *_FROM_WHICH)


class PlannedRun(NamedTuple):
    """One run: the number of its scene, its seed, and the number of its set of parameters."""

    id: str
    scene: int
    seed: int
    point: int


@final
@dataclass(frozen=True)
class Plan:
    """All runs of a sweep, in order: by scenario, planner and parameters, seeds innermost."""

    sweep: Sweep
    scenes: tuple[Scene, ...]
    points: tuple[Mapping[str, Value], ...]  # the parameters of runs
    runs: tuple[PlannedRun, ...]

    @cached_property
    def ids(self) -> list[str]:
        """The ids of all runs."""
        return [run.id for run in self.runs]

    @cached_property
    def digest(self) -> str:
        """The hash of all ids, in order."""
        return hashlib.sha256("\n".join(self.ids).encode()).hexdigest()

    @cached_property
    def table(self) -> RunTable:
        """The columns of runs.parquet."""
        from project_ghost.closed_loop.metrics import builtin_metrics

        names = list(self.points[0])
        fields = [Field(name, _type_of([p[name] for p in self.points])) for name in names]
        is_planned = any(scene.is_planned for scene in self.scenes)
        return RunTable(tuple(fields), tuple(builtin_metrics()) if is_planned else ())

    @cached_property
    def settings(self) -> list[tuple[str, ...]]:
        """The settings of each set of parameters, as in `--set`."""
        return [settings_from(point) for point in self.points]

    @cached_property
    def _cells(self) -> list[tuple[object, ...]]:
        """The cells of each set of parameters."""
        kinds = [field.type for field in self.table.parameters]
        return [
            tuple(_cell(value, kind) for value, kind in zip(point.values(), kinds, strict=True))
            for point in self.points
        ]

    def identity(self, run: PlannedRun) -> tuple[object, ...]:
        """The first cells of the run's row: id, scenario, planner, seed, parameters."""
        scene = self.scenes[run.scene]
        return (run.id, scene.scenario, scene.planner, run.seed, *self._cells[run.point])

    def arrow(self) -> Any:  # noqa: ANN401 - a pyarrow.Table
        """The plan as a table."""
        fields = (*IDENTITY, *self.table.parameters, *_FROM_WHICH)
        # As the file has them: a column holds 1 and 5.5 as 1.0 and 5.5.
        points = [json.dumps(point, ensure_ascii=False) for point in self.points]
        rows = [
            (*self.identity(run), self.scenes[run.scene].key, points[run.point])
            for run in self.runs
        ]
        return arrow_table(rows, fields)


@checked_arguments
def plan_sweep(sweep: Sweep) -> Plan:
    """Make the plan of a sweep. Mistakes in it are errors before the first run."""
    scenes = tuple(scenes_of(sweep))
    points = tuple(_points(sweep))
    count = len(scenes) * len(points) * len(sweep.seeds)
    if count > _RUNS_MAX:
        raise InputError(
            f"the sweep has {count:_} runs", sweep.source, f"at most {_RUNS_MAX:_}", "split it"
        )
    _check_parameters(sweep, scenes, points)
    runs = tuple(_runs(sweep, scenes, points))
    _require_each_once(sweep, scenes, points, runs)
    return Plan(sweep, scenes, points, runs)


def _points(sweep: Sweep) -> Iterator[Mapping[str, Value]]:
    """The sets of parameters: the grid, each point of it with each Latin hypercube sample."""
    samples = [{}] if sweep.hypercube is None else sweep.hypercube.points()
    for values in product(*sweep.parameters.values()):
        grid = dict(zip(sweep.parameters, values, strict=True))
        for sample in samples:
            yield {**grid, **sample}


def _runs(
    sweep: Sweep, scenes: tuple[Scene, ...], points: tuple[Mapping[str, Value], ...]
) -> Iterator[PlannedRun]:
    texts = [json.dumps(point, sort_keys=True, ensure_ascii=False) for point in points]
    for number, scene in enumerate(scenes):
        for place, text in enumerate(texts):
            beginning = hashlib.sha256(f"{scene.key}\n{text}\n".encode())
            for seed in sweep.seeds:
                whole = beginning.copy()
                whole.update(str(seed).encode())
                yield PlannedRun(whole.hexdigest()[:_ID_DIGITS], number, seed, place)


def _check_parameters(
    sweep: Sweep, scenes: tuple[Scene, ...], points: tuple[Mapping[str, Value], ...]
) -> None:
    """Try each value on each scenario, with the first values of the other parameters."""
    checked: set[tuple[str, str]] = set()
    for scene in scenes:
        for name in points[0]:
            values: dict[str, Value] = {}
            for point in points:
                values.setdefault(repr(point[name]), point[name])
                if len(values) >= _CHECKED_MAX or (scene.scenario, name) in checked:
                    break
            checked.add((scene.scenario, name))
            for value in values.values():
                with _at(sweep, f"parameters, {name}"):
                    scene.file(settings_from({**points[0], name: value}))


def _require_each_once(
    sweep: Sweep,
    scenes: tuple[Scene, ...],
    points: tuple[Mapping[str, Value], ...],
    runs: tuple[PlannedRun, ...],
) -> None:
    seen: set[str] = set()
    for run in runs:
        if run.id in seen:
            scene = scenes[run.scene]
            with_planner = f" with {scene.planner}" if scene.planner else ""
            raise InputError(
                f"the plan has the same run twice: {scene.scenario}{with_planner}, "
                f"seed {run.seed}, {json.dumps(points[run.point])}",
                sweep.source,
                "each run once",
                "remove a scenario, planner or value that is there twice",
            )
        seen.add(run.id)


def _type_of(values: list[Value]) -> str:
    """The type of a column that holds these values."""
    kinds = {type(value) for value in values}
    if kinds <= {bool}:
        return "bool"
    if kinds <= {int} and all(abs(int(value)) < 2**63 for value in values):  # type: ignore[arg-type]
        return "int64"
    return "float64" if kinds <= {int, float} else "string"


def _cell(value: Value, kind: str) -> object:
    if kind == "float64":
        return float(value)  # type: ignore[arg-type]
    return value if kind != "string" or isinstance(value, str) else json.dumps(value)
