"""A rule-based planner as people write them for nuPlan: lanes by search, leaders by polygons.

It imports nothing of Ghost.
"""

import math
from typing import cast

import numpy as np
from nuplan.common.actor_state.agent import Agent
from nuplan.common.actor_state.ego_state import EgoState
from nuplan.common.actor_state.scene_object import SceneObject
from nuplan.common.actor_state.state_representation import StateSE2, StateVector2D, TimePoint
from nuplan.common.geometry.transform import transform
from nuplan.common.maps.abstract_map import AbstractMap
from nuplan.common.maps.abstract_map_objects import (
    LaneGraphEdgeMapObject,
    RoadBlockGraphEdgeMapObject,
)
from nuplan.common.maps.maps_datatypes import SemanticMapLayer, TrafficLightStatusType
from nuplan.planning.metrics.utils.expert_comparisons import principal_value
from nuplan.planning.simulation.observation.idm.idm_policy import IDMPolicy
from nuplan.planning.simulation.observation.idm.idm_states import IDMAgentState, IDMLeadAgentState
from nuplan.planning.simulation.observation.idm.utils import (
    create_path_from_se2,
    path_to_linestring,
)
from nuplan.planning.simulation.observation.observation_type import DetectionsTracks, Observation
from nuplan.planning.simulation.occupancy_map.abstract_occupancy_map import OccupancyMap
from nuplan.planning.simulation.occupancy_map.strtree_occupancy_map import (
    STRTreeOccupancyMapFactory,
)
from nuplan.planning.simulation.path.path import AbstractPath
from nuplan.planning.simulation.path.utils import trim_path
from nuplan.planning.simulation.planner.abstract_planner import (
    AbstractPlanner,
    PlannerInitialization,
    PlannerInput,
)
from nuplan.planning.simulation.planner.utils.breadth_first_search import BreadthFirstSearch
from nuplan.planning.simulation.trajectory.abstract_trajectory import AbstractTrajectory
from nuplan.planning.simulation.trajectory.interpolated_trajectory import InterpolatedTrajectory
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union


class LaneFollower(AbstractPlanner):
    """Follows the lanes of its route behind whoever is ahead."""

    requires_scenario: bool = False

    def __init__(self, target_velocity: float = 10.0, horizon: float = 6.0) -> None:
        self._policy = IDMPolicy(target_velocity, 1.0, 1.5, 1.2, 3.0)
        self._horizon = horizon
        self._step = 0.5
        self._path: AbstractPath | None = None
        self._line: LineString | None = None
        self._blocks: list[RoadBlockGraphEdgeMapObject] = []

    def name(self) -> str:
        return self.__class__.__name__

    def observation_type(self) -> type[Observation]:
        return DetectionsTracks

    def initialize(self, initialization: PlannerInitialization) -> None:
        self._map_api: AbstractMap = initialization.map_api
        for name in initialization.route_roadblock_ids:
            block = self._map_api.get_map_object(name, SemanticMapLayer.ROADBLOCK)
            block = block or self._map_api.get_map_object(
                name, SemanticMapLayer.ROADBLOCK_CONNECTOR
            )
            self._blocks.append(block)
        self._candidates = [edge.id for block in self._blocks for edge in block.interior_edges]

    def compute_planner_trajectory(self, current_input: PlannerInput) -> AbstractTrajectory:
        ego_state, observation = current_input.history.current_state
        if self._path is None:
            self._find_path(ego_state)
        unique = {
            cast(str, thing.track_token): thing
            for thing in cast(DetectionsTracks, observation).tracked_objects.tracked_objects
            if np.linalg.norm(ego_state.center.array - thing.center.array) < 60.0
        }
        occupancy = STRTreeOccupancyMapFactory.get_from_boxes(list(unique.values()))
        for data in current_input.traffic_light_data or []:
            name = str(data.lane_connector_id)
            if data.status == TrafficLightStatusType.RED and name in self._candidates:
                connector = self._map_api.get_map_object(name, SemanticMapLayer.LANE_CONNECTOR)
                if connector is not None:
                    occupancy.insert(f"red_light_{name}", connector.polygon)
        return self._plan(ego_state, occupancy, unique)

    def _find_path(self, ego_state: EgoState) -> None:
        edges = self._lanes(ego_state)
        limit = edges[0].speed_limit_mps or self._policy.target_velocity
        self._policy.target_velocity = max(limit, ego_state.dynamic_car_state.speed)
        poses: list[StateSE2] = []
        for edge in edges:
            poses.extend(edge.baseline_path.discrete_path)
        self._path = create_path_from_se2(poses)
        self._line = path_to_linestring(poses)

    def _lanes(self, ego_state: EgoState) -> list[LaneGraphEdgeMapObject]:
        if not self._blocks:
            lane = self._map_api.get_proximal_map_objects(
                ego_state.center.point, 20.0, [SemanticMapLayer.LANE]
            )[SemanticMapLayer.LANE][0]
            edges = [lane]
            while edges[-1].outgoing_edges and len(edges) < 8:
                edges.append(edges[-1].outgoing_edges[0])
            return edges
        start, closest = None, math.inf
        for edge in [edge for block in self._blocks[:2] for edge in block.interior_edges]:
            if edge.contains_point(ego_state.center):
                start = edge
                break
            distance = edge.polygon.distance(ego_state.car_footprint.geometry)
            if distance < closest:
                start, closest = edge, distance
        assert start is not None
        offset = (
            1 if len(self._blocks) > 1 and start.get_roadblock_id() == self._blocks[1].id else 0
        )
        route, _ = BreadthFirstSearch(start, self._candidates).search(
            self._blocks[-1], len(self._blocks[offset:])
        )
        return route

    def _plan(
        self, ego_state: EgoState, occupancy: OccupancyMap, unique: dict[str, SceneObject]
    ) -> AbstractTrajectory:
        assert self._path is not None and self._line is not None
        progress = self._line.project(Point(*ego_state.center.point.array))
        ego = IDMAgentState(progress, ego_state.dynamic_car_state.center_velocity_2d.x)
        vehicle = ego_state.car_footprint.vehicle_parameters
        state = self._state(ego, ego_state.time_point, vehicle)
        states = [state]
        for _ in range(int(self._horizon / self._step)):
            lead = self._leader(ego, state, occupancy, unique)
            solved = self._policy.solve_forward_euler_idm_policy(
                IDMAgentState(0, ego.velocity), lead, self._step
            )
            ego.progress += solved.progress
            ego.velocity = max(solved.velocity, 0)
            time_point = state.time_point + TimePoint(int(self._step * 1e6))
            state = self._state(ego, time_point, vehicle)
            states.append(state)
        return InterpolatedTrajectory(states)

    def _within(self, progress: float) -> float:
        assert self._path is not None
        return max(self._path.get_start_progress(), min(progress, self._path.get_end_progress()))

    def _state(self, ego: IDMAgentState, time_point: TimePoint, vehicle) -> EgoState:
        assert self._path is not None
        pose = self._path.get_state_at_progress(self._within(ego.progress))
        return EgoState.build_from_center(
            center=StateSE2(pose.x, pose.y, pose.heading),
            center_velocity_2d=StateVector2D(ego.velocity, 0),
            center_acceleration_2d=StateVector2D(0, 0),
            tire_steering_angle=0.0,
            time_point=time_point,
            vehicle_parameters=vehicle,
        )

    def _expanded(self, ego: IDMAgentState, state: EgoState) -> Polygon:
        assert self._path is not None
        reach = abs(self._policy.target_velocity) * self._horizon
        path = trim_path(self._path, self._within(ego.progress), self._within(ego.progress + reach))
        wide = path_to_linestring(path).buffer(state.car_footprint.width / 2, cap_style="square")
        return unary_union([wide, state.car_footprint.geometry])

    def _leader(
        self,
        ego: IDMAgentState,
        state: EgoState,
        occupancy: OccupancyMap,
        unique: dict[str, SceneObject],
    ) -> IDMLeadAgentState:
        assert self._path is not None
        meeting = occupancy.intersects(self._expanded(ego, state))
        if meeting.size == 0:
            distance = self._path.get_end_progress() - ego.progress
            return IDMLeadAgentState(distance, 0.0, state.car_footprint.length / 2)
        meeting.insert("ego", state.car_footprint.geometry)
        nearest, _, distance = meeting.get_nearest_entry_to("ego")
        if nearest not in unique or not isinstance(unique[nearest], Agent):
            return IDMLeadAgentState(distance, 0.0, 0.0)
        agent = cast(Agent, unique[nearest])
        relative = principal_value(agent.center.heading - state.center.heading)
        speed = transform(
            StateSE2(agent.velocity.magnitude(), 0, 0), StateSE2(0, 0, relative).as_matrix()
        ).x
        return IDMLeadAgentState(distance, speed, 0.0)
