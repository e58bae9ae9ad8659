"""A path of poses, linear in between."""

from collections.abc import Sequence
from typing import final

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.geometry import angles_between, values_between
from project_ghost.closed_loop.states import ProgressStateSE2

from ._abstract import AbstractPath

__all__ = ["InterpolatedPath"]


@final
class InterpolatedPath(AbstractPath):
    """Poses, linear in between; headings turn the short way."""

    def __init__(self, path: list[ProgressStateSE2]) -> None:
        if len(path) < 2:
            raise ClosedLoopValueError("Path has to has more than 1 element!")
        self._path = path
        rows = np.array([tuple(point) for point in path], dtype=np.float64)
        self._progress = rows[:, 0]
        self._positions = rows[:, 1:3]
        self._headings = rows[:, 3:]

    def get_start_progress(self) -> float:
        """The progress of the first pose."""
        return self._path[0].progress

    def get_end_progress(self) -> float:
        """The progress of the last pose."""
        return self._path[-1].progress

    def get_state_at_progress(self, progress: float) -> ProgressStateSE2:
        """The pose at a progress within the path."""
        return self.get_state_at_progresses([progress])[0]

    def get_state_at_progresses(self, progresses: Sequence[float]) -> list[ProgressStateSE2]:
        """The poses at several progresses within the path."""
        start, end = self.get_start_progress(), self.get_end_progress()
        for progress in progresses:
            if not start <= progress <= end:
                raise ClosedLoopValueError(f"Progress exceeds path! {start} <= {progress} <= {end}")
        wanted = np.array(progresses, dtype=np.float64)
        positions = values_between(self._progress, self._positions, wanted).tolist()
        headings = angles_between(self._progress, self._headings, wanted).tolist()
        return [
            ProgressStateSE2(progress=float(progress), x=x, y=y, heading=heading)
            for progress, (x, y), (heading,) in zip(progresses, positions, headings, strict=True)
        ]

    def get_sampled_path(self) -> list[ProgressStateSE2]:
        """The poses that the path was made of."""
        return self._path
