"""Interpreted or compiled: the same bits, at different prices."""

from enum import StrEnum

from ._schedule import Schedule

# What one call of a component costs the interpreter, and what compiling costs at least.
# Rough, because nothing but time depends on it.
_INTERPRETED_CALL_S = 4e-6
_COMPILATION_S = 8.0
_COMPILATION_PER_COMPONENT_S = 0.3


class Execution(StrEnum):
    """How a run is executed. `AUTO` compiles what is long enough to repay it."""

    AUTO = "auto"
    INTERPRETED = "interpreted"
    COMPILED = "compiled"


def pays_to_compile(plan: Schedule, ticks: int) -> bool:
    """Whether compiling is likely to save time over so many ticks."""
    patterns = [row.group.pattern for row in plan.rows]
    # ghost: allow[float-sum] these are whole numbers
    calls = sum(ticks * pattern.denominator // pattern.interval for pattern in patterns)
    interpreted_s = calls * _INTERPRETED_CALL_S
    return interpreted_s > _COMPILATION_S + len(plan.rows) * _COMPILATION_PER_COMPONENT_S
