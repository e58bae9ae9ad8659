"""Stage 5 of a study: compute the results from the files in its folder."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from project_ghost import __version__
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError
from project_ghost.study.file._file import Study, load_study
from project_ghost.study.file._plan import Experiment, planned_experiments
from project_ghost.study.file._resolved import STUDY_YAML
from project_ghost.study.machine._usage import usage_of

from ._certainty import certainty_of
from ._conclusions import domain_of, factors_of, restricted, scenario_maxima
from ._documents import MachineDocument, read_document
from ._experiment_stats import experiment_stats, shift_of
from ._json import write_study
from ._loop import mean_and_max_ms
from ._process_split import judged_by_other_experiments, process_parts
from ._results import BASELINE, Cell, NotRun, StudyResult, Usage
from ._setting_checks import CheckedSettings, check_settings, settings_checks
from ._store import EXPERIMENTS, DistinctTraces, ExperimentStore
from ._trace import Trace

__all__ = ["MACHINE_JSON", "analyze_study", "is_study_folder"]

MACHINE_JSON = "machine.json"
# A load that misses its target by more than this is remarked on.
_LOAD_ERROR_PERCENT = 15.0
_REAL_TIME_ERROR = 0.02
_NS_PER_MS = 1_000_000


def is_study_folder(folder: Path) -> bool:
    """Whether `ghost study run` wrote this folder."""
    return (folder / STUDY_YAML).is_file()


@checked_arguments
def analyze_study(folder: Path | str, tolerance_m: float | None = None) -> StudyResult:
    """Analyze the repeats in a study's folder, finished or not, and write its study.json.

    `tolerance_m` replaces the tolerance of the study's file.
    """
    folder = Path(folder)
    if not is_study_folder(folder):
        raise InputError(
            f"there is no {STUDY_YAML} in it",
            str(folder),
            "the folder of a study",
            "make one with `ghost study run FILE`, or name single logs, such as FOLDER/*.txt",
        )
    study = load_study(folder / STUDY_YAML)
    study = study if tolerance_m is None else replace(study, tolerance_m=tolerance_m)
    machine = read_document(folder / MACHINE_JSON, MachineDocument)
    stores = {
        each.id: ExperimentStore(folder / EXPERIMENTS / each.id)
        for each in planned_experiments(study)
    }
    not_run = list(machine.not_run)
    baselines: dict[str, Trace] = {}
    cells: list[Cell] = []
    checked: list[CheckedSettings] = []
    for experiment in planned_experiments(study):
        store = stores[experiment.id]
        if not store.records:
            failed = store.document().failed
            if failed:
                not_run.append(NotRun(experiment.id, failed[0]))
            continue
        distinct = store.distinct_traces()
        first = distinct.traces[0]
        base = baselines.get(experiment.scenario.name)
        cell = _cell(experiment, study, store, distinct, base)
        checked.append(check_settings(experiment.id, cell.facts, distinct.traces))
        if cell.is_baseline:
            baselines[experiment.scenario.name] = first
        cells.append(cell)
    cells = judged_by_other_experiments(cells)
    factors = factors_of(cells, study.baseline)
    settings_screened, settings_not_run = settings_checks(checked)
    result = StudyResult(
        name=study.name,
        description=study.description,
        simulator=study.simulator if not study.is_command else "command",
        seed=study.seed,
        tolerance_m=study.tolerance_m,
        confidence=study.confidence,
        budget_s=None if study.budget_ns is None else study.budget_ns / NS_PER_S,
        restricted_load_percent=study.restricted_load_percent,
        baseline=study.baseline,
        cells=tuple(cells),
        not_run=(*not_run, *settings_not_run),
        screenings=(*settings_screened, *machine.screenings),
        factors=factors,
        columns=scenario_maxima(cells, study.tolerance_m) if cells else (),
        domain=domain_of(factors, cells),
        host=machine.host,
        complete=machine.finished and _all_finished(stores, machine),
        wall_s=round(sum(cell.usage.wall_s for cell in cells), 3),
        ghost=__version__,
        remarks=tuple(_remarks(study, cells, stores)),
    )
    write_study(result, folder)
    return result


def _all_finished(stores: Mapping[str, ExperimentStore], machine: MachineDocument) -> bool:
    return all(stores[name].document().finished for name in machine.plan if name in stores)


def _cell(
    experiment: Experiment,
    study: Study,
    store: ExperimentStore,
    distinct: DistinctTraces,
    baseline: Trace | None,
) -> Cell:
    document = store.document()
    stats = experiment_stats(distinct, study.tolerance_m)
    report = stats.report
    first = distinct.traces[0]
    same, shift_m = (None, None) if baseline is None else shift_of(first, baseline)
    processes = [record.process for record in store.in_order()]
    loops = [record.loop for record in store.records.values() if record.loop is not None]
    mean_loop_ms, max_loop_ms = mean_and_max_ms(loops)
    usage = replace(usage_of(store.log_path), mean_loop_ms=mean_loop_ms, max_loop_ms=max_loop_ms)
    named = {name: kind for name, kind in experiment.scenario.kinds.items() if kind}
    kinds = store.kinds() | named
    collided = report.first_collision_ns is not None
    within_load = experiment.conditions.load_percent <= study.restricted_load_percent
    return Cell(
        id=experiment.id,
        scenario=experiment.scenario.name,
        with_collision=collided,
        factor=experiment.factor,
        level=experiment.level,
        conditions=experiment.conditions,
        facts=store.facts(),
        repeats=len(store.records),
        fresh=processes.count("fresh"),
        reused=processes.count("reused"),
        distinct_traces=store.distinct,
        failed=document.failed,
        stages=document.stages,
        stopped_by=document.stopped_by,
        usage=usage,
        report=replace(report, source=experiment.id),
        sigma=stats.sigma,
        restricted_max_sigma_m=restricted(
            report.max_sigma_m,
            report.before_collision_m,
            collided=collided,
            within_load=within_load,
        ),
        restricted_max_deviation_m=restricted(
            report.max_deviation_m,
            report.before_collision_deviation_m,
            collided=collided,
            within_load=within_load,
        ),
        certainty=certainty_of(
            report.differing.count,
            report.repeats,
            study.confidence,
            lambda more: _seconds_for(more, experiment, study, store, usage),
        ),
        actors={actor.actor: kinds.get(actor.actor, "") for actor in report.by_actor},
        collision_between=first.first_touching,
        processes=process_parts(
            distinct, store.in_order(), study.tolerance_m, permissible=report.permissible
        ),
        as_baseline=None if experiment.factor == BASELINE else same,
        shift_m=None if experiment.factor == BASELINE else shift_m,
    )


def _seconds_for(
    more: int, experiment: Experiment, study: Study, store: ExperimentStore, usage: Usage
) -> float | None:
    """What so many more repeats take: fresh ones with their processes, reused ones without."""
    begun = len(store.records)
    fresh = sum(experiment.is_fresh(begun + i, study) for i in range(1, more + 1))
    walls_s = [record.wall_s for record in store.records.values()]
    reused = [record.wall_s for record in store.records.values() if record.process == "reused"]
    # Not the mean: the first run of a process may compile.
    reused_s = median(reused or walls_s) / experiment.conditions.instances
    first = [record for record in store.records.values() if record.process == "fresh"]
    spent_s = usage.wall_s - sum(reused) / experiment.conditions.instances
    if not fresh:
        return more * reused_s
    if not first or spent_s <= 0.0:
        return None
    return fresh * spent_s / len(first) + (more - fresh) * reused_s


def _is_at_real_time(cell: Cell) -> bool:
    """Whether the loop takes as long as it simulates: its steps may follow the wall clock."""
    times_ns, mean_ms = cell.sigma.times_ns, cell.usage.mean_loop_ms
    if mean_ms is None or cell.usage.max_loop_ms is None or len(times_ns) < 2:
        return False
    simulated_ms = (times_ns[-1] - times_ns[0]) / (len(times_ns) - 1) / _NS_PER_MS
    return abs(mean_ms / simulated_ms - 1.0) < _REAL_TIME_ERROR


def _remarks(
    study: Study, cells: Sequence[Cell], stores: Mapping[str, ExperimentStore]
) -> Iterator[str]:
    expected = {scenario.name: scenario.collision for scenario in study.scenarios}
    for cell in cells:
        collision = expected[cell.scenario]
        if collision is not None and collision != cell.with_collision:
            happened = "there is a collision" if cell.with_collision else "there is no collision"
            yield f"{cell.id}: {happened}, unlike the study's file says"
        hits = cell.report.collisions
        if hits is not None and hits.repeats < cell.report.repeats:
            yield f"{cell.id}: only {hits.repeats:,} of {cell.report.repeats:,} repeats collide"
        if _is_at_real_time(cell):
            yield (
                f"{cell.id}: the simulator advances as fast as real time; check that it waits for "
                "its client at each step"
            )
        reached = cell.usage.reached_load_percent
        wanted = cell.conditions.load_percent
        if reached is not None and abs(reached - wanted) > _LOAD_ERROR_PERCENT:
            yield (
                f"{cell.id}: the background load was {reached:.0f} % "
                f"in place of the planned {wanted} %"
            )
        varying = stores[cell.id].varying_facts()
        if varying and cell.report.identical:
            yield f"{cell.id}: {', '.join(varying)} differ between repeats"
