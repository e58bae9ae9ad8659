"""What a study found: study.json as values, which the page draws.

A study's folder:

    FOLDER/study.json                        these results
    FOLDER/study.yaml                        the study as it was resolved
    FOLDER/machine.json                      the host, its screening, and what was not run
    FOLDER/experiments/<id>/experiment.json  one experiment: its conditions, facts and stages
    FOLDER/experiments/<id>/repeats.jsonl    each finished repeat: its id, process, trace, facts
    FOLDER/experiments/<id>/traces/*.npz     each distinct trace once, named after its digest
    FOLDER/experiments/<id>/log.jsonl        utilisation and latency at fixed intervals
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from project_ghost.analysis.variance import VarianceReport
from project_ghost.study.execute._simulator import Fact
from project_ghost.study.file._conditions import FACTORS, Conditions

__all__ = [
    "BASELINE",
    "Cell",
    "Columns",
    "Domain",
    "FactorResult",
    "LevelResult",
    "NotRun",
    "Screening",
    "SigmaOverTime",
    "Stage",
    "StudyResult",
    "Usage",
]

BASELINE = "baseline"
RESULTS_VERSION = 1


@final
@dataclass(frozen=True)
class Stage:
    """The maximum after so many repeats."""

    repeats: int
    max_sigma_m: float
    identical: bool


@final
@dataclass(frozen=True)
class Usage:
    """What the machine did while an experiment ran; None where the system does not tell.

    `reached_load_percent` was measured before the simulator started, with the background load
    alone; the others over the run: CPU of the whole machine, and how late a loop that wants
    to wake at fixed intervals woke up.
    """

    reached_load_percent: float | None
    mean_cpu_percent: float | None
    max_cpu_percent: float | None
    max_memory_percent: float | None
    mean_latency_ms: float | None
    max_latency_ms: float | None
    wall_s: float
    mean_gpu_percent: float | None = None


@final
@dataclass(frozen=True)
class SigmaOverTime:
    """sigma_a(t) in metres: a list for each actor, None where fewer than two repeats are."""

    times_ns: tuple[int, ...]
    by_actor: Mapping[str, tuple[float | None, ...]]


@final
@dataclass(frozen=True)
class Cell:
    """One experiment: a scenario under one set of conditions.

    `factor` is the one that was varied from the baseline, `level` its value as a text; the
    baseline itself has the factor "baseline" and belongs to every factor. Several factors may
    differ from the baseline (nice at 75 % load); `conditions` has all of them.

    `shift_m` is how far the first repeat is from the baseline's first one, `as_baseline`
    whether they are the same bit for bit: a factor may change the result and still let all
    repeats be the same. Both are None where there is nothing to compare.

    `restricted_max_sigma_m` leaves out what comes after a collision; it is None where the
    load is above the limit of the restricted columns, or nothing is left.
    """

    id: str
    scenario: str
    with_collision: bool
    factor: str
    level: str
    conditions: Conditions
    facts: Mapping[str, Fact]
    repeats: int
    fresh: int
    reused: int
    distinct_traces: int
    failed: tuple[str, ...]  # what went wrong, one line for each repeat that has no trace
    stages: tuple[Stage, ...]
    stopped_by: str  # "stable", "tolerance", "last stage", "failures", "interrupt" or "" (killed)
    usage: Usage
    report: VarianceReport
    sigma: SigmaOverTime
    restricted_max_sigma_m: float | None
    as_baseline: bool | None = None
    shift_m: float | None = None

    @property
    def is_baseline(self) -> bool:
        """Whether this is what the others are compared with."""
        return self.factor == BASELINE

    def value(self, factor: str) -> str | int:
        """The value of a factor, by its name in study.yaml."""
        found: str | int = getattr(self.conditions, FACTORS[factor])
        return found


@final
@dataclass(frozen=True)
class NotRun:
    """An experiment, a level or a check that was left out, by name, and why."""

    name: str
    reason: str


@final
@dataclass(frozen=True)
class Screening:
    """A check of the machine before the runs: memory, ECC counters, GPU memory."""

    name: str
    passed: bool
    detail: str


@final
@dataclass(frozen=True)
class LevelResult:
    """One level of a factor, over all scenarios: the largest values of its cells."""

    level: str
    cells: tuple[str, ...]
    max_sigma_m: float
    before_collision_m: float | None
    after_collision_m: float | None
    identical: bool
    permissible: bool
    permissible_before_collision: bool


@final
@dataclass(frozen=True)
class FactorResult:
    """A factor: its levels, the baseline's among them, and what it does.

    `effect` is "none" (all repeats the same, and as the baseline's), "shift" (repeats the
    same within each level, but not as the baseline's), "within tolerance", "breaks tolerance"
    (a scenario does at some level, and does not without this factor: `breaking_levels`) or
    "baseline breaks tolerance".
    """

    factor: str
    effect: str
    breaking_levels: tuple[str, ...]
    levels: tuple[LevelResult, ...]


@final
@dataclass(frozen=True)
class Columns:
    """The maxima of one scenario, or of all ("all"): over every cell, and restricted.

    Restricted: without data after a collision and without experiments above the load limit.
    None where nothing is left.
    """

    scenario: str
    cells: int
    unrestricted_max_sigma_m: float
    unrestricted_permissible: bool
    restricted_cells: int
    restricted_max_sigma_m: float | None
    restricted_permissible: bool | None


@final
@dataclass(frozen=True)
class Domain:
    """The domain of permissible variance: where the tolerance was kept.

    Levels of each factor at which all scenarios kept it, with all data and with the data
    before a collision only. `statement` says it in a sentence.
    """

    levels: Mapping[str, tuple[str, ...]]
    levels_before_collision: Mapping[str, tuple[str, ...]]
    statement: str


@final
@dataclass(frozen=True)
class StudyResult:
    """All that a study found."""

    name: str
    description: str
    simulator: str
    seed: int
    tolerance_m: float
    restricted_load_percent: int
    baseline: Conditions
    cells: tuple[Cell, ...]
    not_run: tuple[NotRun, ...]
    screenings: tuple[Screening, ...]
    factors: tuple[FactorResult, ...]
    columns: tuple[Columns, ...]
    domain: Domain
    host: Mapping[str, object]
    complete: bool
    wall_s: float
    ghost: str
    remarks: tuple[str, ...] = ()  # what is not as it was expected: a collision, a noisy machine
    version: int = field(default=RESULTS_VERSION)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios, in the order of the file."""
        return tuple(dict.fromkeys(cell.scenario for cell in self.cells))

    def cell(self, cell_id: str) -> Cell:
        """A cell by its id."""
        return next(cell for cell in self.cells if cell.id == cell_id)

    def along(self, factor: str, scenario: str, **fixed: int | str) -> tuple[Cell, ...]:
        """The cells of a scenario along one factor, the baseline among them, by its levels.

        All other factors are as in the baseline, or as `fixed` says (`load=75`).
        """
        names = [name for name in FACTORS if name != factor]
        wanted = {name: getattr(self.baseline, FACTORS[name]) for name in names} | fixed
        found = [
            cell
            for cell in self.cells
            if cell.scenario == scenario
            and all(cell.value(name) == value for name, value in wanted.items())
        ]
        if all(isinstance(cell.value(factor), int) for cell in found):
            found.sort(key=lambda cell: cell.value(factor))
        return tuple(found)
