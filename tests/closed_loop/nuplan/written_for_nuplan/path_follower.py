"""A planner for nuPlan that derives from its base of IDM planners."""

from nuplan.common.maps.maps_datatypes import SemanticMapLayer
from nuplan.planning.simulation.observation.idm.utils import (
    create_path_from_se2,
    path_to_linestring,
)
from nuplan.planning.simulation.planner.abstract_idm_planner import AbstractIDMPlanner


class PathFollower(AbstractIDMPlanner):
    def __init__(self):
        super().__init__(10.0, 1.0, 1.5, 1.0, 3.0, 16, 0.5, 40.0)

    def initialize(self, initialization):
        self._map_api = initialization.map_api
        self._initialize_route_plan(initialization.route_roadblock_ids)

    def compute_planner_trajectory(self, current_input):
        ego, observation = current_input.history.current_state
        if self._ego_path is None:
            self._follow(ego)
        occupancy, by_token = self._construct_occupancy_map(ego, observation)
        self._annotate_occupancy_map(current_input.traffic_light_data, occupancy)
        return self._get_planned_trajectory(ego, occupancy, by_token)

    def _follow(self, ego):
        layers = SemanticMapLayer.LANE, SemanticMapLayer.LANE_CONNECTOR
        near = self._map_api.get_proximal_map_objects(ego.center.point, 20.0, list(layers))
        found = [
            lane for layer in layers for lane in near[layer] if lane.id in self._candidate_lane_edge_ids
        ]
        lane = min(found, key=lambda each: each.polygon.distance(ego.car_footprint.geometry))
        poses = []
        for _ in range(20):
            poses += lane.baseline_path.discrete_path
            after = [e for e in lane.outgoing_edges if e.id in self._candidate_lane_edge_ids]
            if not after:
                break
            lane = after[0]
        self._ego_path = create_path_from_se2(poses)
        self._ego_path_linestring = path_to_linestring(poses)
