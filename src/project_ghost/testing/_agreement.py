"""Comparison of interpreted and compiled execution on random inputs."""

import warnings

from project_ghost.core.agreement import Remark
from project_ghost.core.compiled import is_available
from project_ghost.core.errors import GhostError
from project_ghost.engine import AbstractComponent, Engine

from ._bench import Ranges, driven
from ._bits import bits
from ._finding import Finding

_CAUSES = (
    "`**`, `round(x, n)`, `math.hypot`, `sum()`: Python and Numba compute them differently",
    "a global that changes: compiled code keeps the value that it was compiled with",
    "integers beyond 64 bits, which wrap around in compiled code",
    "an exception that only one of the two raises",
)


def refusal_findings(component: AbstractComponent) -> list[Finding]:
    """What the engine refuses: code that is known to differ between the executions."""
    return [
        Finding(f"interpreted and compiled code would differ: {remark}")
        for function in component.functions
        for remark in component.agreement(function).refused
    ]


class InterpretedOnlyWarning(UserWarning):
    """A component that is right, and never compiled."""


def warn_if_interpreted_only(component: AbstractComponent) -> None:
    """Tell that a component is not compiled, and why."""
    doubts = _doubts(component)
    if doubts:
        warnings.warn(
            f"{type(component).__name__} is only interpreted: {doubts[0]}",
            InterpretedOnlyWarning,
            stacklevel=3,
        )


def _doubts(component: AbstractComponent) -> list[Remark]:
    return [doubt for each in component.functions for doubt in component.agreement(each).doubts]


def agreement_findings(component: AbstractComponent, ranges: Ranges, samples: int) -> list[Finding]:
    """Run both executions and compare them after every sample.

    A component that is not known to agree is never compiled, so there is nothing to compare.
    """
    if _doubts(component) or not is_available():
        return []
    one, two = (
        Engine(driven(component, ranges), execution=execution)
        for execution in ("interpreted", "compiled")
    )
    for sample in range(samples):
        first, second = (_ran(engine, sample) for engine in (one, two))
        if first != second:
            return [Finding("interpreted and compiled fail differently", first, second, _CAUSES)]
        if first:
            return []  # both fail alike, and the check of calls reports it
        for kind, names in (("value", one.layout.signals), ("state", one.layout.states)):
            for name in names:
                first, second = (bits(getattr(e, kind)(name)) for e in (one, two))
                if first != second:
                    text = f"interpreted and compiled differ in {name!r} at sample {sample}"
                    return [Finding(text, first, second, _CAUSES)]
    return []


def _ran(engine: Engine, sample: int) -> str:
    """Run one more sample; return how it failed, or an empty text."""
    try:
        engine.run("10ms" if sample else "0ms")
    except GhostError as error:
        return f"{error.what} ({error.where})"
    return ""
