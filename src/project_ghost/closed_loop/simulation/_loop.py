"""One planner's loop: what it sees at each iteration, and the plans that answer its port.

Whoever drives a run uses this: a simulation step by step, the function that `ghost run` attaches
to the port, a replay. So all of them give the same bits.

Why: ADR 30.
"""

import io
from typing import Any, final

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError
from project_ghost.closed_loop.history import SimulationHistoryBuffer
from project_ghost.closed_loop.history._buffer import buffer_size
from project_ghost.closed_loop.observation import DetectionsTracks, Observation, Sensors
from project_ghost.closed_loop.planner import PlannerInput
from project_ghost.closed_loop.scenario import AbstractScenario
from project_ghost.core.arrays import Floats
from project_ghost.core.duration import NS_PER_S
from project_ghost.engine import OpenPort

from ._plan_checks import checked_plan
from ._seat import PlannerSeat, SeenSample

__all__ = ["BUFFER_DURATION_S", "PlanningLoop"]

BUFFER_DURATION_S = 2.0


@final
class PlanningLoop:
    """The samples that a planner gets, with their history, and the checks of what it answers."""

    def __init__(
        self,
        seat: PlannerSeat,
        scenario: AbstractScenario,
        buffer_duration_s: float = BUFFER_DURATION_S,
        *,
        observation_type: type[Observation] = DetectionsTracks,
    ) -> None:
        self.seat = seat
        self._scenario = scenario
        self._has_sensors = issubclass(observation_type, Sensors)
        self._size = buffer_size(
            require_buffer_duration_ns(buffer_duration_s, seat.period_ns), seat.period_ns
        )
        self._buffer: SimulationHistoryBuffer | None = None
        self._input: PlannerInput | None = None
        self._seen: SeenSample | None = None

    def observe(self, observation_type: type[Observation]) -> None:
        """Give the planner this type of observation from now on."""
        self._has_sensors = issubclass(observation_type, Sensors)

    def reset(self) -> None:
        """Forget all samples."""
        self._buffer = self._input = self._seen = None

    @property
    def seen(self) -> SeenSample | None:
        """The latest sample."""
        return self._seen

    @property
    def buffer(self) -> SimulationHistoryBuffer | None:
        """The latest samples, with what the scenario has before its start."""
        return self._buffer

    @property
    def next_index(self) -> int:
        """The iteration of the next sample."""
        return 0 if self._seen is None else self._seen.iteration.index + 1

    @property
    def planner_input(self) -> PlannerInput:
        """The latest sample, as a planner gets it."""
        if self._input is None:
            raise ClosedLoopError("Simulation was not initialized!")
        return self._input

    def sample(self, port: OpenPort) -> PlannerInput:
        """Take the sample at which the port waits."""
        return self._take(self._observed(self.seat.seen(port)))

    def _observed(self, seen: SeenSample) -> SeenSample:
        """The sample with the scenario's raw sensor data instead, if the planner wants those."""
        if not self._has_sensors:
            return seen
        sensors = self._scenario.get_sensors_at_iteration(seen.iteration.index)
        return seen._replace(observation=sensors)

    def _take(self, seen: SeenSample) -> PlannerInput:
        index = seen.iteration.index
        if index != self.next_index:
            raise ClosedLoopError(
                f"the port is at iteration {index}, its planner at {self.next_index}",
                f"planner of {self.seat.planned.actor}",
                "every iteration in order, from the first on",
                "run from the start, or restore the planner with the run",
            )
        if self._buffer is None:
            self._buffer = self._first_buffer(seen)
        else:
            self._buffer = self._buffer.copy()
            self._buffer.append(seen.ego_state, seen.observation)
        self._seen = seen
        self._input = PlannerInput(seen.iteration, self._buffer, list(seen.lights))
        return self._input

    def _first_buffer(self, seen: SeenSample) -> SimulationHistoryBuffer:
        """The past of the scenario, if it has one, and the first sample."""
        size, period_s = self._size, self.seat.period_ns / NS_PER_S
        horizon = 0, size * period_s, size
        egos = list(self._scenario.get_ego_past_trajectory(*horizon))
        past: list[Observation]
        if self._has_sensors:
            past = [*self._scenario.get_past_sensors(*horizon)]
            both = min(len(past), len(egos))
            past, egos = past[len(past) - both :], egos[len(egos) - both :]
        else:
            past = list(self._scenario.get_past_tracked_objects(*horizon))
        return SimulationHistoryBuffer(
            [*egos, seen.ego_state], [*past, seen.observation], period_s, size=size
        )

    def accept(self, trajectory: Any, planner: str) -> tuple[Floats, float]:  # noqa: ANN401
        """Check a plan for the latest sample; the table and the count that answer the port."""
        if self._seen is None:
            raise ClosedLoopError("Simulation was not initialized!")
        planned = self.seat.planned
        return checked_plan(trajectory, self._seen, planned.period_ns, planned.controller, planner)

    # -------------------------------------------------------------- snapshots

    def save(self) -> bytes:
        """The samples that a planner can still see."""
        assert self._buffer is not None
        assert self._seen is not None
        latest = self._seen.bodies
        run = [
            (ego.array, _rows(seen, latest), ego.time_point.time_ns)
            for ego, seen in zip(
                self._buffer.ego_state_buffer, self._buffer.observation_buffer, strict=True
            )
            if ego.time_point.time_ns >= 0
        ]
        file = io.BytesIO()
        np.savez(
            file,
            ego=np.array([each[0] for each in run]),
            rows=np.array([each[1] for each in run]),
            times_ns=np.array([each[2] for each in run], dtype=np.int64),
            colours=np.array(self._seen.colours),
        )
        return file.getvalue()

    def load(self, data: bytes) -> None:
        """Restore the samples of `save`."""
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            egos, rows, times_ns = stored["ego"], stored["rows"], stored["times_ns"].tolist()
            colours = stored["colours"].tolist()
        self.reset()
        seen = [
            self._observed(self.seat.sample(ego, bodies, colours, time_ns))
            for ego, bodies, time_ns in zip(egos, rows, times_ns, strict=True)
        ]
        self._buffer = self._first_buffer(seen[0])
        for each in seen[1:]:
            self._buffer.append(each.ego_state, each.observation)
        self._seen = seen[-1]
        self._input = PlannerInput(self._seen.iteration, self._buffer, list(self._seen.lights))


def _rows(observation: Observation, other: Floats | None = None) -> Floats:
    """The rows of the scene that an observation was made of; those of raw sensor data are given."""
    if isinstance(observation, DetectionsTracks):
        return observation.tracked_objects.array
    assert other is not None
    return other


def require_buffer_duration_ns(duration_s: float, period_ns: int) -> int:
    """The duration of a buffer in nanoseconds; it has to hold an interval at least."""
    duration_ns = round(duration_s * NS_PER_S)
    if duration_ns < period_ns:
        interval_s = period_ns / NS_PER_S
        raise ClosedLoopValueError(
            f"simulation_history_buffer_duration too small: {duration_s} has to be larger than "
            f"the scenario database_interval {interval_s}",
            "Simulation",
            f"{interval_s} s or more",
            f"give simulation_history_buffer_duration={interval_s} at least",
        )
    return duration_ns
