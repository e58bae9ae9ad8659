"""Whether the kind of process, fresh or reused, is what makes repeats differ."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from project_ghost.analysis.binomial import CONFIDENCE, chance_of_split
from project_ghost.core.arrays import Integers

from ._experiment_stats import experiment_stats
from ._process_parts import FRESH, REUSED, Blame, ProcessPart, ProcessParts
from ._results import Cell
from ._store import DistinctTraces, RepeatRecord

__all__ = ["judged_by_other_experiments", "process_parts"]


def process_parts(
    traces: DistinctTraces,
    records: Sequence[RepeatRecord],
    tolerance_m: float,
    *,
    permissible: bool,
) -> ProcessParts | None:
    """Compare fresh and reused repeats; None unless there are both.

    `records` has the repeats in the order of `traces`; `permissible` is whether all of them
    together keep the tolerance.
    """
    kinds = np.array([record.process for record in records])
    # Repeats of older versions, which did not note it, count as of one process.
    workers = np.array([record.worker or 0 for record in records])
    fresh = [np.flatnonzero(kinds == FRESH)]
    reused = [
        np.flatnonzero((kinds == REUSED) & (workers == worker))
        for worker in np.unique(workers[kinds == REUSED])
    ]
    if not len(fresh[0]) or not reused:
        return None
    groups = {FRESH: fresh, REUSED: reused}
    parts = {
        FRESH: _part(traces, fresh, tolerance_m, processes=len(fresh[0])),
        REUSED: _part(traces, reused, tolerance_m, processes=len(reused)),
    }
    breaks, chance = Blame.NONE, 1.0
    if not permissible:
        # A kind that keeps the tolerance is what the other kind is compared with.
        for kind, other in ((FRESH, REUSED), (REUSED, FRESH)):
            if not parts[kind].permissible:
                continue
            split = _chance(
                [traces.which[index] for index in groups[kind]],
                traces.which[np.concatenate(groups[other])],
                starts=kind == REUSED,
            )
            if split < min(chance, 1.0 - CONFIDENCE):
                chance = split
                breaks = Blame.BOTH if parts[other].permissible else Blame(other)
    return ProcessParts(parts[FRESH], parts[REUSED], breaks, chance)


def judged_by_other_experiments(cells: Sequence[Cell]) -> list[Cell]:
    """Blame the process where experiments of one kind each show it, however few repeats there are.

    An experiment with both kinds may be too small to tell; one of fresh and one of reused repeats,
    under otherwise equal conditions, show which of the two breaks the tolerance.
    """
    return [_judged(cell, cells) for cell in cells]


def _judged(cell: Cell, cells: Sequence[Cell]) -> Cell:
    parts = cell.processes
    if parts is None or parts.breaks is not Blame.NONE or cell.report.permissible:
        return cell
    keeps = {
        str(other.conditions.process): other.report.permissible
        for other in cells
        if other.scenario == cell.scenario
        and replace(other.conditions, process=cell.conditions.process) == cell.conditions
    }
    for kind, other_kind in ((FRESH, REUSED), (REUSED, FRESH)):
        part: ProcessPart = getattr(parts, kind)
        if part.permissible and keeps.get(kind) is True and keeps.get(other_kind) is False:
            return replace(cell, processes=replace(parts, breaks=Blame(other_kind)))
    return cell


def _part(
    traces: DistinctTraces, groups: Sequence[Integers], tolerance_m: float, *, processes: int
) -> ProcessPart:
    """The largest values of groups whose repeats are compared with each other."""
    reports = [experiment_stats(traces.part(g.tolist()), tolerance_m).report for g in groups]
    return ProcessPart(
        sum(report.repeats for report in reports),
        all(report.identical for report in reports),
        max(report.max_sigma_m for report in reports),
        max(report.max_deviation_m for report in reports),
        all(report.permissible for report in reports),
        processes,
    )


def _chance(groups: Sequence[Integers], other: Integers, *, starts: bool) -> float:
    """The chance of so many in the other kind unlike the most frequent trace of this kind.

    Of this kind those differ that are unlike the most frequent trace of their group. If `starts`,
    the first repeat of a group is what the others are compared with, and shows nothing itself.
    """
    usual = _most_frequent(np.concatenate(groups))
    differing = sum(int((group != _most_frequent(group)).sum()) for group in groups)
    runs = sum(len(group) - starts for group in groups)
    return chance_of_split(differing, runs, int((other != usual).sum()), len(other))


def _most_frequent(which: Integers) -> int:
    return int(Counter(which.tolist()).most_common(1)[0][0])
