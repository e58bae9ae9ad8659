"""A planner that answers its port by itself, while the engine runs."""

import io
from collections.abc import Callable
from typing import TypeAlias, final

import numpy as np

from project_ghost.closed_loop.errors import (
    ENDING,
    ClosedLoopError,
    ClosedLoopValueError,
    escape_refused,
)
from project_ghost.closed_loop.history import SimulationHistory, SimulationHistorySample
from project_ghost.closed_loop.observation import DetectionsTracks, Sensors
from project_ghost.closed_loop.planner import (
    AbstractPlanner,
    PlannerInitialization,
    PlannerInput,
    name_of,
)
from project_ghost.closed_loop.scenario import AbstractScenario
from project_ghost.closed_loop.trajectory import AbstractTrajectory, InterpolatedTrajectory
from project_ghost.core.arrays import Floats
from project_ghost.engine import OpenPort

from ._loop import PlanningLoop
from ._plan_checks import iteration_place
from ._seat import PlannerSeat

__all__ = ["PlannerSession", "RecordedPlan", "initialization_of"]

# The plan at a time of a recorded run, and the number of its rows.
RecordedPlan: TypeAlias = Callable[[int], tuple[Floats, float]]


def initialization_of(scenario: AbstractScenario) -> PlannerInitialization:
    """What a planner is told before its first iteration."""
    return PlannerInitialization(
        scenario.get_route_roadblock_ids(), scenario.get_mission_goal(), scenario.map_api
    )


@final
class PlannerSession:
    """Answers a port with a planner: `engine.attach(port, session)`.

    Each run has a planner of its own: `make` is called when the port asks for the first time.
    With `recorded` no planner is asked: its plans are those of a recording.
    """

    def __init__(
        self,
        seat: PlannerSeat,
        scenario: AbstractScenario,
        make: Callable[[], AbstractPlanner],
        *,
        recorded: RecordedPlan | None = None,
        history: SimulationHistory | None = None,
    ) -> None:
        self.seat = seat
        self.history = history
        self.scenario = scenario
        self._make = make
        self._recorded = recorded
        self._loop = PlanningLoop(seat, scenario)
        self._planner: AbstractPlanner | None = None

    @property
    def planner(self) -> AbstractPlanner:
        """The planner of the present run, or one that is to be it."""
        if self._planner is None:
            self._planner = self._make()
        return self._planner

    def prepare(self) -> None:
        """Make the planner of the first run."""
        self._planner = self._make()

    def __call__(self, port: OpenPort) -> tuple[Floats, float]:
        """Answer the port at its present sample."""
        if port.time_ns == 0:
            self._begin()
        seen = self._loop.sample(port)
        if self._recorded is None:
            try:
                trajectory = self._planned(seen)
                answer = self._loop.accept(trajectory, name_of(self.planner))
            except Exception as error:
                error.add_note(iteration_place(name_of(self.planner), seen.iteration))
                raise
        else:
            answer = self._recorded(port.time_ns)
            trajectory = None
        if self.history is not None:
            self.history.add_sample(self._sample(seen, trajectory, answer))
        return answer

    def _planned(self, seen: PlannerInput) -> AbstractTrajectory:
        try:
            return self.planner.compute_trajectory(seen)
        except (Exception, *ENDING):
            raise
        except BaseException as error:
            raise escape_refused(error, name_of(self.planner)) from error

    def _sample(
        self,
        seen: PlannerInput,
        trajectory: AbstractTrajectory | None,
        answer: tuple[Floats, float],
    ) -> SimulationHistorySample:
        if trajectory is None:
            plan, count = answer
            trajectory = InterpolatedTrajectory(plan[: int(count)], self.seat.vehicle)
        ego_state, observation = seen.history.current_state
        latest = self._loop.seen
        assert latest is not None
        return SimulationHistorySample(
            seen.iteration,
            ego_state,
            trajectory,
            observation,
            latest.lights,
            latest.bodies,
            latest.ego,
        )

    def _begin(self) -> None:
        has_planned = self._loop.next_index > 0
        self._loop.reset()
        if self.history is not None:
            self.history.reset()
        if self._recorded is None:
            if has_planned:
                self._planner = None
            self._observe()
            try:
                self.planner.initialize(initialization_of(self.scenario))
            except (Exception, *ENDING):
                raise
            except BaseException as error:
                raise escape_refused(error, name_of(self.planner)) from error

    def _observe(self) -> None:
        """Give the planner what it wants to see, if the scenario has it."""
        wanted: object = self.planner.observation_type()
        if isinstance(wanted, type) and issubclass(DetectionsTracks, wanted):
            self._loop.observe(DetectionsTracks)
        elif wanted is Sensors and self.seat.planned.sensors is not None:
            self._loop.observe(Sensors)
        else:
            raise ClosedLoopValueError(
                "Error: The planner did not receive the right observations:"
                f"{wanted} != {DetectionsTracks} planner. Planner {type(self.planner)}",
                f"planner {name_of(self.planner)}",
                "DetectionsTracks; or Sensors, where the driver has `sensors`",
                "write `sensors: {file: log.mcap, pointcloud: /lidar}` in the driver, or choose "
                "another planner",
            )

    def close(self) -> None:
        """Close the planner of the run, if it has a method `close`; another run gets another."""
        planner, self._planner = self._planner, None
        self._loop.reset()
        close = getattr(planner, "close", None)
        if close is not None:
            close()

    # -------------------------------------------------------------- snapshots

    def save(self) -> bytes:
        """What the planner can see of the past, and its own state where it can be saved.

        A planner that was not asked has no state: it is asked for its past again.
        """
        own = None if self._recorded is not None else _saved(self.planner)
        file = io.BytesIO()
        np.savez(
            file,
            has_planner=np.array(own is not None),
            planner=np.frombuffer(own or b"", dtype=np.uint8),
            seen=np.frombuffer(self._loop.save(), dtype=np.uint8),
        )
        return file.getvalue()

    def load(self, data: bytes, *, is_other_planner: bool = False) -> bool:
        """Go to the state of `save`, with a new planner; returns whether that was possible.

        It is not if the planner cannot be saved. Another planner than the saved one begins here.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as stored:
                has_planner = bool(stored["has_planner"])
                planner, seen = stored["planner"].tobytes(), stored["seen"].tobytes()
        except (OSError, ValueError, KeyError) as error:
            raise ClosedLoopError(
                f"the planner's state cannot be read: {error}",
                f"planner of {self.seat.planned.actor}",
                "an unchanged checkpoint",
                "make the checkpoint again",
            ) from None
        if self._recorded is not None:
            self._loop.load(seen)
            return True
        self._planner = self._make()
        self._observe()
        self._loop.load(seen)
        self._planner.initialize(initialization_of(self.scenario))
        if is_other_planner:
            return True
        if has_planner:
            try:
                self._planner.load(planner)
            except Exception as error:
                what = f"failed: {type(error).__name__}: {error}"
                raise _not_stored(self._planner, "load", what) from error
        return has_planner

    def adopt(self, other: "PlannerSession") -> None:
        """Go on with the planner of another session, which has come to the same iteration."""
        self._planner, self._loop = other._planner, other._loop


def _saved(planner: AbstractPlanner) -> bytes | None:
    """The state of a planner; None where it cannot be saved."""
    try:
        data: object = planner.save()
    except NotImplementedError:
        return None
    except Exception as error:
        raise _not_stored(planner, "save", f"failed: {type(error).__name__}: {error}") from error
    if not isinstance(data, bytes):
        raise _not_stored(planner, "save", f"returned {data!r:.60}")
    return data


def _not_stored(planner: AbstractPlanner, method: str, what: str) -> ClosedLoopError:
    return ClosedLoopError(
        f"`{method}` of the planner {what}",
        f"planner {name_of(planner)}",
        "`save`, which returns bytes, and `load`, which takes them",
        "correct it; or remove both: then the planner is asked for its past again",
    )
