"""The choice between interpreted and compiled execution, which have the same bits."""

from enum import StrEnum

from project_ghost.engine.plan._schedule import Schedule

# Estimates: the interpreter's time for a call of a component and for each of its values, and the
# least time to load or compile machine code. Rough, because only time depends on them.
_INTERPRETED_CALL_S = 4e-6
_INTERPRETED_VALUE_S = 1e-6
_LOADING_S = 2.0
_COMPILATION_S = 8.0
_COMPILATION_PER_COMPONENT_S = 0.3


class Execution(StrEnum):
    """How a run is executed. `AUTO` compiles runs that are long enough for it to pay."""

    AUTO = "auto"
    INTERPRETED = "interpreted"
    COMPILED = "compiled"


def pays_to_compile(plan: Schedule, values: int, ticks: int, *, cached: bool) -> bool:
    """Whether machine code is likely to save time, for this number of ticks and values."""
    patterns = [row.group.pattern for row in plan.rows]
    # ghost: allow[float-sum] these are whole numbers
    calls = sum(ticks * pattern.denominator // pattern.interval for pattern in patterns)
    values_a_call = values / max(1, len(plan.rows))
    interpreted_s = calls * (_INTERPRETED_CALL_S + values_a_call * _INTERPRETED_VALUE_S)
    if cached:
        return interpreted_s > _LOADING_S
    return interpreted_s > _COMPILATION_S + len(plan.rows) * _COMPILATION_PER_COMPONENT_S
