"""Stage 5 of a study: which factors break the tolerance, and at which levels it is kept."""

from collections.abc import Container, Iterable, Sequence

from project_ghost.study.file._conditions import FACTORS, Conditions

from ._process_parts import Blame
from ._results import Cell, Domain, Effect, FactorResult, LevelResult, ScenarioMaxima

__all__ = [
    "ALL_SCENARIOS",
    "domain_of",
    "factors_of",
    "level_name",
    "restricted",
    "scenario_maxima",
]

ALL_SCENARIOS = "all"
PROCESS = "process"


def restricted(
    maximum_m: float, before_collision_m: float | None, *, collided: bool, within_load: bool
) -> float | None:
    """The maximum without samples after a collision; None above the load limit."""
    if not within_load:
        return None
    return before_collision_m if collided else maximum_m


def factors_of(cells: Sequence[Cell], baseline: Conditions) -> tuple[FactorResult, ...]:
    """The factors that were varied, with their levels over all scenarios.

    The process is varied within each experiment of fresh and reused repeats; it is among them
    where it breaks the tolerance of one.
    """
    varied = {cell.factor for cell in cells}
    if any(cell.is_broken_by_process for cell in cells):
        varied.add(PROCESS)
    return tuple(_factor(name, cells, baseline) for name in FACTORS if name in varied)


def _factor(factor: str, cells: Sequence[Cell], baseline: Conditions) -> FactorResult:
    base = [cell for cell in cells if cell.is_baseline]
    own = [cell for cell in cells if cell.factor == factor]
    by_level: dict[str, list[Cell]] = {}
    if base:
        by_level[level_name(factor, baseline, baseline)] = base
    for cell in own:
        by_level.setdefault(cell.level, []).append(cell)
    levels = [_level(level, members) for level, members in by_level.items()]
    if own and all(isinstance(cell.value(factor), int) for cell in own):
        order = {level: _key(members[0], factor) for level, members in by_level.items()}
        levels.sort(key=lambda level: order[level.level])
    broken = {cell.level for cell in own if _breaks(cell, factor, cells, baseline)}
    if factor == PROCESS:
        blamed = [cell.processes.breaks for cell in cells if cell.processes is not None]
        broken |= {blame for blame in blamed if blame is not Blame.NONE}
        levels += _process_levels(cells, {level.level for level in levels})
    breaking = tuple(level.level for level in levels if level.level in broken)
    return FactorResult(factor, _effect(base, own, breaking), breaking, tuple(levels))


def _process_levels(cells: Sequence[Cell], known: Container[str]) -> list[LevelResult]:
    """The kinds of process within experiments that have both, as levels."""
    both = [cell for cell in cells if cell.processes is not None]
    levels = []
    for kind in (Blame.FRESH, Blame.REUSED):
        if kind in known:
            continue
        parts = [getattr(cell.processes, kind) for cell in both]
        permissible = all(part.permissible for part in parts)
        levels.append(
            LevelResult(
                str(kind),
                tuple(cell.id for cell in both),
                max(part.max_sigma_m for part in parts),
                max(part.max_deviation_m for part in parts),
                None,
                None,
                all(part.identical for part in parts),
                permissible,
                permissible,
            )
        )
    return levels


def _breaks(cell: Cell, factor: str, cells: Sequence[Cell], baseline: Conditions) -> bool:
    """Whether this factor breaks the tolerance: an experiment does, and would not without it."""
    if _keeps(cell, factor):
        return False
    without = cell.conditions.with_level(factor, getattr(baseline, FACTORS[factor]))
    same = [other for other in cells if other.scenario == cell.scenario]
    compared = [other for other in same if other.conditions == without] or [
        other for other in same if other.is_baseline
    ]
    return all(other.report.permissible or other.is_broken_by_process for other in compared)


def _keeps(cell: Cell, factor: str) -> bool:
    """Whether the tolerance is kept as far as this factor is concerned.

    What the kind of process breaks within an experiment is not a matter of other factors.
    """
    return cell.report.permissible or (factor != PROCESS and cell.is_broken_by_process)


def _key(cell: Cell, factor: str) -> tuple[int, int]:
    value = cell.value(factor)
    assert isinstance(value, int)
    return cell.conditions.load_percent, value


def level_name(factor: str, conditions: Conditions, baseline: Conditions) -> str:
    """A level as a text: the factor's value, and other factors that differ from the baseline."""
    others = [
        f"{name} {getattr(conditions, field)}"
        for name, field in FACTORS.items()
        if name != factor and getattr(conditions, field) != getattr(baseline, field)
    ]
    return " at ".join([str(getattr(conditions, FACTORS[factor])), *others])


def _level(level: str, cells: Sequence[Cell]) -> LevelResult:
    reports = [cell.report for cell in cells]
    return LevelResult(
        level,
        tuple(cell.id for cell in cells),
        max(r.max_sigma_m for r in reports),
        max(r.max_deviation_m for r in reports),
        max((r.before_collision_m for r in reports if r.before_collision_m is not None),
            default=None),
        max((r.after_collision_m for r in reports if r.after_collision_m is not None),
            default=None),
        all(r.identical for r in reports),
        all(r.permissible for r in reports),
        all(_kept_before(cell) for cell in cells),
    )  # fmt: skip


def _effect(base: Sequence[Cell], own: Sequence[Cell], breaking: tuple[str, ...]) -> Effect:
    if breaking:
        return Effect.BREAKS_TOLERANCE
    if not all(cell.report.permissible or cell.is_broken_by_process for cell in base):
        return Effect.BASELINE_BREAKS_TOLERANCE
    if not all(_is_identical(cell) for cell in (*base, *own)):
        return Effect.WITHIN_TOLERANCE
    # Where processes differ from their start on, so do those of two experiments.
    by_start = {cell.scenario for cell in base if _differs_by_start(cell)}
    is_shifted = any(
        cell.as_baseline is False and cell.scenario not in by_start and not _differs_by_start(cell)
        for cell in own
    )
    return Effect.SHIFT if is_shifted else Effect.NONE


def _differs_by_start(cell: Cell) -> bool:
    """Whether a process repeats itself but differs from others, so that no shift can be told."""
    return cell.processes is not None and cell.processes.breaks in (Blame.FRESH, Blame.BOTH)


def _is_identical(cell: Cell) -> bool:
    """Whether repeats are identical, apart from what the kind of process breaks."""
    keeping = None if cell.processes is None else cell.processes.keeping
    return cell.report.identical if keeping is None else keeping.identical


def scenario_maxima(cells: Sequence[Cell], tolerance_m: float) -> tuple[ScenarioMaxima, ...]:
    """The maxima of each scenario, and of all of them if there are several."""
    scenarios = dict.fromkeys(cell.scenario for cell in cells)
    groups = [(name, [cell for cell in cells if cell.scenario == name]) for name in scenarios]
    if len(groups) > 1:
        groups.append((ALL_SCENARIOS, list(cells)))
    return tuple(_maxima(name, members, tolerance_m) for name, members in groups)


def _maxima(scenario: str, cells: Sequence[Cell], tolerance_m: float) -> ScenarioMaxima:
    restricted_cells = [c for c in cells if c.restricted_max_sigma_m is not None]
    sigmas = [s for c in restricted_cells if (s := c.restricted_max_sigma_m) is not None]
    singles = [c.restricted_max_deviation_m for c in cells]
    deviations = [each for each in singles if each is not None]
    # Of the first experiment; others may end elsewhere.
    first = cells[0] if scenario != ALL_SCENARIOS else None
    return ScenarioMaxima(
        scenario,
        () if first is None else tuple(_labels(first, first.actors)),
        () if first is None else tuple(_labels(first, first.collision_between)),
        len(cells),
        max(cell.report.max_sigma_m for cell in cells),
        max(cell.report.max_deviation_m for cell in cells),
        all(cell.report.permissible for cell in cells),
        len(sigmas),
        max(sigmas, default=None),
        max(deviations, default=None),
        max(*sigmas, *deviations) <= tolerance_m and not any(map(_has_gap_before, restricted_cells))
        if sigmas and deviations
        else None,
    )


def _labels(cell: Cell, names: Iterable[str]) -> list[str]:
    """The kinds of actors, or the names of those without one, in the order of the alphabet."""
    return sorted(cell.actors.get(name) or name for name in names)


def domain_of(factors: Sequence[FactorResult], cells: Sequence[Cell]) -> Domain:
    """The levels of each factor that keep the tolerance."""
    levels = {f.factor: tuple(v.level for v in f.levels if v.permissible) for f in factors}
    before = {
        f.factor: tuple(v.level for v in f.levels if v.permissible_before_collision)
        for f in factors
    }
    return Domain(levels, before, _statement(factors, cells))


def _statement(factors: Sequence[FactorResult], cells: Sequence[Cell]) -> str:
    if not cells:
        return "Nothing was run."
    if all(cell.report.permissible for cell in cells):
        same = "all repeats are identical" if all(c.report.identical for c in cells) else ""
        return "The tolerance is kept in every experiment" + (f"; {same}." if same else ".")
    base = [cell for cell in cells if cell.is_baseline]
    parts: list[str] = []
    broken = [cell for cell in base if not cell.report.permissible]
    if broken and all(cell.is_broken_by_process for cell in broken):
        parts.append("The baseline keeps the tolerance in one kind of process")
    elif broken and all(_is_within(cell) for cell in broken):
        parts.append("The baseline has samples that are missing or not finite")
    elif broken:
        kept = all(cell.with_collision and _kept_before(cell) for cell in broken)
        parts.append(
            "The baseline keeps the tolerance only before a collision"
            if kept
            else f"The baseline itself breaks the tolerance{_perhaps_by_process(broken)}"
        )
    else:
        parts.append("The baseline keeps the tolerance")
    for factor in factors:
        if factor.breaking_levels:
            only_after = all(
                level.permissible_before_collision
                for level in factor.levels
                if not level.permissible
            )
            parts.append(
                f"{factor.factor} breaks it at {', '.join(factor.breaking_levels)}"
                + (", after a collision only" if only_after else "")
            )
    return "; ".join(parts) + "."


def _perhaps_by_process(broken: Sequence[Cell]) -> str:
    """A hint where one kind of process keeps the tolerance, but too few repeats show it."""
    parts = [cell.processes for cell in broken if cell.processes is not None]
    kinds = [
        kind
        for kind in (Blame.FRESH, Blame.REUSED)
        if len(parts) == len(broken) and all(getattr(part, kind).permissible for part in parts)
    ]
    return f" (its {kinds[0]} repeats alone keep it, perhaps by chance)" if kinds else ""


def _kept_before(cell: Cell) -> bool:
    """Whether the tolerance is kept without the samples after a collision."""
    report = cell.report
    if _has_gap_before(cell):
        return False
    if report.before_collision_m is None or report.before_collision_deviation_m is None:
        return _is_within(cell)
    largest_m = max(report.before_collision_m, report.before_collision_deviation_m)
    return largest_m <= report.tolerance_m


def _is_within(cell: Cell) -> bool:
    """Whether what could be measured is within the tolerance."""
    report = cell.report
    return max(report.max_sigma_m, report.max_deviation_m) <= report.tolerance_m


def _has_gap_before(cell: Cell) -> bool:
    """Whether a sample is missing or not finite, apart from those after a collision."""
    hit_ns = cell.report.first_collision_ns
    gaps = (cell.report.missing, cell.report.not_finite)
    return any(gap is not None and (hit_ns is None or gap.first_time_ns < hit_ns) for gap in gaps)
