"""A planner that follows its route and the vehicle ahead, after the Intelligent Driver Model."""

from __future__ import annotations

import json
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.observation.idm import IDMAgentState, IDMLeadAgentState, IDMPolicy
from project_ghost.closed_loop.states import (
    Agent,
    EgoState,
    StateSE2,
    StateVector2D,
    TimePoint,
    VehicleParameters,
)
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import cos
from project_ghost.core.level import Level
from project_ghost.world.geometry import boxes_overlap, distance
from project_ghost.world.maps import RoadMap

from ._abstract import AbstractPlanner, PlannerInitialization, PlannerInput
from ._route_line import RouteLine, route_line
from ._stops import stop_places_m

__all__ = ["IDMPlanner"]


@final
class IDMPlanner(AbstractPlanner):
    """Follows the centre of its route, at the gap and the speed of the IDM.

    The leader is the nearest box that meets the path, as wide as the vehicle, or a stop line at
    a red light. On a free road, the end of the path is the leader. Objects
    stay where they are while it plans, as in nuPlan.
    """

    level = Level.PORTABLE

    def __init__(
        self,
        target_velocity: float = 10.0,
        min_gap_to_lead_agent: float = 1.0,
        headway_time: float = 1.5,
        accel_max: float = 1.0,
        decel_max: float = 3.0,
        planned_trajectory_samples: int = 16,
        planned_trajectory_sample_interval: float = 0.5,
        occupancy_map_radius: float = 40.0,
    ) -> None:
        self._policy = IDMPolicy(
            target_velocity, min_gap_to_lead_agent, headway_time, accel_max, decel_max
        )
        self._samples = planned_trajectory_samples
        self._interval_s = planned_trajectory_sample_interval
        self._radius_m = occupancy_map_radius
        self._initialization: PlannerInitialization | None = None
        self._start: list[float] = []
        self._line: RouteLine | None = None

    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def initialize(self, initialization: PlannerInitialization) -> None:
        """Take the route."""
        self._initialization = initialization
        self._line = None

    def observation_type(self) -> type[Observation]:
        """Tracked objects."""
        return DetectionsTracks

    def compute_planner_trajectory(self, current_input: PlannerInput) -> InterpolatedTrajectory:
        """The next seconds along the route."""
        ego, observation = current_input.history.current_state
        if not isinstance(observation, DetectionsTracks):
            raise ClosedLoopValueError(
                f"IDM planner only supports DetectionsTracks. Got {observation.detection_type()}"
            )
        if self._line is None:
            self._begin([*ego.center, ego.dynamic_car_state.speed])
        assert self._line is not None
        assert self._initialization is not None
        road_map = _road_map(self._initialization)
        ahead = _Ahead(
            self._line,
            self._obstacles(ego, observation),
            stop_places_m(road_map, self._line, current_input.traffic_light_data),
            ego.car_footprint.vehicle_parameters,
        )
        return self._planned(ego, ahead)

    def save(self) -> bytes:
        """Where the planner began, which the path depends on."""
        return json.dumps(self._start).encode()

    def load(self, data: bytes) -> None:
        """Find the same path again."""
        start = json.loads(data)
        if start:
            self._begin(start)

    def _begin(self, start: list[float]) -> None:
        """Find the path and the speed from the centre's pose and the speed at the first step."""
        known = self._initialization
        if known is None:
            raise ClosedLoopValueError("the planner was not initialized", "IDMPlanner")
        self._start = start
        x, y, heading, speed = start
        self._line = route_line(
            _road_map(known), known.route_roadblock_ids, StateSE2(x, y, heading), known.mission_goal
        )
        progress, _ = self._line.project(x, y)
        limit = float(self._line.limits_at(np.array([progress]))[0]) or self._policy.target_velocity
        self._policy.target_velocity = max(limit, speed)

    def _planned(self, ego: EgoState, ahead: _Ahead) -> InterpolatedTrajectory:
        line = ahead.line
        vehicle = ego.car_footprint.vehicle_parameters
        progress, _ = line.project(ego.center.x, ego.center.y)
        speed = ego.dynamic_car_state.center_velocity_2d.x
        state = IDMAgentState(progress, speed)
        reach = self._policy.target_velocity * self._samples * self._interval_s
        states = [_ego_on(line, state, ego.time_point, vehicle)]
        box, heading = ego.car_footprint.corners_array, ego.center.heading
        for index in range(1, self._samples + 1):
            leader = ahead.leader(state, box, heading, reach)
            after = self._policy.solve_forward_euler_idm_policy(
                IDMAgentState(0.0, state.velocity), leader, self._interval_s
            )
            state = IDMAgentState(state.progress + after.progress, max(after.velocity, 0.0))
            time_ns = ego.time_point.time_ns + index * round(self._interval_s * 1e9)
            states.append(_ego_on(line, state, TimePoint.from_ns(time_ns), vehicle))
            box = states[-1].car_footprint.corners_array
            heading = states[-1].center.heading
        return InterpolatedTrajectory(states)

    def _obstacles(self, ego: EgoState, observation: DetectionsTracks) -> list[_Obstacle]:
        found = []
        for thing in observation.tracked_objects:
            if ego.center.distance_to(thing.center) < self._radius_m:
                velocity = thing.velocity if isinstance(thing, Agent) else None
                speed = velocity.magnitude() if velocity is not None else 0.0
                corners = thing.box.corners_array
                found.append(_Obstacle(corners, speed, thing.center.heading))
        return found


@final
class _Obstacle:
    """Something that may stand in the way: a box, a speed and a heading."""

    def __init__(self, corners: Floats, speed: float, heading: float) -> None:
        self.corners = corners
        self.speed = speed
        self.heading = heading

    def apart(self, box: Floats) -> float:
        """The distance from another box."""
        return distance(box, 4, 0.0, self.corners, 4, 0.0)

    def may_touch(self, box: Floats) -> bool:
        """Whether the bounds of both overlap."""
        return bool(
            np.all(self.corners.min(axis=0) <= box.max(axis=0))
            and np.all(self.corners.max(axis=0) >= box.min(axis=0))
        )


@final
class _Ahead:
    """Which obstacles meet the path, and where."""

    def __init__(
        self,
        line: RouteLine,
        obstacles: list[_Obstacle],
        stops_m: list[float],
        vehicle: VehicleParameters,
    ) -> None:
        self.line = line
        self._stops_m = stops_m
        self._obstacles = obstacles
        self._half_length = vehicle.half_length
        self._meets = [_meets(line, each, vehicle.half_width) for each in obstacles]

    def leader(
        self, state: IDMAgentState, box: Floats, heading: float, reach_m: float
    ) -> IDMLeadAgentState:
        """The nearest obstacle on the path ahead or at the vehicle, else the path's end."""
        first, last = np.searchsorted(
            self.line.progress_m, [state.progress, state.progress + reach_m], side="right"
        ).tolist()
        nearest, least = None, float("inf")
        for obstacle, meets in zip(self._obstacles, self._meets, strict=True):
            on_path = bool(meets[max(0, first - 1) : last].any())
            if on_path or obstacle.may_touch(box):
                apart = obstacle.apart(box)
                if (on_path or apart <= 0.0) and apart < least:
                    nearest, least = obstacle, apart
        front = state.progress + self._half_length
        stop = next((each for each in self._stops_m if each >= front), float("inf"))
        if stop - front < least and stop <= state.progress + reach_m:
            return IDMLeadAgentState(stop - front, 0.0, 0.0)
        if nearest is None:
            gap = self.line.length_m - state.progress
            return IDMLeadAgentState(gap, 0.0, self._half_length)
        along = nearest.speed * cos(nearest.heading - heading)
        return IDMLeadAgentState(least, along, 0.0)


def _meets(line: RouteLine, obstacle: _Obstacle, half_width: float) -> NDArray[np.bool_]:
    """Whether each segment of the path, as wide as the vehicle, meets an obstacle."""
    lengths = np.diff(line.progress_m)
    centers = 0.5 * (line.points[:-1] + line.points[1:])
    halves = np.stack([0.5 * lengths, np.full(len(lengths), half_width)], axis=1)
    return boxes_overlap(centers, line.axes, halves, *_as_box(obstacle.corners))


def _as_box(corners: Floats) -> tuple[Floats, Floats, Floats]:
    """The centre, the axis and the half sizes of a box."""
    ahead, left = corners[0] - corners[1], corners[1] - corners[2]
    length = np.sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1])
    width = np.sqrt(left[0] * left[0] + left[1] * left[1])
    return 0.5 * (corners[0] + corners[2]), ahead / length, np.array([0.5 * length, 0.5 * width])


def _ego_on(
    line: RouteLine, state: IDMAgentState, time_point: TimePoint, vehicle: VehicleParameters
) -> EgoState:
    """The vehicle with its centre on the path."""
    ((x, y, heading),) = line.poses_at(np.array([state.progress])).tolist()
    return EgoState.build_from_center(
        StateSE2(x, y, heading),
        StateVector2D(state.velocity, 0.0),
        StateVector2D(0.0, 0.0),
        0.0,
        time_point,
        vehicle,
    )


def _road_map(known: PlannerInitialization) -> RoadMap | None:
    return None if known.map_api is None else known.map_api.road_map
