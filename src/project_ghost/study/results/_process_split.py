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
from ._store import DistinctTraces

__all__ = ["judged_by_other_experiments", "process_parts"]


def process_parts(
    traces: DistinctTraces, processes: Sequence[str], tolerance_m: float, *, permissible: bool
) -> ProcessParts | None:
    """Compare fresh and reused repeats; None unless there are both.

    `processes` has the kind of process of each repeat.
    """
    kinds = np.array(processes)
    indices = {kind: np.flatnonzero(kinds == kind) for kind in (FRESH, REUSED)}
    if not all(len(index) for index in indices.values()):
        return None
    parts = {kind: _part(traces, index, tolerance_m) for kind, index in indices.items()}
    breaks, chance = Blame.NONE, 1.0
    if not permissible:
        # A kind that keeps the tolerance is what the other kind is compared with.
        for kind, other in ((FRESH, REUSED), (REUSED, FRESH)):
            if not parts[kind].permissible:
                continue
            split = _chance(traces.which[indices[kind]], traces.which[indices[other]])
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


def _part(traces: DistinctTraces, index: Integers, tolerance_m: float) -> ProcessPart:
    report = experiment_stats(traces.part(index.tolist()), tolerance_m).report
    return ProcessPart(
        report.repeats,
        report.identical,
        report.max_sigma_m,
        report.max_deviation_m,
        report.permissible,
    )


def _chance(which: Integers, other: Integers) -> float:
    """The chance of so many in the other kind unlike the most frequent trace of this kind."""
    usual = Counter(which.tolist()).most_common(1)[0][0]
    differing, others = int((which != usual).sum()), int((other != usual).sum())
    return chance_of_split(differing, len(which), others, len(other))
