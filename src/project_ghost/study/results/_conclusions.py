"""Stage 5 of a study: which factors break the tolerance, and at which levels it is kept."""

from collections.abc import Sequence

from project_ghost.study.file._conditions import FACTORS, Conditions

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


def restricted(
    max_sigma_m: float, before_collision_m: float | None, *, collided: bool, within_load: bool
) -> float | None:
    """The maximum without samples after a collision; None above the load limit."""
    if not within_load:
        return None
    return before_collision_m if collided else max_sigma_m


def factors_of(cells: Sequence[Cell], baseline: Conditions) -> tuple[FactorResult, ...]:
    """The factors that were varied, with their levels over all scenarios."""
    varied = [name for name in FACTORS if any(cell.factor == name for cell in cells)]
    return tuple(_factor(name, cells, baseline) for name in varied)


def _factor(factor: str, cells: Sequence[Cell], baseline: Conditions) -> FactorResult:
    base = [cell for cell in cells if cell.is_baseline]
    own = [cell for cell in cells if cell.factor == factor]
    by_level: dict[str, list[Cell]] = {}
    if base:
        by_level[level_name(factor, baseline, baseline)] = base
    for cell in own:
        by_level.setdefault(cell.level, []).append(cell)
    levels = [_level(level, members) for level, members in by_level.items()]
    if all(isinstance(cell.value(factor), int) for cell in own):
        order = {level: _key(members[0], factor) for level, members in by_level.items()}
        levels.sort(key=lambda level: order[level.level])
    broken = {cell.level for cell in own if _breaks(cell, factor, cells, baseline)}
    breaking = tuple(level.level for level in levels if level.level in broken)
    return FactorResult(factor, _effect(base, own, breaking), breaking, tuple(levels))


def _breaks(cell: Cell, factor: str, cells: Sequence[Cell], baseline: Conditions) -> bool:
    """Whether this factor breaks the tolerance: an experiment does, and would not without it."""
    if cell.report.permissible:
        return False
    without = cell.conditions.with_level(factor, getattr(baseline, FACTORS[factor]))
    same = [other for other in cells if other.scenario == cell.scenario]
    compared = [other for other in same if other.conditions == without] or [
        other for other in same if other.is_baseline
    ]
    return all(other.report.permissible for other in compared)


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
    tolerance_m = reports[0].tolerance_m
    befores = [r.max_sigma_m if r.before_collision_m is None else r.before_collision_m
               for r in reports]  # fmt: skip
    return LevelResult(
        level,
        tuple(cell.id for cell in cells),
        max(r.max_sigma_m for r in reports),
        max((r.before_collision_m for r in reports if r.before_collision_m is not None),
            default=None),
        max((r.after_collision_m for r in reports if r.after_collision_m is not None),
            default=None),
        all(r.identical for r in reports),
        all(r.permissible for r in reports),
        all(before <= tolerance_m for before in befores),
    )  # fmt: skip


def _effect(base: Sequence[Cell], own: Sequence[Cell], breaking: tuple[str, ...]) -> Effect:
    if breaking:
        return Effect.BREAKS_TOLERANCE
    if not all(cell.report.permissible for cell in base):
        return Effect.BASELINE_BREAKS_TOLERANCE
    if not all(cell.report.identical for cell in (*base, *own)):
        return Effect.WITHIN_TOLERANCE
    is_shifted = any(cell.as_baseline is False for cell in own)
    return Effect.SHIFT if is_shifted else Effect.NONE


def scenario_maxima(cells: Sequence[Cell], tolerance_m: float) -> tuple[ScenarioMaxima, ...]:
    """The maxima of each scenario, and of all of them if there are several."""
    scenarios = dict.fromkeys(cell.scenario for cell in cells)
    groups = [(name, [cell for cell in cells if cell.scenario == name]) for name in scenarios]
    if len(groups) > 1:
        groups.append((ALL_SCENARIOS, list(cells)))
    return tuple(_maxima(name, members, tolerance_m) for name, members in groups)


def _maxima(scenario: str, cells: Sequence[Cell], tolerance_m: float) -> ScenarioMaxima:
    kept = [c.restricted_max_sigma_m for c in cells if c.restricted_max_sigma_m is not None]
    largest = max(kept, default=None)
    return ScenarioMaxima(
        scenario,
        len(cells),
        max(cell.report.max_sigma_m for cell in cells),
        all(cell.report.permissible for cell in cells),
        len(kept),
        largest,
        None if largest is None else largest <= tolerance_m,
    )


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
    if any(not cell.report.permissible for cell in base):
        kept = all(_kept_before(cell) for cell in base)
        parts.append(
            "The baseline keeps the tolerance only before a collision"
            if kept
            else "The baseline itself breaks the tolerance"
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


def _kept_before(cell: Cell) -> bool:
    before = cell.report.before_collision_m
    return before is not None and before <= cell.report.tolerance_m
