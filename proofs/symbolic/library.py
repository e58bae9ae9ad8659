"""One of each Block and Kernel that Ghost ships, and which values of it are frozen."""

import pkgutil
from collections.abc import Callable
from importlib import import_module

import numpy as np

import project_ghost
from project_ghost.engine import AbstractComponent, Block, Kernel, blocks
from project_ghost.models.actions._ground import packed_ground
from project_ghost.models.actions._manoeuvres import ManoeuvreAction
from project_ghost.models.actions._on_route import RoutePlace
from project_ghost.models.actions._port import RecordedActions
from project_ghost.models.actions._totals import CarTotals
from project_ghost.models.actions._trajectory import TrajectoryAction
from project_ghost.models.actions._view import CarView
from project_ghost.models.controllers import LqrTracking, PurePursuit, Stanley, WaypointPid
from project_ghost.models.ego_control import _log_playback
from project_ghost.models.ego_control._perceived import PerceivedScene
from project_ghost.models.faults import FaultWindow, LateCommands, Removals, StuckActuator
from project_ghost.models.pedestrians import GuidedWalkers, Walkers
from project_ghost.models.quadrotor._reference import Steps
from project_ghost.models.sensors import Compass, Gnss, Imu, ObjectDetector, WheelOdometry
from project_ghost.models.surface import Surface
from project_ghost.models.tracks._arrivals import RecordedArrivals
from project_ghost.models.tracks._policies import PosedActors
from project_ghost.models.tracks._recorded import RecordedTracks
from project_ghost.models.traffic import IdmDrivers, Spawner
from project_ghost.models.vehicles import KinematicBicycles, SingleTracks
from project_ghost.scenario.events._arrivals import Arrivals
from project_ghost.scenario.events._commands import CommandRecords
from project_ghost.scenario.events._monitor import Monitor
from project_ghost.scenario.faults._windows import FaultClock, FaultTable
from project_ghost.world.bodies import ALIVE, ROUTE, SERIAL
from project_ghost.world.collision._contacts import Contacts
from project_ghost.world.collision._scene import Scene
from project_ghost.world.lights import TrafficLights
from project_ghost.world.maps.model._furniture import LightPhase, LightProgram
from project_ghost.world.objects import ObjectKind, RecordedTrack

__all__ = ["FROZEN_COLUMNS", "made", "shipped"]

_ROUTES = [
    [(0.0, 0.0, 5.0), (10.0, 0.0, 5.0), (20.0, 5.0, 4.0), (25.0, 15.0, 3.0)],
    [(5.0, 5.0, 2.0), (5.0, 15.0, 2.0)],
]
_SQUARE = [(-5.0, -5.0), (15.0, -5.0), (15.0, 15.0), (-5.0, 15.0)]
_TRIANGLE = [(15.0, 0.0), (30.0, 0.0), (15.0, 20.0)]
_ACTORS: list[tuple[float, ...]] = [(0.0, 0.0, 0.1, 2.0, 0.0), (4.0, 6.0, 1.5, 1.0, 1.0)]
_STAMPS = np.array([0, 10**9, 3 * 10**9])
_STATES = np.array(
    [[0.0, 0.0, 0.0, 2.0, 0.0], [2.0, 0.5, 0.1, 2.0, 0.2], [6.0, 1.0, 0.2, 2.0, 0.3]]
)
_TRACKS = [
    RecordedTrack(name, ObjectKind.VEHICLE, 4.0, 2.0, _STAMPS + later, _STATES)
    for name, later in (("one", 0), ("two", 500_000_000))
]
_PHASES = (LightPhase(2 * 10**9, ("green", "red")), LightPhase(10**9, ("red", "green")))

_MADE: dict[str, Callable[[], AbstractComponent]] = {
    "CarTotals": lambda: CarTotals(
        2, 0, [(12.0, 0.0)], light_count=1, **packed_ground([_SQUARE, _TRIANGLE])
    ),
    "CarView": lambda: CarView(
        _ROUTES[0], 3, 1, closed=False, neighbours=2, points=3, stops=[(12.0, 0.0)], light_count=1
    ),
    "ManoeuvreAction": lambda: ManoeuvreAction(_ROUTES[0], 2, 1, closed=False),
    "RecordedActions": lambda: RecordedActions([[(0.1, 0.2)], [(0.3, -0.4)]]),
    "RoutePlace": lambda: RoutePlace(_ROUTES[0], 2, closed=True, row=1),
    "Arrivals": lambda: Arrivals(3, {"a": (0, 2), "b": (2, 1)}),
    "CommandRecords": lambda: CommandRecords(3, 2),
    "Compass": lambda: Compass(latency=2),
    "Constant": lambda: blocks.Constant((1.5, 2.0)),
    "Contacts": lambda: Contacts(2, radius=0.5),
    "Delay": lambda: blocks.Delay(3),
    "Demux": lambda: blocks.Demux(3),
    "FaultClock": lambda: FaultClock([(10**9, 2 * 10**9), (0, 5)]),
    "FaultTable": lambda: FaultTable(2, 2, [(0.0, 1.0, 1e9, 2e9, 0.5), (1.0, 0.0, 0.0, 5e9, 1.0)]),
    "FaultWindow": lambda: FaultWindow(3_000_000_000, 5_000_000_000),
    "FirstOrderLag": lambda: blocks.FirstOrderLag(0.3),
    "Gain": lambda: blocks.Gain(-2.0),
    "Gnss": lambda: Gnss(latency=1),
    "GuidedWalkers": lambda: GuidedWalkers(2, actors=_ACTORS),
    "IdmDrivers": lambda: IdmDrivers(_ROUTES, 2),
    "Imu": lambda: Imu(latency=2),
    "Integrator": lambda: blocks.Integrator(low=-1.0, high=1.0),
    "KinematicBicycles": lambda: KinematicBicycles(2, actors=_ACTORS),
    "LateCommands": lambda: LateCommands((2, 2), 3),
    "LogPlayback": lambda: _log_playback.LogPlayback(_TRACKS[0]),
    "LookupTable": lambda: blocks.LookupTable([-2.0, 0.0, 0.5, 3.0], [1.0, -1.0, 2.0, 0.0]),
    "LqrTracking": lambda: LqrTracking(_ROUTES, 2),
    "Monitor": lambda: Monitor(at_contact=1.0, at_arrival=1.0),
    "Mux": lambda: blocks.Mux(3),
    "NoiseSource": lambda: blocks.NoiseSource(0.1, 2.0),
    "ObjectDetector": lambda: ObjectDetector(3, radius=0.5, own_row=0),
    "PID": lambda: blocks.PID(1.0, 0.5, 0.1, filter_s=0.1, low=-1.0, high=1.0),
    "PerceivedScene": lambda: PerceivedScene(rows=3, max_objects=2, own_row=1.0),
    "PosedActors": lambda: PosedActors(2, actors=_ACTORS),
    "PurePursuit": lambda: PurePursuit(_ROUTES, 2),
    "RecordedArrivals": lambda: RecordedArrivals(_TRACKS),
    "RecordedTracks": lambda: RecordedTracks(_TRACKS),
    "Removals": lambda: Removals(2, (1e9, 2e9)),
    "Saturation": lambda: blocks.Saturation(-1.0, 1.0),
    "Scene": lambda: Scene(Cars=2, Walkers=1),
    "SingleTracks": lambda: SingleTracks(2, actors=_ACTORS),
    "Spawner": lambda: Spawner([(0.0, 0.0, 0.0, 2.0, 0.0)], 2),
    "Stanley": lambda: Stanley(_ROUTES, 2),
    "StateMachine": lambda: blocks.StateMachine(
        ["a", "b", "c"],
        [
            ("a", "b", lambda gap: gap < 1.0),
            ("b", "c", lambda gap, age: age > 3.0 and gap > 0.0),
            ("c", "a", lambda time_ns: time_ns > 1e9),
        ],
    ),
    "Steps": lambda: Steps(),
    "StuckActuator": lambda: StuckActuator(2, stuck=(1.0, 0.0)),
    "Sum": lambda: blocks.Sum("+-+"),
    "Surface": lambda: Surface(
        2, circles=[(0.0, 0.0, 2.0, 0.5)], polygons=[([(1, 1), (4, 1), (4, 4)], 0.3)]
    ),
    "TrafficLights": lambda: TrafficLights([LightProgram("p", ("x", "y"), _PHASES, 5)]),
    "TrajectoryAction": lambda: TrajectoryAction(width=6, many=2.0),
    "Walkers": lambda: Walkers(_ROUTES, 2, actors=_ACTORS),
    "WaypointPid": lambda: WaypointPid(_ROUTES, 2),
    "WheelOdometry": lambda: WheelOdometry(latency=1),
}

_ROWS: dict[str, tuple[int, ...]] = {"bodies": (ALIVE, SERIAL, ROUTE)}
# Columns that are numbers in the graph, as `--freeze` makes them: who lives, and on which route.
FROZEN_COLUMNS: dict[str, dict[str, tuple[int, ...]]] = {
    **dict.fromkeys(("IdmDrivers", "LqrTracking", "PurePursuit", "Stanley", "WaypointPid"), _ROWS),
    "Walkers": {"alive": (0, 1), "serial": (0, 1), "route": (0, 1)},
}


def shipped() -> list[type[AbstractComponent]]:
    """Every Block and Kernel of the package that can be made, by name."""
    for module in pkgutil.walk_packages(project_ghost.__path__, "project_ghost."):
        if _has_components(module.name):
            import_module(module.name)
    found = dict.fromkeys(kind for base in (Block, Kernel) for kind in _below(base))
    ours = [kind for kind in found if str(kind.__module__).startswith("project_ghost.")]
    return sorted(
        (kind for kind in ours if not kind.__name__.startswith(("Abstract", "New"))),
        key=lambda kind: kind.__name__,
    )


def made(kind: type[AbstractComponent]) -> AbstractComponent:
    """One of a kind; one whose class needs arguments is made in `_MADE`."""
    return _MADE.get(kind.__name__, kind)()


def _has_components(module: str) -> bool:
    room = module.split(".")[1]
    return room in ("engine", "estimation", "models", "scenario", "world")


def _below(kind: type[AbstractComponent]) -> list[type[AbstractComponent]]:
    return [each for found in kind.__subclasses__() for each in (found, *_below(found))]
