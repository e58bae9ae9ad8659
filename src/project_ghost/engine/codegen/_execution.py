"""The choice between interpreted and compiled execution, which have the same bits."""

from enum import StrEnum

from project_ghost.engine.component._components import Block, Host, Port
from project_ghost.engine.plan._schedule import Schedule

# Estimates: the interpreter's time for a call of a component and for each of its values, and the
# least time to load or compile machine code. Rough, because only time depends on them.
_INTERPRETED_CALL_S = 4e-6
_INTERPRETED_VALUE_S = 1e-6
_LOADING_S = 2.0
_COMPILATION_S = 8.0
_COMPILATION_PER_KIND_S = 1.0


class Execution(StrEnum):
    """How a run is executed. `AUTO` compiles runs that are long enough for it to pay."""

    AUTO = "auto"
    INTERPRETED = "interpreted"
    COMPILED = "compiled"


def interpreted_seconds(plan: Schedule, values: int, ticks: int) -> float:
    """How long the interpreter is likely to take for this number of ticks and values."""
    patterns = [row.group.pattern for row in plan.rows]
    # ghost: allow[float-sum] these are whole numbers
    calls = sum(ticks * pattern.denominator // pattern.interval for pattern in patterns)
    values_a_call = values / max(1, len(plan.rows))
    return calls * (_INTERPRETED_CALL_S + values_a_call * _INTERPRETED_VALUE_S)


def pays_to_compile(plan: Schedule, values: int, ticks: int, *, cached: bool) -> bool:
    """Whether machine code is likely to save time, for this number of ticks and values."""
    interpreted_s = interpreted_seconds(plan, values, ticks)
    if cached:
        return interpreted_s > _LOADING_S
    kinds = {type(row.component) for row in plan.rows}  # each is compiled once
    return interpreted_s > _COMPILATION_S + len(kinds) * _COMPILATION_PER_KIND_S


# More blocks than this take longer to compile as one function than they save in a run.
_INLINED_MAX = 48


def is_compiled_as_source(plan: Schedule) -> bool:
    """Whether the source of a schedule is compiled, and not the loop that executes its tables.

    In one function, LLVM computes once what several small blocks have in common, and keeps values
    in registers. A kernel gains nothing from that.
    """
    components = (row.component for row in plan.rows)
    compiled = [each for each in components if not isinstance(each, Host | Port)]
    return len(compiled) <= _INLINED_MAX and all(isinstance(each, Block) for each in compiled)
