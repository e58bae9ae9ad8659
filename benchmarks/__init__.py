"""Costs, each beside a plain reference measured in the same run.

A benchmark is a function that takes nothing and returns a `Result`; a module lists its
own in `BENCHMARKS` and stands in `MODULES`. They are no tests: timings are noisy, and
only the ratios within one run mean something.
"""

from typing import TypedDict

__all__ = ["MODULES", "Result"]

MODULES = (
    "belief",
    "clock_bus",
    "closed_loop",
    "components",
    "dmath",
    "engine",
    "estimation",
    "gym",
    "lint",
    "maps",
    "randomness",
    "recording",
    "scenarios",
    "sweep",
    "symbolic",
    "traffic",
    "view",
    "world",
)


class Result(TypedDict):
    """One figure: `ratios` tells how many times the named reference's speed it has."""

    name: str
    value: float
    unit: str
    ratios: dict[str, float]
