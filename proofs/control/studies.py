"""A study for each fault: the factors that this proof varies, and the factors it must name."""

from pathlib import Path

from project_ghost.study import (
    BASELINE,
    Conditions,
    ProcessMode,
    Scenario,
    Study,
    StudyResult,
)

__all__ = ["named_factors", "study_of"]


def study_of(fault: str, repeats: int, slots: Path) -> Study:
    """Its study. Instances are kept alive, so that they see each other; else each is fresh.

    The load, which takes longest, is varied where it matters: for the fault that it brings
    out, and where there is none.
    """
    shares = fault == "shared-slot"
    factors: dict[str, tuple[str | int, ...]] = {}
    if fault in ("steady", "late-steps"):
        factors["load"] = (0, 95)
    if not shares and fault != "rare":
        factors["process"] = ("fresh", "reused")
    if fault not in ("late-steps", "rare"):  # several at once are a load of their own
        factors["instances"] = (1, 2)
    return Study(
        name=fault,
        scenarios=(Scenario(fault, {"slots": str(slots.resolve())}),),
        simulator="control",
        baseline=Conditions(
            process=ProcessMode.REUSED if shares or fault == "rare" else ProcessMode.FRESH
        ),
        factors=factors,
        # One run in 200: as many repeats as miss it once in 20,000 studies.
        repeats=(2000,) if fault == "rare" else (repeats,),
        memory_test_mb=0,
    )


def named_factors(result: StudyResult) -> tuple[str, ...]:
    """The factors that break the tolerance; the baseline alone, where it does."""
    baselines = [cell for cell in result.cells if cell.is_baseline]
    if not all(cell.report.permissible or cell.is_broken_by_process for cell in baselines):
        return (BASELINE,)
    return tuple(f.factor for f in result.factors if f.breaking_levels)
