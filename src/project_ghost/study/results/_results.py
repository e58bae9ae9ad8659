"""The results of a study: study.json as values.

A study's folder:

    FOLDER/study.json                        these results
    FOLDER/study.yaml                        the study with all defaults filled in
    FOLDER/machine.json                      the host, its checks, and what was not run
    FOLDER/experiments/<id>/experiment.json  one experiment: its conditions, facts and stages
    FOLDER/experiments/<id>/repeats.jsonl    each finished repeat: its id, process, trace, facts
    FOLDER/experiments/<id>/traces/*.npz     each distinct trace once, named by its digest
    FOLDER/experiments/<id>/log.jsonl        utilisation and latency at fixed intervals
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import final

from project_ghost.analysis.variance import VarianceReport
from project_ghost.study.execute._simulator import Fact
from project_ghost.study.file._conditions import FACTORS, Conditions
from project_ghost.study.file._confidence import Confidence

from ._certainty import Certainty
from ._process_parts import ProcessParts

__all__ = [
    "BASELINE",
    "Cell",
    "Domain",
    "Effect",
    "FactorResult",
    "LevelResult",
    "NotRun",
    "ScenarioMaxima",
    "Screening",
    "SigmaOverTime",
    "Stage",
    "StopReason",
    "StudyResult",
    "Usage",
]

BASELINE = "baseline"
RESULTS_VERSION = 2


class StopReason(StrEnum):
    """Why an experiment has no more repeats."""

    TOLERANCE = "tolerance"  # sigma or a single repeat is beyond the tolerance
    BUDGET = "budget"  # more repeats would take longer than the study allows
    LAST_STAGE = "last stage"
    FAILURES = "failures"  # too many repeats failed
    INTERRUPT = "interrupt"
    NONE = ""  # it still runs, or was killed
    STABLE = "stable"  # of older versions: more repeats did not raise the maximum


class Effect(StrEnum):
    """What a factor does to the results."""

    NONE = "none"  # all repeats are the same, and the same as the baseline's
    SHIFT = "shift"  # repeats are the same within each level, but differ from the baseline's
    WITHIN_TOLERANCE = "within tolerance"  # repeats differ by no more than the tolerance
    BREAKS_TOLERANCE = "breaks tolerance"  # and the baseline does not
    BASELINE_BREAKS_TOLERANCE = "baseline breaks tolerance"


@final
@dataclass(frozen=True)
class Stage:
    """The maxima over the first `repeats` repeats, and how many of these differ.

    The last two are None for stages of older versions.
    """

    repeats: int
    max_sigma_m: float
    identical: bool
    max_deviation_m: float | None = None
    differing: int | None = None


@final
@dataclass(frozen=True)
class Usage:
    """How busy the machine was while an experiment ran; None where the system does not say.

    `reached_load_percent` was measured before the simulator started, with the background load
    alone. The other values cover the run: the CPU of the whole machine, and by how much a loop
    with a fixed period woke up late. `mean_loop_ms` and `max_loop_ms` are the simulator's own: the
    real time between its samples, or between its steps where only their number is known.
    """

    reached_load_percent: float | None
    mean_cpu_percent: float | None
    max_cpu_percent: float | None
    max_memory_percent: float | None
    mean_latency_ms: float | None
    max_latency_ms: float | None
    wall_s: float
    mean_gpu_percent: float | None = None
    mean_loop_ms: float | None = None
    max_loop_ms: float | None = None


@final
@dataclass(frozen=True)
class SigmaOverTime:
    """sigma_a(t) in metres, a list for each actor; None at times with fewer than two repeats."""

    times_ns: tuple[int, ...]
    by_actor: Mapping[str, tuple[float | None, ...]]


@final
@dataclass(frozen=True)
class Cell:
    """The results of one experiment: a scenario under one set of conditions.

    `factor` is the one that was varied from the baseline, `level` its value as a text; the
    baseline itself has the factor "baseline" and belongs to every factor. Several factors may
    differ from the baseline (nice at 75 % load); `conditions` has all of them.

    `shift_m` is the distance of the first repeat from the baseline's first one, `as_baseline`
    whether the two are the same bit for bit: a factor may change the result although all repeats
    under it are the same. Both are None for the baseline, and where it was not run.

    `restricted_max_sigma_m` and `restricted_max_deviation_m` exclude samples after a collision;
    they are None if the load is above the limit of the restricted maxima, or if no samples remain.

    `certainty` is what the repeats show about other runs. `processes` has the fresh and the reused
    repeats apart, where there are both.
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
    failed: tuple[str, ...]  # a line for each repeat that failed
    stages: tuple[Stage, ...]
    stopped_by: StopReason
    usage: Usage
    report: VarianceReport
    sigma: SigmaOverTime
    restricted_max_sigma_m: float | None
    restricted_max_deviation_m: float | None
    certainty: Certainty
    actors: Mapping[str, str] = field(default_factory=dict)  # with their kinds; "": unknown
    collision_between: tuple[str, ...] = ()  # the actors of the first collision, of repeat 1
    processes: ProcessParts | None = None
    as_baseline: bool | None = None
    shift_m: float | None = None

    @property
    def is_baseline(self) -> bool:
        """Whether other experiments are compared with this one."""
        return self.factor == BASELINE

    @property
    def is_broken_by_process(self) -> bool:
        """Whether the tolerance is broken, and only the kind of process is the cause."""
        return self.processes is not None and self.processes.keeping is not None

    def value(self, factor: str) -> str | int:
        """The value of a factor, by its name in study.yaml."""
        value: str | int = getattr(self.conditions, FACTORS[factor])
        return value


@final
@dataclass(frozen=True)
class NotRun:
    """An experiment or a check that was not run, and why."""

    name: str
    reason: str


@final
@dataclass(frozen=True)
class Screening:
    """A check of the machine: memory, ECC counters, GPU memory."""

    name: str
    passed: bool
    detail: str


@final
@dataclass(frozen=True)
class LevelResult:
    """One level of a factor: the largest values over its experiments in all scenarios."""

    level: str
    cells: tuple[str, ...]
    max_sigma_m: float
    max_deviation_m: float
    before_collision_m: float | None
    after_collision_m: float | None
    identical: bool
    permissible: bool
    permissible_before_collision: bool


@final
@dataclass(frozen=True)
class FactorResult:
    """A factor: its levels, the baseline's included, and its effect.

    `breaking_levels` are those at which a scenario breaks the tolerance and would not without
    this factor.
    """

    factor: str
    effect: Effect
    breaking_levels: tuple[str, ...]
    levels: tuple[LevelResult, ...]


@final
@dataclass(frozen=True)
class ScenarioMaxima:
    """The maxima of one scenario, or of all of them ("all"): unrestricted and restricted.

    `actors` and `collision` describe the scenario: its actors, and those in its first collision
    (empty without one), by their kinds where these are known.

    The restricted maximum excludes samples after a collision and experiments above the load
    limit; it is None if no samples remain.
    """

    scenario: str
    actors: tuple[str, ...]
    collision: tuple[str, ...]
    cells: int
    unrestricted_max_sigma_m: float
    unrestricted_max_deviation_m: float
    unrestricted_permissible: bool
    restricted_cells: int
    restricted_max_sigma_m: float | None
    restricted_max_deviation_m: float | None
    restricted_permissible: bool | None


@final
@dataclass(frozen=True)
class Domain:
    """The domain of permissible variance: the levels of each factor that keep the tolerance.

    A level is listed if all scenarios keep the tolerance at it: with all samples in `levels`,
    before a collision in `levels_before_collision`. `statement` is a summary in words.
    """

    levels: Mapping[str, tuple[str, ...]]
    levels_before_collision: Mapping[str, tuple[str, ...]]
    statement: str


@final
@dataclass(frozen=True)
class StudyResult:
    """All results of a study."""

    name: str
    description: str
    simulator: str
    seed: int
    tolerance_m: float
    confidence: Confidence
    budget_s: float | None
    restricted_load_percent: int
    baseline: Conditions
    cells: tuple[Cell, ...]
    not_run: tuple[NotRun, ...]
    screenings: tuple[Screening, ...]
    factors: tuple[FactorResult, ...]
    columns: tuple[ScenarioMaxima, ...]
    domain: Domain
    host: Mapping[str, object]
    complete: bool
    wall_s: float
    ghost: str
    remarks: tuple[str, ...] = ()  # what was not as expected: a collision, a busy machine
    version: int = field(default=RESULTS_VERSION)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios, in the order of the file."""
        return tuple(dict.fromkeys(cell.scenario for cell in self.cells))

    def cell(self, cell_id: str) -> Cell:
        """The results of an experiment, by its id."""
        return next(cell for cell in self.cells if cell.id == cell_id)

    def along(self, factor: str, scenario: str, **fixed: int | str) -> tuple[Cell, ...]:
        """The experiments of a scenario at all levels of one factor, the baseline included.

        All other factors have the baseline's values, or those of `fixed` (`load=75`).
        """
        names = [name for name in FACTORS if name != factor]
        wanted = {name: getattr(self.baseline, FACTORS[name]) for name in names} | fixed
        cells = [
            cell
            for cell in self.cells
            if cell.scenario == scenario
            and all(cell.value(name) == value for name, value in wanted.items())
        ]
        if all(isinstance(cell.value(factor), int) for cell in cells):
            cells.sort(key=lambda cell: cell.value(factor))
        return tuple(cells)
