"""A made-up study with a folder on disk, for tests of results and of the page.

Two scenarios, one with a collision, under five loads, three nice values at two of them and
two kinds of process: identical below 50 % load, apart above it, and far apart after the
collision.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from project_ghost.study import (
    BASELINE,
    Cell,
    Conditions,
    Confidence,
    NotRun,
    ProcessMode,
    Screening,
    Stage,
    StopReason,
    StudyResult,
    Trace,
    TraceRecorder,
    Usage,
    write_study,
)
from project_ghost.study.results._certainty import certainty_of
from project_ghost.study.results._conclusions import (
    domain_of,
    factors_of,
    level_name,
    restricted,
    scenario_maxima,
)
from project_ghost.study.results._experiment_stats import experiment_stats, shift_of
from project_ghost.study.results._store import EXPERIMENTS, ExperimentStore

TOLERANCE_M = 0.01
RESTRICTED_LOAD = 75
REPEATS = 12
COLLISION_NS = 2_000_000_000
CONFIDENCE = Confidence(0.3, 0.95)  # which 9 repeats show
BASE = Conditions(process=ProcessMode.REUSED)


def write_made_up_study(folder: Path) -> StudyResult:
    """Write the folder, traces and all, and give its results."""
    cells: list[Cell] = []
    for scenario in ("cars", "cars-collide"):
        first = made_up_trace(scenario, 0, 0.0)
        for factor, conditions in planned():
            cells.append(_cell(folder, scenario, factor, conditions, first))
    factors = factors_of(cells, BASE)
    result = StudyResult(
        name="made-up",
        description="Nothing of this was measured.",
        simulator="made-up:prepare",
        seed=1,
        tolerance_m=TOLERANCE_M,
        confidence=CONFIDENCE,
        budget_s=None,
        restricted_load_percent=RESTRICTED_LOAD,
        baseline=BASE,
        cells=tuple(cells),
        not_run=(NotRun("gpu_load: 50", "there is no GPU"),),
        screenings=(Screening("ECC counters", passed=True, detail="0 corrected errors"),),
        factors=factors,
        columns=scenario_maxima(cells, TOLERANCE_M),
        domain=domain_of(factors, cells),
        host={"cpu": "made up", "cpus": 2},
        complete=True,
        wall_s=12.5,
        ghost="0.0.0",
    )
    write_study(result, folder)
    return result


def planned() -> list[tuple[str, Conditions]]:
    """Each experiment: the factor that is varied, and all conditions."""
    found = [(BASELINE, BASE)]
    found += [("load", replace(BASE, load_percent=load)) for load in (25, 50, 75, 95)]
    found += [
        ("nice", replace(BASE, nice=nice, load_percent=load))
        for load in (0, 75)
        for nice in (-20, 19)
    ]
    found.append(("process", replace(BASE, process=ProcessMode.FRESH)))
    return found


def made_up_trace(scenario: str, repeat: int, spread_m: float) -> Trace:
    """Two actors that pass or meet; each repeat drifts by a part of the spread."""
    recorder = TraceRecorder({"yaw": "rad"})
    drift = spread_m * ((repeat * 7) % REPEATS) / REPEATS
    collides = scenario == "cars-collide"
    for step in range(41):
        time_ns = step * 100_000_000
        seconds = time_ns / 1e9
        hit = collides and time_ns == COLLISION_NS
        after = 40.0 if collides and time_ns >= COLLISION_NS else 1.0
        for actor, x, y in (("car1", 5.0 * seconds, 0.0), ("car2", 20.0 - 5.0 * seconds, 3.0)):
            side = drift * after * seconds / 4.0
            recorder.add(actor, time_ns, x, y + side, 0.0, collision=hit, yaw=side / 10.0)
    return recorder.trace()


def _cell(folder: Path, scenario: str, factor: str, conditions: Conditions, first: Trace) -> Cell:
    spread_m = {0: 0.0, 25: 0.0, 50: 0.0004, 75: 0.002, 95: 0.05}[conditions.load_percent]
    level = "" if factor == BASELINE else level_name(factor, conditions, BASE)
    name = BASELINE if factor == BASELINE else f"{factor}-{level.replace(' ', '-')}"
    store = ExperimentStore(folder / EXPERIMENTS / f"{scenario}.{name}")
    store.write({"id": store.folder.name})
    for repeat in range(REPEATS):
        trace = made_up_trace(scenario, repeat, spread_m)
        facts: dict[str, str | int] = {"version": "1", "step_ns": 50_000_000}
        store.add(repeat + 1, "reused", trace.digest(), trace, facts, 0.5)
    distinct = store.distinct_traces()
    stats = experiment_stats(distinct, TOLERANCE_M)
    report = stats.report
    same, shift_m = shift_of(distinct.traces[0], first)
    fresh = REPEATS if conditions.process is ProcessMode.FRESH else 0
    return Cell(
        id=store.folder.name,
        scenario=scenario,
        with_collision=scenario == "cars-collide",
        factor=factor,
        level=level,
        conditions=conditions,
        facts=store.facts(),
        repeats=REPEATS,
        fresh=fresh,
        reused=REPEATS - fresh,
        distinct_traces=store.distinct,
        failed=(),
        stages=(Stage(REPEATS, report.max_sigma_m, report.identical),),
        stopped_by=StopReason.LAST_STAGE,
        usage=Usage(
            reached_load_percent=0.98 * conditions.load_percent,
            mean_cpu_percent=min(100.0, conditions.load_percent + 40.0),
            max_cpu_percent=100.0,
            max_memory_percent=21.0,
            mean_latency_ms=0.2,
            max_latency_ms=4.0,
            wall_s=6.0,
        ),
        report=report,
        sigma=stats.sigma,
        restricted_max_sigma_m=restricted(
            report.max_sigma_m,
            report.before_collision_m,
            collided=report.first_collision_ns is not None,
            within_load=conditions.load_percent <= RESTRICTED_LOAD,
        ),
        restricted_max_deviation_m=restricted(
            report.max_deviation_m,
            report.before_collision_deviation_m,
            collided=report.first_collision_ns is not None,
            within_load=conditions.load_percent <= RESTRICTED_LOAD,
        ),
        actors={"car1": "car", "car2": ""},
        collision_between=distinct.traces[0].first_touching,
        certainty=certainty_of(report.differing.count, REPEATS, CONFIDENCE, lambda n: 0.5 * n),
        as_baseline=None if factor == BASELINE else same,
        shift_m=None if factor == BASELINE else shift_m,
    )


def spread_over_load(result: StudyResult, scenario: str) -> list[float]:
    """The maxima along the load, for tests that look at a figure's numbers."""
    found = [cell.report.max_sigma_m for cell in result.along("load", scenario)]
    assert np.isfinite(found).all()
    return found
