"""The tables of the page."""

from collections.abc import Iterable

from project_ghost.analysis.binomial import CONFIDENCE
from project_ghost.analysis.variance import ActorVariance
from project_ghost.core.duration import NS_PER_S, seconds_text
from project_ghost.drawing import Table, Tone
from project_ghost.study.results._results import (
    Cell,
    Effect,
    FactorResult,
    ScenarioMaxima,
    StudyResult,
)

from ._texts import (
    NO_VALUE,
    TIMES,
    actors_text,
    cell_verdict,
    collision_text,
    differing_text,
    metres_text,
    percent_text,
)
from ._words import cell_words, factor_words, level_words

__all__ = [
    "actors_table",
    "cells_table",
    "collisions_table",
    "factors_table",
    "maxima_table",
    "not_run_table",
    "usage_table",
]


def _without_zeros(table: Table) -> Table:
    """The table without the columns that are zero or empty in all rows; its text names them."""
    columns = list(zip(*table.rows, strict=True))
    zero = {
        i: str(columns[i][0])
        for i in table.numbers
        if columns and set(columns[i]) <= {columns[i][0]} & _ZEROS
    }
    if not zero:
        return table
    kept = [i for i in range(len(table.head)) if i not in zero]
    folded: dict[str, list[str]] = {}
    for i, text in zero.items():
        folded.setdefault(_ZERO_WORDS[text], []).append(table.head[i])
    note = "; ".join(
        f"{words}: {', '.join(dict.fromkeys(names))}" for words, names in folded.items()
    )
    return Table(
        f"{table.caption} Left out, because all rows have the same: {note}.",
        [table.head[i] for i in kept],
        [[row[i] for i in kept] for row in table.rows],
        numbers=[kept.index(i) for i in table.numbers if i not in zero],
    )


_ZERO_WORDS = {"0.0 m": "exactly 0.0 m", "0": "0", "0 s": "0 s", NO_VALUE: "no value"}
_ZEROS = set(_ZERO_WORDS)


def cells_table(result: StudyResult) -> Table:
    """A row for each experiment."""
    table = Table(
        "All experiments. Identical: all repeats have the same bits. Differing: repeats unlike the "
        f"most frequent one, and the {percent_text(CONFIDENCE)} interval for their share of all "
        "runs (Clopper and Pearson). Farthest: the largest distance of one repeat from the "
        "mean of the others. Before, after: max sigma before and after the first collision. Shift: "
        "from the baseline. The verdict is based on the farthest repeat and on max sigma.",
        ("experiment", "verdict", "repeats", "fresh", "differing", "max sigma", "farthest",
         "before", "after", "shift"),
        [_row(cell) for cell in result.cells],
        numbers=(2, 3, 4, 5, 6, 7, 8, 9),
    )  # fmt: skip
    return _without_zeros(table)


def _row(cell: Cell) -> list[str | tuple[str, Tone]]:
    report = cell.report
    shift = {True: "same", None: NO_VALUE}.get(cell.as_baseline, metres_text(cell.shift_m))
    return [
        cell_words(cell),
        cell_verdict(cell),
        f"{report.repeats:,}",
        f"{cell.fresh:,}",
        differing_text(report.differing),
        metres_text(report.max_sigma_m),
        metres_text(report.max_deviation_m),
        metres_text(report.before_collision_m),
        metres_text(report.after_collision_m),
        NO_VALUE if cell.is_baseline else shift,
    ]


def factors_table(result: StudyResult) -> Table:
    """The effect of each factor."""
    tones = {
        Effect.NONE: Tone.GOOD,
        Effect.SHIFT: Tone.NOTE,
        Effect.WITHIN_TOLERANCE: Tone.NOTE,
    }
    return Table(
        "The effect of each factor. One factor is varied at a time from the baseline.",
        ("factor", "effect", "keeps the tolerance at", "breaks it at"),
        [
            [
                factor_words(factor.factor),
                (factor.effect, tones.get(factor.effect, Tone.BAD)),
                ", ".join(_levels(factor, (v.level for v in factor.levels if v.permissible)))
                or NO_VALUE,
                ", ".join(_levels(factor, factor.breaking_levels)) or NO_VALUE,
            ]
            for factor in result.factors
        ],
    )


def _levels(factor: FactorResult, levels: Iterable[str]) -> list[str]:
    return [level_words(factor.factor, level) for level in levels]


def maxima_table(result: StudyResult) -> Table:
    """The unrestricted and restricted maxima of each scenario."""
    table = Table(
        "The actors of each scenario, those of its first collision, and maxima over so many "
        "experiments: of all samples, and restricted ones, without samples after a collision and "
        f"without experiments above {result.restricted_load_percent} % load.",
        ("scenario", "actors", "collision", "of", "max sigma", "farthest", "verdict", "of",
         "restricted", "farthest", "verdict"),
        [_maxima_row(maxima) for maxima in result.columns],
        numbers=(3, 4, 5, 7, 8, 9),
    )  # fmt: skip
    return _without_zeros(table)


def _maxima_row(maxima: ScenarioMaxima) -> list[str | tuple[str, Tone]]:
    return [
        maxima.scenario,
        _unbroken(actors_text(maxima.actors)),
        _unbroken(collision_text(maxima)),
        str(maxima.cells),
        metres_text(maxima.unrestricted_max_sigma_m),
        metres_text(maxima.unrestricted_max_deviation_m),
        _permissible(maxima.unrestricted_permissible),
        str(maxima.restricted_cells),
        metres_text(maxima.restricted_max_sigma_m),
        metres_text(maxima.restricted_max_deviation_m),
        _permissible(maxima.restricted_permissible),
    ]


def _unbroken(text: str) -> str:
    """The text with spaces around each `times` that a browser does not break."""
    return text.replace(TIMES, TIMES.replace(" ", "\u00a0"))


def actors_table(cell: Cell) -> Table:
    """When each actor of an experiment parts from the others."""
    first_ns = cell.report.first_collision_ns
    return Table(
        f"{cell_words(cell)}. The first time at which the repeats of each actor differ, and at "
        "which one of them breaks the tolerance"
        + (
            f". The first collision is at {seconds_text(first_ns)}; actors without a part in any "
            "may part from the others later."
            if first_ns is not None
            else "."
        ),
        ("actor", "kind", "collides", "parts", "after the collision", "breaks the tolerance",
         "max sigma", "farthest"),
        [_actor_row(actor, cell) for actor in cell.report.by_actor],
        numbers=(3, 4, 5, 6, 7),
    )  # fmt: skip


def _actor_row(actor: ActorVariance, cell: Cell) -> list[str | tuple[str, Tone]]:
    first_ns = cell.report.first_collision_ns
    after = NO_VALUE
    if actor.parts_ns is not None and first_ns is not None:
        after_ns = actor.parts_ns - first_ns
        after = seconds_text(after_ns) if after_ns >= 0 else "before it"
    return [
        actor.actor,
        cell.actors.get(actor.actor) or NO_VALUE,
        "yes" if actor.collided else "no",
        NO_VALUE if actor.parts_ns is None else seconds_text(actor.parts_ns),
        after,
        NO_VALUE if actor.breaks_ns is None else seconds_text(actor.breaks_ns),
        metres_text(actor.max_sigma_m),
        metres_text(actor.max_deviation_m),
    ]


def collisions_table(result: StudyResult) -> Table:
    """The spread of the times of collisions, for the experiments that have some."""
    return Table(
        "The first collision of each repeat: how many have one, and the spread of its time.",
        ("experiment", "between", "repeats", "earliest", "latest", "sigma"),
        [
            [
                cell_words(cell),
                " and ".join(cell.collision_between) or NO_VALUE,
                f"{times.repeats:,} of {cell.report.repeats:,}",
                seconds_text(times.earliest_ns),
                seconds_text(times.latest_ns),
                f"{times.sigma_ns / NS_PER_S:.3g} s",
            ]
            for cell in result.cells
            if (times := cell.report.collisions) is not None
        ],
        numbers=(2, 3, 4, 5),
    )


def usage_table(result: StudyResult) -> Table:
    """How busy the machine was, and how long the simulator's loop took."""
    table = Table(
        "The machine during each experiment. Late: by how much a loop of ours with a fixed period "
        "woke up late. Loop: the real time between samples of the simulator, or between its steps "
        "if only their number is known (then without a maximum).",
        ("experiment", "load reached", "CPU", "at most", "memory at most", "late", "at most",
         "loop", "at most", "time"),
        [_usage_row(cell) for cell in result.cells],
        numbers=(1, 2, 3, 4, 5, 6, 7, 8, 9),
    )  # fmt: skip
    return _without_zeros(table)


def _usage_row(cell: Cell) -> list[str | tuple[str, Tone]]:
    usage = cell.usage
    percents = (
        usage.reached_load_percent,
        usage.mean_cpu_percent,
        usage.max_cpu_percent,
        usage.max_memory_percent,
    )
    times = (
        usage.mean_latency_ms,
        usage.max_latency_ms,
        usage.mean_loop_ms,
        usage.max_loop_ms,
    )
    return [
        cell_words(cell),
        *(NO_VALUE if each is None else f"{each:.0f} %" for each in percents),
        *(NO_VALUE if each is None else f"{each:.3g} ms" for each in times),
        f"{usage.wall_s:.0f} s",
    ]


def _permissible(value: bool | None) -> tuple[str, Tone] | str:  # noqa: FBT001 - a fact
    if value is None:
        return NO_VALUE
    return ("permissible", Tone.GOOD) if value else ("not permissible", Tone.BAD)


def not_run_table(result: StudyResult) -> Table:
    """Experiments and checks that were not run, and why."""
    return Table(
        "Experiments and checks that were not run.",
        ("name", "reason"),
        [[each.name, each.reason] for each in result.not_run],
    )
