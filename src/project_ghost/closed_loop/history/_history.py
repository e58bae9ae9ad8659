"""The samples of a simulation."""

from collections.abc import Iterator, Sequence
from typing import final

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError
from project_ghost.closed_loop.map import MapApi
from project_ghost.closed_loop.states import EgoState, StateSE2

from ._sample import SimulationHistorySample

__all__ = ["SimulationHistory"]


@final
class SimulationHistory:
    """The samples of a simulation, in the order of its iterations.

    `every` thins them: only every so many samples are kept, and the last one. With 0 the last one
    alone is kept, for runs whose recording is read afterwards: `runs.recorded_history` gives a
    history whose samples are read from the file when they are asked for.
    """

    def __init__(
        self,
        map_api: MapApi | None,
        mission_goal: StateSE2 | None,
        data: Sequence[SimulationHistorySample] | None = None,
        *,
        every: int = 1,
    ) -> None:
        if every < 0:
            raise ClosedLoopValueError(f"every is {every}", "SimulationHistory", "0 or more")
        self.map_api = map_api
        self.mission_goal = mission_goal
        self.data: Sequence[SimulationHistorySample] = [] if data is None else data
        self._every = every
        self._last_is_extra = False

    @property
    def samples(self) -> Sequence[SimulationHistorySample]:
        """The samples: another name of `data`."""
        return self.data

    def add_sample(self, sample: SimulationHistorySample) -> None:
        """Add the sample of the next iteration."""
        if not isinstance(self.data, list):
            raise ClosedLoopError(
                "the samples are those of a recording",
                "SimulationHistory.add_sample",
                "a history of a simulation, or one of its own",
                "make a SimulationHistory without data",
            )
        if self._last_is_extra:
            self.data.pop()
        self.data.append(sample)
        index = sample.iteration.index
        self._last_is_extra = self._every != 1 and (self._every == 0 or index % self._every != 0)

    def last(self) -> SimulationHistorySample:
        """The latest sample."""
        if not self.data:
            raise ClosedLoopError("Data is empty!")
        return self.data[-1]

    def reset(self) -> None:
        """Remove all samples."""
        self.data = []
        self._last_is_extra = False

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[SimulationHistorySample]:
        return iter(self.data)

    @property
    def extract_ego_state(self) -> list[EgoState]:
        """The state of the ego at each sample."""
        return [sample.ego_state for sample in self.data]

    @property
    def interval_seconds(self) -> float:
        """The time between two samples."""
        if not self.data:
            raise ClosedLoopValueError("Data is empty!")
        if len(self.data) == 1:
            raise ClosedLoopValueError(
                "Can't calculate the interval of a single-iteration simulation."
            )
        return self.data[1].iteration.time_s - self.data[0].iteration.time_s
