"""Interpreted or compiled: the same bits, at different prices."""

from enum import StrEnum

from project_ghost.engine.plan._schedule import Schedule

# What a call of a component costs the interpreter, and each value it may look at; what
# compiling costs at least, or loading. Rough, because nothing but time depends on it.
_INTERPRETED_CALL_S = 4e-6
_INTERPRETED_VALUE_S = 1e-6
_LOADING_S = 2.0
_COMPILATION_S = 8.0
_COMPILATION_PER_COMPONENT_S = 0.3


class Execution(StrEnum):
    """How a run is executed. `AUTO` compiles what is long enough to repay it."""

    AUTO = "auto"
    INTERPRETED = "interpreted"
    COMPILED = "compiled"


def pays_to_compile(plan: Schedule, values: int, ticks: int, *, cached: bool) -> bool:
    """Whether machine code is likely to save time over so many ticks with so many values."""
    patterns = [row.group.pattern for row in plan.rows]
    # ghost: allow[float-sum] these are whole numbers
    calls = sum(ticks * pattern.denominator // pattern.interval for pattern in patterns)
    values_a_call = values / max(1, len(plan.rows))
    interpreted_s = calls * (_INTERPRETED_CALL_S + values_a_call * _INTERPRETED_VALUE_S)
    if cached:
        return interpreted_s > _LOADING_S
    return interpreted_s > _COMPILATION_S + len(plan.rows) * _COMPILATION_PER_COMPONENT_S
