"""The base class of scenarios: six things of your own, everything else under nuPlan's names."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError
from project_ghost.closed_loop.map import (
    LightStatuses,
    MapApi,
    TrafficLightStatusData,
    TrafficLightStatuses,
)
from project_ghost.closed_loop.observation import DetectionsTracks, Sensors
from project_ghost.closed_loop.states import (
    EgoState,
    StateSE2,
    TimeDuration,
    TimePoint,
    TrackedObjects,
    VehicleParameters,
    get_pacifica_parameters,
)
from project_ghost.closed_loop.trajectory import TrajectorySampling
from project_ghost.core.arrays import Floats
from project_ghost.core.duration import NS_PER_S
from project_ghost.scenario import ScenarioFile
from project_ghost.scenario.surroundings import light_programs
from project_ghost.scenario.tables import SceneObject
from project_ghost.world.lights import colour_at
from project_ghost.world.maps import LightProgram, RoadMap
from project_ghost.world.navigation import onward_lanes
from project_ghost.world.objects import RecordedTrack

from ._ego_track import EgoTrack
from ._futures import add_recorded_futures
from ._lights import recorded_programs
from ._own_file import own_scenario_file
from ._past import PADDED_NS, padded_track
from ._route import lanes_between, lanes_here
from ._track_rows import track_rows

__all__ = ["AbstractScenario"]

# A route goes on for this long beyond its goal.
_BEYOND_M = 150.0


class AbstractScenario(ABC):
    """A scenario for planners. Give six things, and the rest follows from them.

    Time 0 is the start. What is recorded before it becomes the past of a planner's history, what
    is recorded after it is replayed or compared with. Stamps are whole nanoseconds and need not
    be even: everything is resampled at the period.
    """

    # ------------------------------------------------------------ the six

    @property
    @abstractmethod
    def road_map(self) -> RoadMap | None:
        """The map, for example from `world.maps.read_map`."""

    @property
    @abstractmethod
    def tracks(self) -> Sequence[RecordedTrack]:
        """The recorded objects, without the ego."""

    @property
    @abstractmethod
    def ego(self) -> EgoTrack:
        """The ego: its state at time 0, its past before, an expert after; the last two or none."""

    @property
    @abstractmethod
    def lights(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """By light of the map: the times at which it turns red, amber or green, from 0 on.

        A light that is not among them keeps the programme of the map.
        """

    @property
    @abstractmethod
    def goal(self) -> StateSE2 | None:
        """The pose that the ego is to reach, if any."""

    @property
    @abstractmethod
    def period_ns(self) -> int:
        """The time between two iterations, at which the planner is asked."""

    # ------------------------------------------------------- what may be changed

    @property
    def token(self) -> str:
        """The identity of the scenario; its name by default."""
        return self.scenario_name

    @property
    def log_name(self) -> str:
        """The recording that it comes from; its name by default."""
        return self.scenario_name

    @property
    def scenario_name(self) -> str:
        """The name of the scenario."""
        return type(self).__name__

    @property
    def scenario_type(self) -> str:
        """The kind of situation, over which scores are averaged."""
        return "unknown"

    @property
    def ego_vehicle_parameters(self) -> VehicleParameters:
        """The measures of the ego's vehicle."""
        return get_pacifica_parameters()

    @property
    def pad_history(self) -> bool:
        """Whether the past of all objects is extended backwards at constant velocity."""
        return False

    def get_number_of_iterations(self) -> int:
        """The number of iterations: up to the end of the expert, or of the last track."""
        ends = [int(track.stamps_ns[-1]) for track in self.tracks]
        last_ns = int(self.ego.stamps_ns[-1]) if self.ego.has_expert else max(ends, default=0)
        return last_ns // self.period_ns + 1

    def get_route_roadblock_ids(self) -> list[str]:
        """The roadblocks from the start to the goal and beyond, in order, without repeats.

        Where there is no way to a goal, they are those that lie straight ahead: planners of
        nuPlan expect a route, and one that does not end where they do. A route of one roadblock
        has it twice: the devkit's own planners look for the ego in the first two.
        """
        if self.map_api is None or self.road_map is None:
            return []
        lanes = self.route_lanes or lanes_here(self.road_map, self.initial_ego_state.center)
        after = onward_lanes(self.road_map, lanes[-1], _BEYOND_M, without=lanes) if lanes else ()
        roads = (self.map_api.roadblock_of(lane) for lane in (*lanes, *after))
        route = list(dict.fromkeys(roads))
        return 2 * route if len(route) == 1 else route

    @cached_property
    def route_lanes(self) -> tuple[str, ...]:
        """The lanes from the start to the goal; none without a map or a goal."""
        if self.road_map is None or self.goal is None:
            return ()
        return lanes_between(self.road_map, self.initial_ego_state.center, self.goal)

    def get_sensors_at_iteration(self, iteration: int, channels: object = None) -> Sensors:
        """The raw sensor data at an iteration; a scenario has none unless it defines this."""
        raise ClosedLoopError(
            f"the scenario {self.scenario_name} has no sensor data",
            f"get_sensors_at_iteration({iteration}, {channels!r})",
            "a scenario that defines get_sensors_at_iteration",
            "use a planner whose observation_type is DetectionsTracks",
        )

    def scenario_file(self, driver: Mapping[str, Any], traffic: Mapping[str, Any]) -> ScenarioFile:
        """The scenario as a file, with these keys of the ego's driver and of the tracks."""
        return own_scenario_file(self, driver, traffic)

    # --------------------------------------------------------------- time

    @property
    def database_interval(self) -> float:
        """The time between two iterations in seconds."""
        return self.period_ns / NS_PER_S

    def get_time_point(self, iteration: int) -> TimePoint:
        """The time of an iteration."""
        return TimePoint.from_ns(iteration * self.period_ns)

    @property
    def start_time(self) -> TimePoint:
        """The time of the first iteration."""
        return self.get_time_point(0)

    @property
    def end_time(self) -> TimePoint:
        """The time of the last iteration."""
        return self.get_time_point(self.get_number_of_iterations() - 1)

    @property
    def duration_s(self) -> TimeDuration:
        """The time from the first iteration to the last."""
        return self.end_time.diff(self.start_time)

    def get_past_timestamps(
        self, iteration: int, time_horizon: float, num_samples: int | None = None
    ) -> Iterator[TimePoint]:
        """The times before an iteration, oldest first."""
        times = self._past_ns(iteration, time_horizon, num_samples)
        return (TimePoint.from_ns(time_ns) for time_ns in times)

    def get_future_timestamps(
        self, iteration: int, time_horizon: float, num_samples: int | None = None
    ) -> Iterator[TimePoint]:
        """The times after an iteration."""
        times = self._future_ns(iteration, time_horizon, num_samples)
        return (TimePoint.from_ns(time_ns) for time_ns in times)

    # ----------------------------------------------------------- map and goal

    @cached_property
    def map_api(self) -> MapApi | None:
        """The map, under nuPlan's names."""
        return None if self.road_map is None else MapApi(self.road_map)

    def get_mission_goal(self) -> StateSE2 | None:
        """The pose that the ego is to reach, if any."""
        return self.goal

    # ---------------------------------------------------------------- ego

    @cached_property
    def _even_ego(self) -> EgoTrack:
        """The ego at multiples of the period."""
        track = self.ego.resampled(self.period_ns)
        return track.padded(PADDED_NS, self.period_ns) if self.pad_history else track

    @property
    def initial_ego_state(self) -> EgoState:
        """The ego at the first iteration."""
        return self._ego_at(0)

    def get_ego_state_at_iteration(self, iteration: int) -> EgoState:
        """The recorded ego at an iteration."""
        return self._ego_at(iteration * self.period_ns)

    def get_expert_ego_trajectory(self) -> Iterator[EgoState]:
        """The recorded ego from the first iteration on; the first state alone without an expert."""
        stamps = self._even_ego.stamps_ns
        return (self._ego_at(int(time_ns)) for time_ns in stamps[stamps >= 0])

    def get_expert_goal_state(self) -> StateSE2:
        """The last pose of the recorded ego."""
        return self._ego_at(int(self._even_ego.stamps_ns[-1])).rear_axle

    def get_ego_trajectory_slice(self, start_idx: int, end_idx: int) -> Iterator[EgoState]:
        """The recorded ego at iterations, the last one excluded."""
        return (self.get_ego_state_at_iteration(i) for i in range(start_idx, end_idx))

    def get_ego_past_trajectory(
        self, iteration: int, time_horizon: float, num_samples: int | None = None
    ) -> Iterator[EgoState]:
        """The recorded ego before an iteration, oldest first; as far back as it is recorded."""
        times = self._past_ns(iteration, time_horizon, num_samples)
        return (self._ego_at(time_ns) for time_ns in times if self._has_ego(time_ns))

    def get_ego_future_trajectory(
        self, iteration: int, time_horizon: float, num_samples: int | None = None
    ) -> Iterator[EgoState]:
        """The recorded ego after an iteration, as far as it is recorded."""
        times = self._future_ns(iteration, time_horizon, num_samples)
        return (self._ego_at(time_ns) for time_ns in times if self._has_ego(time_ns))

    def _has_ego(self, time_ns: int) -> bool:
        stamps = self._even_ego.stamps_ns
        return bool(stamps[0] <= time_ns <= stamps[-1])

    def _ego_at(self, time_ns: int) -> EgoState:
        if not self._has_ego(time_ns):
            stamps = self._even_ego.stamps_ns
            raise ClosedLoopError(
                f"the ego is not recorded at {time_ns:_} ns",
                self.scenario_name,
                f"a time from {stamps[0]:_} to {stamps[-1]:_} ns",
            )
        row = self._even_ego.at(np.array([time_ns]))[0]
        return EgoState.from_row(row, time_ns, self.ego_vehicle_parameters)

    # ------------------------------------------------------------- objects

    @cached_property
    def _scene_objects(self) -> tuple[SceneObject, ...]:
        return tuple(
            SceneObject(track.kind, track.length_m, track.width_m, track.name, is_recorded=True)
            for track in self.tracks
        )

    @property
    def initial_tracked_objects(self) -> DetectionsTracks:
        """The recorded objects at the first iteration."""
        return self.get_tracked_objects_at_iteration(0)

    def get_tracked_objects_at_iteration(
        self, iteration: int, future_trajectory_sampling: TrajectorySampling | None = None
    ) -> DetectionsTracks:
        """The recorded objects at an iteration, with their future if asked to."""
        return self._detections(iteration * self.period_ns, future_trajectory_sampling)

    def get_tracked_objects_within_time_window_at_iteration(
        self,
        iteration: int,
        past_time_horizon: float,
        future_time_horizon: float,
        filter_track_tokens: Sequence[str] | None = None,
        future_trajectory_sampling: TrajectorySampling | None = None,
    ) -> DetectionsTracks:
        """The recorded objects from some time before an iteration to some time after it."""
        times = [
            *self._past_ns(iteration, past_time_horizon, None),
            iteration * self.period_ns,
            *self._future_ns(iteration, future_time_horizon, None),
        ]
        wanted = None if filter_track_tokens is None else set(filter_track_tokens)
        found = [
            each
            for time_ns in times
            for each in self._detections(time_ns, future_trajectory_sampling).tracked_objects
            if wanted is None or each.track_token in wanted
        ]
        return DetectionsTracks(TrackedObjects(found))

    def get_past_tracked_objects(
        self,
        iteration: int,
        time_horizon: float,
        num_samples: int | None = None,
        future_trajectory_sampling: TrajectorySampling | None = None,
    ) -> Iterator[DetectionsTracks]:
        """The recorded objects before an iteration, oldest first; as far back as the ego."""
        times = self._past_ns(iteration, time_horizon, num_samples)
        return (
            self._detections(time_ns, future_trajectory_sampling)
            for time_ns in times
            if self._has_ego(time_ns)
        )

    def get_future_tracked_objects(
        self,
        iteration: int,
        time_horizon: float,
        num_samples: int | None = None,
        future_trajectory_sampling: TrajectorySampling | None = None,
    ) -> Iterator[DetectionsTracks]:
        """The recorded objects after an iteration."""
        times = self._future_ns(iteration, time_horizon, num_samples)
        return (self._detections(time_ns, future_trajectory_sampling) for time_ns in times)

    @cached_property
    def _padded_tracks(self) -> tuple[RecordedTrack, ...]:
        """The tracks, extended backwards if asked to."""
        if not self.pad_history:
            return tuple(self.tracks)
        return tuple(padded_track(track, PADDED_NS) for track in self.tracks)

    def _detections(
        self, time_ns: int, future: TrajectorySampling | None = None
    ) -> DetectionsTracks:
        rows = track_rows(self._padded_tracks, time_ns)
        rows.flags.writeable = False
        tracked = TrackedObjects.from_rows(rows, self._scene_objects, time_ns)
        if future is not None:
            add_recorded_futures(tracked, self._padded_tracks, time_ns, future)
        return DetectionsTracks(tracked)

    # ------------------------------------------------------------- sensors

    @property
    def initial_sensors(self) -> Sensors:
        """The raw sensor data at the first iteration."""
        return self.get_sensors_at_iteration(0)

    def get_past_sensors(
        self,
        iteration: int,
        time_horizon: float,
        num_samples: int | None = None,
        channels: object = None,
    ) -> Iterator[Sensors]:
        """The raw sensor data before an iteration; a scenario without a past has none."""
        times = self._past_ns(iteration, time_horizon, num_samples)
        indices = (time_ns // self.period_ns for time_ns in times if time_ns >= 0)
        return (self.get_sensors_at_iteration(index, channels) for index in indices)

    def get_lidar_to_ego_transform(self) -> Floats:
        """The pose of the lidar on the vehicle: the origin, unless a scenario defines it."""
        return np.eye(4)

    # -------------------------------------------------------------- lights

    def get_traffic_light_status_at_iteration(
        self, iteration: int
    ) -> Iterator[TrafficLightStatusData]:
        """The colour of each lane connector behind a light."""
        return iter(self._lights_at(iteration * self.period_ns))

    def get_past_traffic_light_status_history(
        self, iteration: int, time_horizon: float, num_samples: int | None = None
    ) -> Iterator[TrafficLightStatuses]:
        """The colours before an iteration, oldest first."""
        times = self._past_ns(iteration, time_horizon, num_samples)
        return (TrafficLightStatuses(self._lights_at(t)) for t in times if t >= 0)

    def get_future_traffic_light_status_history(
        self, iteration: int, time_horizon: float, num_samples: int | None = None
    ) -> Iterator[TrafficLightStatuses]:
        """The colours after an iteration."""
        times = self._future_ns(iteration, time_horizon, num_samples)
        return (TrafficLightStatuses(self._lights_at(t)) for t in times)

    def _lights_at(self, time_ns: int) -> list[TrafficLightStatusData]:
        if self.road_map is None:
            return []
        programs = self._light_programs
        names = [name for program in programs for name in program.lights]
        colours = [
            colour_at(program, name, time_ns) for program in programs for name in program.lights
        ]
        return LightStatuses(self.road_map, names).at(colours, time_ns)

    @cached_property
    def _light_programs(self) -> tuple[LightProgram, ...]:
        """When each light shows which colour."""
        programs = () if self.road_map is None else self.road_map.programs
        return light_programs(programs, recorded_programs(self.lights))

    # ------------------------------------------------------------- helpers

    def _steps(self, time_horizon: float, num_samples: int | None) -> range:
        """How many periods away each sample within a horizon is."""
        periods = round(time_horizon * NS_PER_S) // self.period_ns
        if num_samples is None:
            return range(1, periods + 1)
        if num_samples < 1 or periods < num_samples:
            raise ClosedLoopValueError(
                f"{num_samples} samples within {time_horizon} s",
                self.scenario_name,
                f"1 to {periods}, one for each {self.database_interval} s",
                "ask for fewer samples, or for a longer time",
            )
        step = periods // num_samples
        return range(step, step * num_samples + 1, step)

    def _past_ns(self, iteration: int, horizon: float, num_samples: int | None) -> list[int]:
        steps = reversed(self._steps(horizon, num_samples))
        return [(iteration - step) * self.period_ns for step in steps]

    def _future_ns(self, iteration: int, horizon: float, num_samples: int | None) -> list[int]:
        steps = self._steps(horizon, num_samples)
        return [(iteration + step) * self.period_ns for step in steps]
