"""Stage 4 of a study: run the repeats of every experiment, in growing numbers.

Finished repeats are kept however a study ends; the next run of the study continues from them.
"""

import os
import shutil
from collections.abc import Container, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from fnmatch import fnmatch
from pathlib import Path
from time import perf_counter
from typing import final

from project_ghost.batch import Progress, SilentProgress, Task
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.files import is_locked
from project_ghost.core.json_files import as_read, first_change, write_json
from project_ghost.study.file._file import Study
from project_ghost.study.file._plan import Experiment, planned_experiments
from project_ghost.study.file._resolved import STUDY_YAML, write_resolved
from project_ghost.study.machine._background import loaded_machine
from project_ghost.study.machine._gpu import gpu_load
from project_ghost.study.machine._machine import Machine, cpus_of, ecc_screening, host_facts
from project_ghost.study.machine._memory import nodes_of
from project_ghost.study.machine._usage import Monitor, usage_of
from project_ghost.study.results._analyze import MACHINE_JSON, analyze_study
from project_ghost.study.results._experiment_stats import experiment_stats
from project_ghost.study.results._json import STUDY_JSON
from project_ghost.study.results._process_parts import FRESH, REUSED
from project_ghost.study.results._process_split import process_parts
from project_ghost.study.results._results import NotRun, Screening, Stage, StopReason, StudyResult
from project_ghost.study.results._store import (
    EXPERIMENTS,
    ExperimentStore,
    experiment_document,
)

from ._processes import Processes, experiment_processes
from ._repeat import FinishedRepeat, RepeatJob, run_repeat

__all__ = ["run_study"]

FAILURES_MAX = 3
# Added to the limit of the run itself, for the start of its process and its simulator.
_MARGIN_S = 60.0


@checked_arguments
def run_study(
    study: Study,
    folder: Path | str,
    *,
    only: str = "*",
    force: bool = False,
    progress: Progress | None = None,
    machine: Machine | None = None,
) -> StudyResult:
    """Run the missing repeats of all experiments whose ids match, then analyze the study.

    Ctrl-C ends it early: the result then has the finished repeats only and is not `complete`.
    """
    return _Run(study, Path(folder), only, progress or SilentProgress(), machine or Machine()).run(
        force=force
    )


class _Run:
    """One session of a study."""

    def __init__(
        self, study: Study, folder: Path, only: str, progress: Progress, machine: Machine
    ) -> None:
        self._study, self._folder, self._progress = study, folder, progress
        self._machine = machine
        plan = [each for each in planned_experiments(study) if fnmatch(each.id, only)]
        if not plan:
            raise InputError(
                f"no experiment matches {only!r}",
                "--only",
                f"for example {planned_experiments(study)[0].id}",
                "see `ghost study run FILE --dry-run`",
            )
        self._plan, self._not_run = _split_by_obstacle(plan, study, machine)
        self._screenings: list[Screening] = []

    def run(self, *, force: bool) -> StudyResult:
        with _only_one(self._folder):
            return self._run(force=force)

    def _run(self, *, force: bool) -> StudyResult:
        self._open_folder(force=force)
        interrupted = False
        try:
            self._screen()
            self._progress.begin(len(self._plan) * self._study.repeats[-1])
            for experiment in self._plan:
                self._progress.describe(experiment.id)
                self._experiment(experiment)
            self._screen_after()
        except KeyboardInterrupt:
            interrupted = True
        except GhostError:
            if not any((self._folder / EXPERIMENTS).glob("*/repeats.jsonl")):
                _remove(self._folder)  # no repeat was finished
                with suppress(OSError):
                    self._folder.rmdir()
            raise
        self._write_machine(finished=not interrupted)
        return analyze_study(self._folder)

    # -------------------------------------------------------------------- the folder

    def _open_folder(self, *, force: bool) -> None:
        if force:
            _remove(self._folder)
        # Repeats that are there already must belong to these experiments.
        for experiment in self._plan:
            was = experiment_document(self._folder / EXPERIMENTS / experiment.id).identity
            if was is not None and was != as_read(experiment.identity(self._study)):
                raise InputError(
                    f"it holds another experiment {experiment.id}: "
                    f"{first_change(was, as_read(experiment.identity(self._study)))}",
                    str(self._folder),
                    "the same study again, or an empty folder",
                    "choose another folder with -o, or start over with --force",
                )
        with _writing(self._folder):
            write_resolved(self._study, self._folder)

    def _store(self, experiment: Experiment) -> ExperimentStore:
        return ExperimentStore(self._folder / EXPERIMENTS / experiment.id, repairing=True)

    # ------------------------------------------------------------------- the machine

    def _screen(self) -> None:
        self._screenings, not_run = self._machine.screen(self._study.memory_test_mb)
        self._not_run += not_run
        self._ecc_before = self._machine.ecc_errors()
        self._write_machine(finished=False)

    def _screen_after(self) -> None:
        after = self._machine.ecc_errors()
        if after is not None and self._ecc_before is not None:
            new = (after[0] - self._ecc_before[0], after[1] - self._ecc_before[1])
            self._screenings.append(ecc_screening("ECC counters during the runs", new))

    def _write_machine(self, *, finished: bool) -> None:
        document = {
            "finished": finished,
            "host": host_facts(),
            "not_run": [{"name": each.name, "reason": each.reason} for each in self._not_run],
            "plan": [each.id for each in self._plan],
            "screenings": [
                {"detail": each.detail, "name": each.name, "passed": each.passed}
                for each in self._screenings
            ],
        }
        write_json(document, self._folder / MACHINE_JSON)

    # ---------------------------------------------------------------- one experiment

    def _experiment(self, experiment: Experiment) -> None:
        store = self._store(experiment)
        before = store.document()
        wanted = self._study.repeats[-1]
        kept = min(len(store.records), wanted)
        self._progress.advance(kept)
        state = _State(experiment, store, _document(experiment, self._study))
        if before.finished:
            state.failed = dict(zip(before.failed_repeats, before.failed, strict=True))
            if before.stopped_by is StopReason.BUDGET and _Budget(self._study, store).is_spent(
                len(store.records)
            ):
                state.stopped_by = StopReason.BUDGET
            state.judge(self._study)
            if state.is_done(self._study):
                state.write(finished=True)
                self._progress.advance(wanted - kept)
                return
            state.failed = {}  # run them again
        state.write(finished=False)
        try:
            self._repeats(state)
        except GhostError as error:
            if not store.records and experiment is self._plan[0]:
                raise  # the first repeat of the study failed, so all would
            state.failed[0] = _one_line(error)
            state.stopped_by = StopReason.FAILURES
        except KeyboardInterrupt:
            state.stopped_by = StopReason.INTERRUPT
            state.write(finished=False)
            raise
        state.write(finished=True)
        self._progress.advance(wanted - min(len(store.records), wanted))

    def _repeats(self, state: "_State") -> None:
        study, experiment, store = self._study, state.experiment, state.store
        budget = _Budget(study, store)
        workers = [each.worker for each in store.records.values() if each.worker is not None]
        with (
            gpu_load(experiment.conditions.gpu_load_percent),
            loaded_machine(experiment.conditions.load_percent) as reached,
            Monitor(store.log_path, study.log_every_ns, reached) as monitor,
            experiment_processes(
                experiment.conditions.instances, first_number=max(workers, default=0) + 1
            ) as processes,
        ):
            # Without an early stop one stage is enough, and workers start only once.
            for stage in study.repeats if study.stop_early else study.repeats[-1:]:
                missing = [n for n in range(1, stage + 1) if n not in store.records]
                with closing(self._run_missing(processes, missing, state)) as finished_ones:
                    for finished, worker in finished_ones:
                        _add(store, finished, worker)
                        monitor.finished(finished.wall_s)
                        self._progress.advance(1)
                        if budget.is_spent(len(store.records)):
                            state.stopped_by = StopReason.BUDGET
                            break
                if state.stopped_by is StopReason.FAILURES:
                    return
                state.judge(study)
                state.write(finished=False)
                if state.is_done(study):
                    return

    def _run_missing(
        self, processes: Processes, repeats: Iterable[int], state: "_State"
    ) -> Generator[tuple[FinishedRepeat, int | None], None, None]:
        """Run repeats and yield each, with the number of its process; None is a fresh one.

        Too many failures end the loop.
        """
        study, experiment = self._study, state.experiment
        job = _job(experiment, study)
        limit_s = study.time_limit_ns / NS_PER_S + _MARGIN_S
        for fresh in (True, False):
            numbers = [n for n in repeats if experiment.is_fresh(n, study) is fresh]
            if not numbers:
                continue
            tasks = (
                Task(run_repeat, (job, n), f"{experiment.id}, repeat {n}", limit_s) for n in numbers
            )
            # A command starts its own process, so its worker may be reused.
            is_fresh = fresh and not study.is_command
            with processes.outcomes(tasks, len(numbers), fresh=is_fresh) as outcomes:
                for number, outcome in zip(numbers, outcomes, strict=True):
                    if outcome.error is None:
                        finished = outcome.get()
                        yield finished, None if fresh else processes.number(finished)
                        continue
                    state.failed[number] = f"repeat {number}: {_one_line(outcome.error)}"
                    if not state.store.records:
                        raise outcome.error
                    if len(state.failed) >= FAILURES_MAX:
                        state.stopped_by = StopReason.FAILURES
                        return


class _State:
    """The progress of one experiment."""

    def __init__(
        self,
        experiment: Experiment,
        store: ExperimentStore,
        document: dict[str, object],
    ) -> None:
        self.experiment, self.store = experiment, store
        self.stages: list[Stage] = []
        self.failed: dict[int, str] = {}  # messages by repeat; 0: the experiment as a whole
        self.stopped_by = StopReason.NONE
        self._document = document

    def judge(self, study: Study) -> None:
        """Compute the stages: those whose repeats have all finished or failed, and the rest."""
        self.stages = _stages_of(self.store, study, self.failed)
        if self.stopped_by is StopReason.BUDGET:
            finished = len(self.store.records)
            if not self.stages or self.stages[-1].repeats < finished:
                self.stages.append(_stage(self.store, finished, finished, study))

    def is_done(self, study: Study) -> bool:
        """Whether no more repeats are needed; sets `stopped_by` to the reason."""
        if not self.stages:
            return False
        last = self.stages[-1]
        largest_m = max(last.max_sigma_m, last.max_deviation_m or 0.0)
        is_broken = largest_m > study.tolerance_m
        if study.stop_early and is_broken and not self._is_process_open(last.repeats, study):
            self.stopped_by = StopReason.TOLERANCE
        elif last.repeats >= study.repeats[-1]:
            self.stopped_by = StopReason.LAST_STAGE
        return bool(self.stopped_by)

    def _is_process_open(self, stage: int, study: Study) -> bool:
        """Whether more fresh repeats may show that the kind of process breaks the tolerance."""
        rest = range(stage + 1, study.repeats[-1] + 1)
        if not any(self.experiment.is_fresh(n, study) for n in rest):
            return False
        traces, records = self.store.distinct_traces(), self.store.in_order()
        parts = process_parts(traces, records, study.tolerance_m, permissible=False)
        return parts is not None and parts.is_open

    def write(self, *, finished: bool) -> None:
        """Write experiment.json."""
        self.store.write(
            self._document
            | {
                "facts": self.store.facts(),
                "failed": list(self.failed.values()),
                "failed_repeats": list(self.failed),
                "finished": finished,
                "stages": [asdict(stage) for stage in self.stages],
                "stopped_by": self.stopped_by,
            }
        )


@final
class _Budget:
    """The real time that the repeats of one experiment may take, over all sessions."""

    def __init__(self, study: Study, store: ExperimentStore) -> None:
        self._least = study.repeats[0]
        used_s = usage_of(store.log_path).wall_s
        # ghost: allow[wall-clock] the budget is about real time; it can only end an experiment
        begun_s = perf_counter() - used_s
        self._end_s = None if study.budget_ns is None else begun_s + study.budget_ns / NS_PER_S

    def is_spent(self, repeats: int) -> bool:
        """Whether no more repeats may run; those of the first stage always may."""
        if self._end_s is None or repeats < self._least:
            return False
        # ghost: allow[wall-clock] it ends repeats, which is stated, and changes none of them
        return perf_counter() >= self._end_s


def _stages_of(store: ExperimentStore, study: Study, failed: Container[int]) -> list[Stage]:
    """The stages whose repeats have all finished or failed."""
    stages = []
    for stage in study.repeats:
        finished = sum(number <= stage for number in store.records)
        if finished and all(n in store.records or n in failed for n in range(1, stage + 1)):
            stages.append(_stage(store, stage, finished, study))
    return stages


def _stage(store: ExperimentStore, stage: int, finished: int, study: Study) -> Stage:
    report = experiment_stats(store.distinct_traces(finished), study.tolerance_m).report
    return Stage(
        stage,
        report.max_sigma_m,
        report.identical,
        report.max_deviation_m,
        report.differing.count,
    )


def _split_by_obstacle(
    plan: Iterable[Experiment], study: Study, machine: Machine
) -> tuple[list[Experiment], list[NotRun]]:
    """The experiments that this machine can run, and those that it cannot, with the reasons."""
    reasons: dict[object, str | None] = {}
    allowed: list[Experiment] = []
    not_run: list[NotRun] = []
    for experiment in plan:
        conditions = experiment.conditions
        if conditions not in reasons:
            reasons[conditions] = machine.obstacle(conditions, is_command=study.is_command)
        reason = reasons[conditions]
        if reason is None:
            allowed.append(experiment)
        else:
            not_run.append(NotRun(experiment.id, reason))
    if not allowed:
        raise InputError(
            f"this machine can run none of the experiments: {not_run[0].reason}",
            not_run[0].name,
            "a baseline that this machine allows",
            "change `baseline:`",
        )
    return allowed, not_run


def _job(experiment: Experiment, study: Study) -> RepeatJob:
    return RepeatJob(
        experiment.id,
        study.simulator,
        dict(experiment.settings),
        study.seed,
        experiment.conditions.nice,
        cpus_of(experiment.conditions.cpus),
        nodes_of(experiment.conditions.memory),
        study.duration_ns,
        study.end_at_first_collision,
        experiment.scenario.actors,
        None if study.is_command else study.time_limit_ns / NS_PER_S,
    )


def _add(store: ExperimentStore, finished: FinishedRepeat, worker: int | None) -> None:
    store.add(
        finished.repeat,
        FRESH if worker is None else REUSED,
        finished.digest,
        finished.trace,
        finished.facts,
        finished.wall_s,
        finished.loop,
        worker,
    )


def _document(experiment: Experiment, study: Study) -> dict[str, object]:
    return {
        "factor": experiment.factor,
        "id": experiment.id,
        "identity": as_read(experiment.identity(study)),
        "level": experiment.level,
    }


def _one_line(error: GhostError) -> str:
    parts = (error.what, error.where, error.fix)
    return "; ".join(" ".join(part.split()) for part in parts if part)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"the folder cannot be written to: {error.strerror}",
            str(folder),
            "a folder for the study",
            "choose another with -o",
        ) from None


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Make the folder and lock it; two processes would mix up its lists of repeats."""
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if is_locked(descriptor):
            raise InputError(
                "another `ghost study run` is running in this folder",
                str(folder),
                "one process for each folder",
                "wait for its end, or choose another folder with -o",
            )
        yield
    finally:
        os.close(descriptor)


def _remove(folder: Path) -> None:
    """Remove the files of a study and leave all others in its folder."""
    for name in (STUDY_JSON, STUDY_YAML, MACHINE_JSON):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / EXPERIMENTS, ignore_errors=True)
