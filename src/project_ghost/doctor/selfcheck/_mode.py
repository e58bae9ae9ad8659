"""The two ways to run the same source."""

from enum import StrEnum


class Mode(StrEnum):
    """How a workload is run: by CPython, or compiled by Numba."""

    INTERPRETED = "interpreted"
    COMPILED = "compiled"


BOTH = (Mode.INTERPRETED, Mode.COMPILED)
