"""The work that reading a map may take: so much for each byte of its file.

A few lines of OpenDRIVE can describe curves that take hours to sample. Each evaluation of a
reference line counts, and too many of them are an error.
"""

from typing import final

from project_ghost.core.errors import InputError

__all__ = ["Effort"]

# An evaluation takes a few microseconds. Maps that we know of take up to twelve for each byte.
_EVALUATIONS_FREE = 2_000_000
_EVALUATIONS_PER_BYTE = 20


@final
class Effort:
    """Counts the evaluations of curves while one file is read."""

    __slots__ = ("_file", "_left")

    def __init__(self, file: str, size: int) -> None:
        self._file = file
        self._left: float = _EVALUATIONS_FREE + _EVALUATIONS_PER_BYTE * size

    def end(self) -> None:
        """The file was read: whoever evaluates its curves from now on decides how often."""
        self._left = float("inf")

    def spend(self, evaluations: int) -> None:
        """Count some evaluations; raise an error if the file has no more left."""
        self._left -= evaluations
        if self._left < 0:
            raise InputError(
                "the curves of the map take too long to sample for a file of this size",
                self._file,
                f"{_EVALUATIONS_FREE:,} evaluations and {_EVALUATIONS_PER_BYTE} for each byte",
                "check lengths and curvatures, or allow a larger tolerance_m",
            )
