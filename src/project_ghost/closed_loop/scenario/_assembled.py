"""A scenario file as a scenario for planners: built-in, CommonRoad, or of the user's own."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, final

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError
from project_ghost.closed_loop.observation import (
    CameraChannel,
    LidarChannel,
    RecordedChannels,
    Sensors,
)
from project_ghost.closed_loop.states import StateSE2, VehicleParameters
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import Engine, Execution
from project_ghost.models.plans import EGO_WIDTH, PLAN_ROWS, PLAN_WIDTH
from project_ghost.scenario import ScenarioFile
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.planned import PlannedActor
from project_ghost.scenario.populations.tracks import Tracks
from project_ghost.scenario.spec import ScenarioSpec
from project_ghost.scenario.surroundings import light_programs
from project_ghost.scenario.tracks import read_tracks
from project_ghost.world.maps import LightProgram, RoadMap
from project_ghost.world.objects import RecordedTrack

from ._abstract import AbstractScenario
from ._ego_track import EgoTrack
from ._goal import goal_pose
from ._planned import planned_file, vehicle_of
from ._route import lanes_ahead

__all__ = ["AssembledScenario"]


@final
class AssembledScenario(AbstractScenario):
    """An assembled scenario that has a car with a planner.

    Of several such cars `actor` names the one; by default it is the first. `file` is what it was
    assembled from, for those who change its keys or send it to another process.
    """

    def __init__(
        self, assembly: Assembly, actor: str | None = None, file: ScenarioFile | None = None
    ) -> None:
        self.assembly = assembly
        self._actor = actor
        self._file = file

    @classmethod
    def from_file(cls, file: ScenarioFile, actor: str | None = None) -> "AssembledScenario":
        """Assemble the scenario of a file."""
        return cls(assemble(file), actor, file)

    @property
    def file(self) -> ScenarioFile:
        """What it was assembled from."""
        if self._file is None:
            raise ClosedLoopError(
                f"the scenario {self.scenario_name} was made without its file",
                "AssembledScenario",
                "a scenario from `AssembledScenario.from_file`",
            )
        return self._file

    @property
    def _spec(self) -> ScenarioSpec:
        return self.assembly.spec

    @cached_property
    def planned(self) -> PlannedActor:
        """The car with the planner."""
        planners = self.assembly.planners
        name = self._actor or next(iter(planners), None)
        if name is None or name not in planners:
            raise ClosedLoopValueError(
                "no car of the scenario has a planner"
                if name is None
                else f"no planner drives {name!r}{did_you_mean(name, list(planners))}",
                self.scenario_name,
                "a car with `driver: {kind: planner, ...}`",
                "give one of its cars such a driver, or use closed_loop.scenario.planned_scenario",
            )
        return planners[name]

    # ------------------------------------------------------------- the six

    @property
    def road_map(self) -> RoadMap | None:
        """The map of the scenario."""
        return self.assembly.road_map

    @cached_property
    def tracks(self) -> Sequence[RecordedTrack]:
        """The recorded actors of its populations."""
        populations = self._spec.populations.values()
        files = [each.file for each in populations if isinstance(each, Tracks)]
        return [
            track
            for file in files
            for track in read_tracks(file, self.assembly.files[Path(file).name])
        ]

    @cached_property
    def ego(self) -> EgoTrack:
        """The recorded drive of the car, or its start alone; a scenario file has no past."""
        planned = self.planned
        if planned.expert is not None:
            return EgoTrack.from_track(planned.expert, planned.rear_axle_to_center_m)
        engine = Engine(self.assembly.graph, self._spec.seed, execution=Execution.INTERPRETED)
        engine.run(0)
        while engine.waiting is not None and engine.waiting.name != planned.port:
            engine.waiting.answer(np.zeros((PLAN_ROWS, PLAN_WIDTH)), 0.0)  # another planner's
            engine.run(0)
        row = np.array(engine.port(planned.port).inputs["ego"])
        return EgoTrack(np.zeros(1, dtype=np.int64), row.reshape(1, EGO_WIDTH))

    @property
    def lights(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """None: the lights have programmes."""
        return {}

    @cached_property
    def goal(self) -> StateSE2 | None:
        """The pose of the first goal, or the end of the route."""
        return goal_pose(self.assembly, self.planned)

    @property
    def period_ns(self) -> int:
        """The period of the planner."""
        return self.planned.period_ns

    # ----------------------------------------------------------------- others

    @property
    def scenario_name(self) -> str:
        """The name of the scenario."""
        return self._spec.name

    @property
    def ego_vehicle_parameters(self) -> VehicleParameters:
        """The measures of the car."""
        return vehicle_of(self.planned)

    def get_number_of_iterations(self) -> int:
        """One for each period of the duration, and the last, which is not simulated."""
        return self._spec.duration // self.period_ns + 2

    @cached_property
    def route_lanes(self) -> tuple[str, ...]:
        """The lanes of the route, as the file has it, or from the start to the goal."""
        route = getattr(self._spec.actors[self.planned.actor], "route", None)
        if self.road_map is None or route is None or not route.lanes:
            return super().route_lanes
        start = self.initial_ego_state.center
        return lanes_ahead(self.road_map, start, route.lanes, loop=route.loop)

    @cached_property
    def _light_programs(self) -> tuple[LightProgram, ...]:
        own = [light.program(name) for name, light in self._spec.lights.items()]
        return light_programs(() if self.road_map is None else self.road_map.programs, own)

    @cached_property
    def _recorded_channels(self) -> RecordedChannels | None:
        sensors = self.planned.sensors
        if sensors is None:
            return None
        name = Path(sensors.file).name
        return RecordedChannels(name, sensors.offset, self.assembly.files[name])

    def get_sensors_at_iteration(self, iteration: int, channels: object = None) -> Sensors:
        """The messages of the recording that the driver names, at or before an iteration."""
        recorded, sensors = self._recorded_channels, self.planned.sensors
        if recorded is None or sensors is None:
            return super().get_sensors_at_iteration(iteration, channels)
        time_ns = iteration * self.period_ns
        cloud = None
        if sensors.pointcloud is not None:
            cloud = {LidarChannel.MERGED_PC: recorded.at(sensors.pointcloud, time_ns)}
        images = {
            _camera(name): recorded.at(channel, time_ns) for name, channel in sensors.images.items()
        }
        return Sensors(cloud, images or None)

    def scenario_file(self, driver: Mapping[str, Any], traffic: Mapping[str, Any]) -> ScenarioFile:
        """The file with these keys of the driver and of the recorded actors."""
        if not driver and not traffic:
            return self.file
        return planned_file(self.file, driver, traffic, actor=self.planned.actor)

    def __getstate__(self) -> dict[str, Any]:
        """The file is enough: everything else follows from it."""
        return {"_file": self.file, "_actor": self._actor}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, assembly=assemble(state["_file"]))


def _camera(name: str) -> CameraChannel:
    known = [each.value for each in CameraChannel]
    if name not in known:
        raise ClosedLoopValueError(
            f"there is no camera {name!r}{did_you_mean(name, known)}",
            "driver.sensors.images",
            f"one of {', '.join(known)}",
            "correct the name",
        )
    return CameraChannel(name)
