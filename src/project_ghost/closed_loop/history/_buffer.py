"""The latest states of the ego and observations, for a planner."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.observation import DetectionsTracks, Observation, Sensors
from project_ghost.closed_loop.states import EgoState
from project_ghost.core.duration import NS_PER_S

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["SimulationHistoryBuffer", "buffer_size"]


def buffer_size(duration_ns: int, interval_ns: int) -> int:
    """The number of samples in a buffer of a duration: one more than the interval needs."""
    return (duration_ns + interval_ns) // interval_ns + 1


@final
class SimulationHistoryBuffer:
    """The latest states of the ego and observations, oldest first.

    A full buffer drops its oldest sample when another is appended. Samples are immutable and kept
    in tuples: `copy` shares them, and whoever has a copy is not affected by later samples.
    """

    __slots__ = ("_ego_states", "_observations", "_sample_interval", "_size")

    def __init__(
        self,
        ego_state_buffer: Sequence[EgoState],
        observations_buffer: Sequence[Observation],
        sample_interval: float | None = None,
        *,
        size: int | None = None,
    ) -> None:
        if not ego_state_buffer or not observations_buffer:
            raise ClosedLoopValueError("Ego and observation buffers cannot be empty!")
        if len(ego_state_buffer) != len(observations_buffer):
            raise ClosedLoopValueError(
                "Ego and observations buffer is not the same length "
                f"{len(ego_state_buffer)} != {len(observations_buffer)}!"
            )
        self._size = len(ego_state_buffer) if size is None else size
        self._ego_states = tuple(ego_state_buffer)[-self._size :]
        self._observations = tuple(observations_buffer)[-self._size :]
        self._sample_interval = sample_interval

    @property
    def ego_state_buffer(self) -> tuple[EgoState, ...]:
        """The states of the ego, oldest first."""
        return self._ego_states

    @property
    def observation_buffer(self) -> tuple[Observation, ...]:
        """The observations, oldest first."""
        return self._observations

    @property
    def ego_states(self) -> list[EgoState]:
        """The states of the ego, oldest first."""
        return list(self._ego_states)

    @property
    def observations(self) -> list[Observation]:
        """The observations, oldest first."""
        return list(self._observations)

    @property
    def size(self) -> int:
        """The number of samples that it keeps at the most."""
        return self._size

    @property
    def duration(self) -> float | None:
        """The time that it spans when it is full, in seconds; None without an interval."""
        return None if self._sample_interval is None else self._sample_interval * self._size

    @property
    def current_state(self) -> tuple[EgoState, Observation]:
        """The latest state of the ego, and the latest observation."""
        return self._ego_states[-1], self._observations[-1]

    @property
    def sample_interval(self) -> float | None:
        """The time between two samples in seconds."""
        return self._sample_interval

    @sample_interval.setter
    def sample_interval(self, sample_interval: float) -> None:
        if self._sample_interval is not None:
            raise ClosedLoopValueError("Can't overwrite a pre-existing sample-interval!")
        self._sample_interval = sample_interval

    def append(self, ego_state: EgoState, observation: Observation) -> None:
        """Add a sample; the oldest is dropped if the buffer is full."""
        first = max(0, len(self._ego_states) + 1 - self._size)
        self._ego_states = (*self._ego_states[first:], ego_state)
        self._observations = (*self._observations[first:], observation)

    def extend(self, ego_states: Sequence[EgoState], observations: Sequence[Observation]) -> None:
        """Add samples, oldest first."""
        if len(ego_states) != len(observations):
            raise ClosedLoopValueError(
                f"Ego and observations are not the same length "
                f"{len(ego_states)} != {len(observations)}!"
            )
        for ego_state, observation in zip(ego_states, observations, strict=True):
            self.append(ego_state, observation)

    def copy(self) -> "SimulationHistoryBuffer":
        """A buffer with the same samples."""
        return SimulationHistoryBuffer(
            self._ego_states, self._observations, self._sample_interval, size=self._size
        )

    def __len__(self) -> int:
        return len(self._ego_states)

    @staticmethod
    def initialize_from_list(
        buffer_size: int,
        ego_states: Sequence[EgoState],
        observations: Sequence[Observation],
        sample_interval: float | None = None,
    ) -> "SimulationHistoryBuffer":
        """A buffer of this size with the latest of these samples."""
        return SimulationHistoryBuffer(ego_states, observations, sample_interval, size=buffer_size)

    @staticmethod
    def initialize_from_scenario(
        buffer_size: int,
        scenario: "AbstractScenario",
        observation_type: type[Observation],
    ) -> "SimulationHistoryBuffer":
        """A buffer with the past of a scenario, up to just before its first iteration.

        A scenario without a past gives a buffer with its first iteration alone.
        """
        if not issubclass(observation_type, DetectionsTracks | Sensors):
            raise ClosedLoopValueError(
                f"No matching observation type for {observation_type} for history!"
            )
        interval_s = scenario.database_interval
        horizon_s = buffer_size * scenario.period_ns / NS_PER_S
        egos = list(scenario.get_ego_past_trajectory(0, horizon_s, buffer_size))
        past: Sequence[Observation]
        if issubclass(observation_type, DetectionsTracks):
            past = list(scenario.get_past_tracked_objects(0, horizon_s, buffer_size))
        else:
            past = list(scenario.get_past_sensors(0, horizon_s, buffer_size))
        if not egos:
            first: Observation = scenario.initial_tracked_objects
            if not issubclass(observation_type, DetectionsTracks):
                first = scenario.initial_sensors
            egos, past = [scenario.initial_ego_state], [first]
        return SimulationHistoryBuffer(egos, past, interval_s, size=buffer_size)
