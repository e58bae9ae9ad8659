"""A planner's place in a run: its port, its vehicle, and the scene around it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, final

import numpy as np

from project_ghost.closed_loop.map import LightStatuses, TrafficLightStatusData
from project_ghost.closed_loop.observation import DetectionsTracks, Observation
from project_ghost.closed_loop.scenario._planned import vehicle_of
from project_ghost.closed_loop.states import EgoState, TimePoint, TrackedObjects
from project_ghost.core.arrays import Floats, frozen
from project_ghost.engine import Engine, OpenPort
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.planned import PlannedActor
from project_ghost.world.objects import ObjectKind

from ._iteration import SimulationIteration

__all__ = ["PlannerSeat", "SeenSample"]

_SCENE = "Scene.bodies"


class SeenSample(NamedTuple):
    """What a planner sees at an iteration; nothing of it ever changes."""

    iteration: SimulationIteration
    ego_state: EgoState
    observation: Observation
    lights: list[TrafficLightStatusData]
    colours: Sequence[float]
    # As they were: a planner can change the objects above, and metrics judge by these.
    ego: Floats
    bodies: Floats


@final
class PlannerSeat:
    """What is fixed about a planner's place in the runs of an assembled scenario."""

    def __init__(self, assembly: Assembly, planned: PlannedActor) -> None:
        self.planned = planned
        self.end_ns = assembly.spec.duration
        self.vehicle = vehicle_of(planned)
        self._lights = (
            LightStatuses(assembly.road_map, assembly.lights)
            if assembly.lights and assembly.road_map is not None
            else None
        )
        source = assembly.graph.connections[f"{planned.port}.bodies"].source
        self._has_detector = source != _SCENE
        self._truth: Floats | None = None
        # Other cars that planners drive are vehicles to this one.
        self.objects = tuple(
            replace(each, kind=ObjectKind.VEHICLE)
            if each.kind is ObjectKind.EGO and row != planned.row
            else each
            for row, each in enumerate(assembly.objects)
        )

    @property
    def scene_signal(self) -> str:
        """The signal with all bodies as they are."""
        return _SCENE

    @property
    def period_ns(self) -> int:
        """The time between two iterations."""
        return self.planned.period_ns

    @property
    def iterations(self) -> int:
        """The number of iterations: the last one is not simulated."""
        return self.end_ns // self.period_ns + 2

    def watch(self, engine: Engine) -> None:
        """Take the scene as it is from this engine, where the planner sees a detector's."""
        self._truth = engine.view(_SCENE) if self._has_detector else None

    def seen(self, port: OpenPort) -> SeenSample:
        """Copy what the port shows at its present sample."""
        inputs, time_ns = port.inputs, port.time_ns
        colours = () if self._lights is None else np.asarray(inputs["lights"]).tolist()
        ego, bodies = np.asarray(inputs["ego"]), np.asarray(inputs["bodies"])
        seen = self.sample(ego, bodies, colours, time_ns)
        return seen if self._truth is None else seen._replace(bodies=frozen(self._truth))

    def sample(
        self, ego: Floats, bodies: Floats, colours: Sequence[float], time_ns: int
    ) -> SeenSample:
        """The sample of an ego row, the rows of the scene, and the colours of its lights."""
        ego, rows = frozen(ego), frozen(bodies)
        iteration = SimulationIteration(TimePoint.from_ns(time_ns), time_ns // self.period_ns)
        return SeenSample(
            iteration,
            EgoState.from_row(ego, time_ns, self.vehicle),
            DetectionsTracks(
                TrackedObjects.from_rows(rows, self.objects, time_ns, self.planned.row)
            ),
            [] if self._lights is None else self._lights.at(colours, time_ns),
            colours,
            ego,
            rows,
        )
