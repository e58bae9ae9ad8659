"""The plan: every run of a sweep, with an id that covers all that determines its result."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.results import ID_BYTES, IDENTITY, Field, RunIds, RunTable, arrow_table
from project_ghost.runs import settings_from

from ._points import Points
from ._scene import Scene, _at, scenes_of
from .file._sweep import Sweep
from .file._values import Value

__all__ = ["PLAN_FIELDS", "Plan", "PlannedRun", "plan_sweep"]

_RUNS_MAX = 20_000_000
# Values of one parameter that are tried on a scenario before the first run.
_CHECKED_MAX = 50
# Rows of the plan that are made at once, and sets of parameters whose cells are kept.
_WINDOW = 1_024
_POINTS_KEPT = 256
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
    """All runs of a sweep, in order: by scenario, planner and parameters, seeds innermost.

    Only the ids of runs are kept. The rest of a run follows from its place.
    """

    sweep: Sweep
    scenes: tuple[Scene, ...]
    points: Points  # the parameters of runs
    ids: RunIds

    def __len__(self) -> int:
        return len(self.ids)

    def run(self, place: int) -> PlannedRun:
        """The run at a place of the plan."""
        rest, seed = divmod(place, len(self.sweep.seeds))
        scene, point = divmod(rest, len(self.points))
        return PlannedRun(self.ids[place], scene, self.sweep.seeds[seed], point)

    @property
    def runs(self) -> Iterator[PlannedRun]:
        """All runs."""
        return map(self.run, range(len(self)))

    @cached_property
    def table(self) -> RunTable:
        """The columns of runs.parquet."""
        from project_ghost.closed_loop.metrics import builtin_metrics

        points = self.points
        fields = [Field(name, _type_of(points.values(name))) for name in points.names]
        is_planned = any(scene.is_planned for scene in self.scenes)
        return RunTable(tuple(fields), tuple(builtin_metrics()) if is_planned else ())

    def settings(self, run: PlannedRun) -> tuple[str, ...]:
        """The settings of a run, as in `--set`."""
        return self._settings(run.point)

    def code(self, run: PlannedRun) -> str:
        """The machine code that a run needs, as a key."""
        code = self.scenes[run.scene].code
        if not self._choosing:
            return code
        point = self.points[run.point]
        return json.dumps([code, *(_without_numbers(point[name]) for name in self._choosing)])

    def identity(self, run: PlannedRun) -> tuple[object, ...]:
        """The first cells of the run's row: id, scenario, planner, seed, parameters."""
        scene = self.scenes[run.scene]
        return (run.id, scene.scenario, scene.planner, run.seed, *self._cells(run.point))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The columns of plan.parquet."""
        return (*IDENTITY, *self.table.parameters, *_FROM_WHICH)

    def windows(self) -> Iterator[Any]:
        """Yield the plan as tables of pyarrow, one window after the other."""
        for begin in range(0, len(self), _WINDOW):
            runs = map(self.run, range(begin, min(begin + _WINDOW, len(self))))
            rows = [
                (*self.identity(run), self.scenes[run.scene].key, self._text(run.point))
                for run in runs
            ]
            yield arrow_table(rows, self.fields)

    @cached_property
    def _choosing(self) -> tuple[str, ...]:
        """The parameters that may choose other classes: all that are not only numbers."""
        points = self.points
        return tuple(
            name
            for name in points.names
            if any(
                isinstance(value, bool) or not isinstance(value, (int, float))
                for value in points.values(name)
            )
        )

    # Neighbours of the plan have the same parameters.

    @cached_property
    def _settings(self) -> Callable[[int], tuple[str, ...]]:
        return lru_cache(_POINTS_KEPT)(lambda point: settings_from(self.points[point]))

    @cached_property
    def _cells(self) -> Callable[[int], tuple[object, ...]]:
        kinds = [field.type for field in self.table.parameters]

        def cells(point: int) -> tuple[object, ...]:
            values = self.points[point].values()
            return tuple(_cell(value, kind) for value, kind in zip(values, kinds, strict=True))

        return lru_cache(_POINTS_KEPT)(cells)

    @cached_property
    def _text(self) -> Callable[[int], str]:
        # As the file has them: a column holds 1 and 5.5 as 1.0 and 5.5.
        return lru_cache(_POINTS_KEPT)(
            lambda point: json.dumps(self.points[point], ensure_ascii=False)
        )


@checked_arguments
def plan_sweep(sweep: Sweep) -> Plan:
    """Make the plan of a sweep. Mistakes in it are errors before the first run."""
    scenes = tuple(scenes_of(sweep))
    points = Points(sweep)
    count = len(scenes) * len(points) * len(sweep.seeds)
    if count > _RUNS_MAX:
        raise InputError(
            f"the sweep has {count:_} runs", sweep.source, f"at most {_RUNS_MAX:_}", "split it"
        )
    _check_parameters(sweep, scenes, points)
    plan = Plan(sweep, scenes, points, _ids(sweep, scenes, points))
    _require_each_once(plan)
    return plan


def _ids(sweep: Sweep, scenes: tuple[Scene, ...], points: Points) -> RunIds:
    data = bytearray()
    for scene in scenes:
        for point in points:
            text = json.dumps(point, sort_keys=True, ensure_ascii=False)
            beginning = hashlib.sha256(f"{scene.key}\n{text}\n".encode())
            for seed in sweep.seeds:
                whole = beginning.copy()
                whole.update(str(seed).encode())
                data += whole.digest()[:ID_BYTES]
    return RunIds(data)


def _check_parameters(sweep: Sweep, scenes: tuple[Scene, ...], points: Points) -> None:
    """Try each value on each scenario, with the first values of the other parameters."""
    checked: set[tuple[str, str]] = set()
    for scene in scenes:
        for name in points.names:
            values: dict[str, Value] = {}
            for value in points.values(name):
                values.setdefault(repr(value), value)
                if len(values) >= _CHECKED_MAX or (scene.scenario, name) in checked:
                    break
            checked.add((scene.scenario, name))
            for value in values.values():
                with _at(sweep, f"parameters, {name}"):
                    scene.file(settings_from({**points[0], name: value}))


def _require_each_once(plan: Plan) -> None:
    again = plan.ids.repeated()
    if again is not None:
        run = plan.run(again)
        scene = plan.scenes[run.scene]
        with_planner = f" with {scene.planner}" if scene.planner else ""
        raise InputError(
            f"the plan has the same run twice: {scene.scenario}{with_planner}, "
            f"seed {run.seed}, {json.dumps(plan.points[run.point])}",
            plan.sweep.source,
            "each run once",
            "remove a scenario, planner or value that is there twice",
        )


def _without_numbers(value: Value) -> Value:
    """The value with 0 in place of all numbers, which choose no class."""
    if isinstance(value, dict):
        return {name: _without_numbers(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return tuple(map(_without_numbers, value))
    return value if value is None or isinstance(value, (str, bool)) else 0


def _type_of(values: Sequence[Value]) -> str:
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
