"""The base of planners that follow a path behind whoever is ahead, with nuPlan's parts.

A planner that derives from it sets `_ego_path` and `_ego_path_linestring` (shapely's), and calls
the parts from `compute_planner_trajectory`. Our own IDM planner does without shapely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.map import (
    AbstractMap,
    SemanticMapLayer,
    TrafficLightStatusData,
    TrafficLightStatusType,
)
from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.observation.idm import (
    IDMAgentState,
    IDMLeadAgentState,
    IDMPolicy,
    path_to_linestring,
)
from project_ghost.closed_loop.occupancy import STRTreeOccupancyMap, STRTreeOccupancyMapFactory
from project_ghost.closed_loop.path import AbstractPath, trim_path
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.states import (
    Agent,
    EgoState,
    SceneObject,
    StateSE2,
    StateVector2D,
    TimePoint,
    VehicleParameters,
)
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.core.dmath import cos

if TYPE_CHECKING:
    from shapely.geometry import LineString, Polygon

__all__ = ["AbstractIDMPlanner"]


class AbstractIDMPlanner(AbstractPlanner):
    """Parts of a planner that follows a path after the Intelligent Driver Model."""

    def __init__(
        self,
        target_velocity: float,
        min_gap_to_lead_agent: float,
        headway_time: float,
        accel_max: float,
        decel_max: float,
        planned_trajectory_samples: int,
        planned_trajectory_sample_interval: float,
        occupancy_map_radius: float,
    ) -> None:
        self._policy = IDMPolicy(
            target_velocity, min_gap_to_lead_agent, headway_time, accel_max, decel_max
        )
        self._planned_trajectory_samples = planned_trajectory_samples
        self._planned_trajectory_sample_interval = planned_trajectory_sample_interval
        self._planned_horizon = planned_trajectory_samples * planned_trajectory_sample_interval
        self._occupancy_map_radius = occupancy_map_radius
        self._max_path_length = self._policy.target_velocity * self._planned_horizon
        self._ego_token = "ego_token"  # noqa: S105 - the name of a shape
        self._red_light_token = "red_light"  # noqa: S105
        # A derived planner gives these, in `initialize` and at its first step.
        self._map_api: AbstractMap | None = None
        self._route_roadblocks: list[Any] = []
        self._candidate_lane_edge_ids: list[str] | None = None
        self._ego_path: AbstractPath | None = None
        self._ego_path_linestring: LineString | None = None

    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def observation_type(self) -> type[Observation]:
        """Tracked objects."""
        return DetectionsTracks

    def _initialize_route_plan(self, route_roadblock_ids: Sequence[str]) -> None:
        """Take the roadblocks of a route, and the lanes in them as those that may be used."""
        map_api = _required(self._map_api, "_map_api")
        layers = SemanticMapLayer.ROADBLOCK, SemanticMapLayer.ROADBLOCK_CONNECTOR
        self._route_roadblocks = [
            next(filter(None, (map_api.get_map_object(name, layer) for layer in layers)), None)
            for name in route_roadblock_ids
        ]
        self._candidate_lane_edge_ids = [
            edge.id for block in self._route_roadblocks if block for edge in block.interior_edges
        ]
        if not self._route_roadblocks:
            raise ClosedLoopValueError(
                "Cannot create route plan. No roadblocks were extracted from the given "
                "route_roadblock_ids!"
            )

    def _construct_occupancy_map(
        self, ego_state: EgoState, observation: Observation
    ) -> tuple[STRTreeOccupancyMap, dict[str, SceneObject]]:
        """The objects within the radius, as shapes and by their tokens."""
        if not isinstance(observation, DetectionsTracks):
            raise ClosedLoopValueError(
                f"IDM planner only supports DetectionsTracks. Got {observation.detection_type()}"
            )
        near = {
            str(each.track_token): each
            for each in observation.tracked_objects
            if ego_state.center.distance_to(each.center) < self._occupancy_map_radius
        }
        return STRTreeOccupancyMapFactory.get_from_boxes(near.values()), near

    def _annotate_occupancy_map(
        self,
        traffic_light_data: Iterable[TrafficLightStatusData],
        occupancy_map: STRTreeOccupancyMap,
    ) -> None:
        """Put the connectors behind red lights of the route into the map."""
        map_api = _required(self._map_api, "_map_api")
        candidates = _required(self._candidate_lane_edge_ids, "_candidate_lane_edge_ids")
        for light in traffic_light_data:
            name = str(light.lane_connector_id)
            if light.status == TrafficLightStatusType.RED and name in candidates:
                connector = map_api.get_map_object(name, SemanticMapLayer.LANE_CONNECTOR)
                occupancy_map.insert(f"{self._red_light_token}_{name}", connector.polygon)

    def _get_planned_trajectory(
        self,
        ego_state: EgoState,
        occupancy_map: STRTreeOccupancyMap,
        unique_observations: Mapping[str, SceneObject],
    ) -> InterpolatedTrajectory:
        """The next samples along the path, each behind the leader of the one before."""
        from shapely.geometry import Point

        line = _required(self._ego_path_linestring, "_ego_path_linestring")
        vehicle = ego_state.car_footprint.vehicle_parameters
        idm_state = IDMAgentState(
            float(line.project(Point(ego_state.center.x, ego_state.center.y))),
            ego_state.dynamic_car_state.center_velocity_2d.x,
        )
        states = [self._idm_state_to_ego_state(idm_state, ego_state.time_point, vehicle)]
        interval_ns = round(self._planned_trajectory_sample_interval * 1e9)
        for index in range(1, self._planned_trajectory_samples + 1):
            leader = self._get_leading_object(
                idm_state, states[-1], occupancy_map, unique_observations
            )
            self._propagate(idm_state, leader, self._planned_trajectory_sample_interval)
            time_point = TimePoint.from_ns(ego_state.time_point.time_ns + index * interval_ns)
            states.append(self._idm_state_to_ego_state(idm_state, time_point, vehicle))
        return InterpolatedTrajectory(states)

    def _propagate(self, ego: IDMAgentState, lead_agent: IDMLeadAgentState, tspan: float) -> None:
        """Move the state for a while, in place; it does not roll backwards."""
        after = self._policy.solve_forward_euler_idm_policy(
            IDMAgentState(0.0, ego.velocity), lead_agent, tspan
        )
        ego.progress += after.progress
        ego.velocity = max(after.velocity, 0.0)

    def _idm_state_to_ego_state(
        self, idm_state: IDMAgentState, time_point: TimePoint, vehicle_parameters: VehicleParameters
    ) -> EgoState:
        """The vehicle with its centre on the path."""
        path = _required(self._ego_path, "_ego_path")
        place = path.get_state_at_progress(_within(path, idm_state.progress))
        return EgoState.build_from_center(
            StateSE2(place.x, place.y, place.heading),
            StateVector2D(idm_state.velocity, 0.0),
            StateVector2D(0.0, 0.0),
            0.0,
            time_point,
            vehicle_parameters,
        )

    # ------------------------------------------------------------------ leaders

    def _get_expanded_ego_path(self, ego_state: EgoState, ego_idm_state: IDMAgentState) -> Polygon:
        """The ground that the vehicle covers on the path ahead, with its own."""
        from shapely.ops import unary_union

        path = _required(self._ego_path, "_ego_path")
        reach = abs(ego_idm_state.velocity) * self._planned_horizon
        first = _within(path, ego_idm_state.progress)
        last = _within(path, ego_idm_state.progress + reach)
        line = path_to_linestring(trim_path(path, first, last))
        footprint = ego_state.car_footprint
        return unary_union(
            [line.buffer(0.5 * footprint.width, cap_style="square"), footprint.geometry]
        )

    def _get_leading_object(
        self,
        ego_idm_state: IDMAgentState,
        ego_state: EgoState,
        occupancy_map: STRTreeOccupancyMap,
        unique_observations: Mapping[str, SceneObject],
    ) -> IDMLeadAgentState:
        """The nearest shape on the path ahead; on a free road, the path's end."""
        met = occupancy_map.intersects(self._get_expanded_ego_path(ego_state, ego_idm_state))
        if met.is_empty():
            return self._get_free_road_leading_idm_state(ego_state, ego_idm_state)
        met.insert(self._ego_token, ego_state.car_footprint.geometry)
        name, _, distance = met.get_nearest_entry_to(self._ego_token)
        if self._red_light_token in name:
            return self._get_red_light_leading_idm_state(distance)
        return self._get_leading_idm_agent(ego_state, unique_observations[name], distance)

    def _get_free_road_leading_idm_state(
        self, ego_state: EgoState, ego_idm_state: IDMAgentState
    ) -> IDMLeadAgentState:
        """The end of the path."""
        path = _required(self._ego_path, "_ego_path")
        gap = path.get_end_progress() - ego_idm_state.progress
        return IDMLeadAgentState(gap, 0.0, 0.5 * ego_state.car_footprint.length)

    @staticmethod
    def _get_red_light_leading_idm_state(relative_distance: float) -> IDMLeadAgentState:
        """A red light."""
        return IDMLeadAgentState(relative_distance, 0.0, 0.0)

    @staticmethod
    def _get_leading_idm_agent(
        ego_state: EgoState, agent: SceneObject, relative_distance: float
    ) -> IDMLeadAgentState:
        """An object, with its speed along the vehicle's heading."""
        along = 0.0
        if isinstance(agent, Agent):
            turned = agent.center.heading - ego_state.center.heading
            along = agent.velocity.magnitude() * cos(turned)
        return IDMLeadAgentState(relative_distance, along, 0.0)


def _within(path: AbstractPath, progress: float) -> float:
    return max(path.get_start_progress(), min(progress, path.get_end_progress()))


def _required(value: Any, name: str) -> Any:  # noqa: ANN401 - what a derived planner gives
    if value is None:
        raise ClosedLoopValueError(
            f"{name} is None",
            "AbstractIDMPlanner",
            f"a planner that sets {name} before it plans",
            f"set {name} in initialize, or at the first step",
        )
    return value
