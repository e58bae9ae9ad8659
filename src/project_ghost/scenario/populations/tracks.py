"""Populations of recorded actors."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import Field

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.models.tracks import PosedActors, RecordedArrivals, RecordedTracks
from project_ghost.models.vehicles import KinematicBicycles
from project_ghost.scenario.draft import EVERY_STEP, Footprint, GraphDraft
from project_ghost.scenario.drivers import AnyDriver, Fleet
from project_ghost.scenario.drivers.idm import IDMDriver
from project_ghost.scenario.drivers.own import OwnDriver
from project_ghost.scenario.file.ranges import Distance, DrivingSpeed
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem
from project_ghost.scenario.kinds import OWN
from project_ghost.scenario.paths import Path, straight_on
from project_ghost.scenario.tables import RecordedActor, Table
from project_ghost.scenario.tracks import attached_tracks, tracks_bytes
from project_ghost.scenario.vehicles import Chassis
from project_ghost.world.maps import RoadMap
from project_ghost.world.objects import TRACK_VX, TRACK_VY, ObjectKind, RecordedTrack

from ._abstract import AbstractPopulation
from ._recorded_people import add_recorded_people

if TYPE_CHECKING:
    from project_ghost.scenario.file._load import ScenarioFile

__all__ = ["PATH_MORE_M", "Tracks"]

# Recordings from above have no heights and no masses.
_HEIGHT_M = 1.75
_KG_PER_M2 = 170.0
# All vehicles that react steer like a car of this size; they are as large as they were.
_CHASSIS = Chassis(4.508, 1.61)
# A vehicle that moves less than this in its recording is parked.
_PARKED_M = 1.0
# How far a path goes beyond what the desired speed can reach.
PATH_MORE_M = 60.0
# The end of the name of a table of people who walk.
_WALKING = "walking"
# What a person who comes needs, ahead and beside: less than a vehicle.
_ROOM_TO_WALK: dict[str, Any] = {"gap_m": 0.3, "across_m": 0.6}
_PERSON_KG = 75.0

_Kind = Literal[
    "vehicle", "pedestrian", "bicycle", "traffic_cone", "barrier", "czone_sign", "generic_object"
]


class Tracks(AbstractPopulation):
    """Recorded actors of a file, a row of the scene for each; nothing pushes them.

    Vehicles may leave their tracks and react to others. Those on no lane, and those that are
    parked, stay as they were recorded. People may walk their recorded ways and avoid others.
    """

    kind: Literal["tracks"]
    file: str = Field(description="the file of the tracks, beside the scenario")
    reacting: Literal["replay", "idm", "policy"] = Field(
        default="replay",
        description="whether they repeat their tracks, or drive on from where these begin: by the "
        "intelligent driver model, straight on along the lanes; or by a class of your own",
    )
    people: Literal["replay", "walk"] = Field(
        default="replay",
        description="whether recorded people repeat their tracks, or walk the same ways and avoid "
        "all that is near",
    )
    open_loop: tuple[_Kind, ...] = Field(
        default=(
            "pedestrian",
            "bicycle",
            "traffic_cone",
            "barrier",
            "czone_sign",
            "generic_object",
        ),
        description="the kinds that repeat their tracks while others react",
    )
    radius_m: Distance = Field(
        default=100.0,
        description="of those that react, people too: farther from the planner's car they "
        "disappear for good; 0: nowhere",
    )
    speed_mps: DrivingSpeed = Field(
        default=10.0, description="of those that react: desired speed on lanes without a limit"
    )
    driver: AnyDriver = Field(
        default=IDMDriver(kind="idm", gap_min_m=1.0, headway_s=1.5, accel_mps2=1.0, brake_mps2=2.0),
        description="the driver of those that react; for a policy, a class with the output "
        "`command` or `poses`, a row for each",
    )

    @property
    def has_spawner(self) -> bool:
        """Recorded actors come and go."""
        return True

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report drivers without lanes, and a policy that is none."""
        yield from super().problems(context, keys)
        expected = {"idm": "idm", "policy": OWN}.get(self.reacting)
        if expected is not None and self.driver.kind != expected:
            what = f"they react by {self.reacting}, and the driver is {self.driver.kind!r}"
            fix = "remove the driver" if expected == "idm" else "give it `type: module:Class`"
            wanted = "the driver idm" if expected == "idm" else "a driver of your own class"
            yield (*keys, "driver"), InputError(what, expected=wanted, fix=fix)
        if self.reacting == "idm" and context.spec.map is None:
            yield (
                (*keys, "reacting"),
                InputError(
                    "vehicles that react drive along lanes, and the scenario has no map",
                    expected="a map with lanes",
                    fix="add a line `map: ...`, or write `reacting: replay`",
                ),
            )

    def tables(
        self, file: "ScenarioFile", road_map: RoadMap | None, name: str, first_row: int
    ) -> Iterator[Table]:
        """A table of those that repeat their tracks, of those that drive, of those that walk."""
        replayed: list[RecordedActor] = []
        reacting: list[RecordedActor] = []
        walking: list[RecordedActor] = []
        for track in attached_tracks(file, ("populations", name, "file"), self.file):
            walks = self._walks(track)
            path = None if walks else self._path(file, road_map, track)
            actor = RecordedActor(f"{name}/{track.name}", track, path)
            (walking if walks else replayed if path is None else reacting).append(actor)
        if replayed:
            yield self._table(name, first_row, replayed, "")
        first_row += len(replayed)
        for group, suffix in ((reacting, "reacting"), (walking, _WALKING)):
            # Those that are there at the start come first, as in every table.
            group.sort(key=lambda actor: max(0, int(actor.track.stamps_ns[0])))
            if group:
                yield self._table(f"{name}_{suffix}", first_row, group, name)
            first_row += len(group)

    def _walks(self, track: RecordedTrack) -> bool:
        """Whether a recorded actor is a person who walks."""
        is_person = track.kind is ObjectKind.PEDESTRIAN
        return self.people == "walk" and is_person and not _stands(track)

    def _table(
        self, name: str, first_row: int, actors: Sequence[RecordedActor], owner: str
    ) -> Table:
        lengths = tuple(actor.track.length_m for actor in actors)
        kinds = tuple(actor.track.kind for actor in actors)
        return Table(name, name, first_row, lengths, kinds, {}, self, tuple(actors), owner)

    def _path(
        self, file: "ScenarioFile", road_map: RoadMap | None, track: RecordedTrack
    ) -> Path | None:
        """The path of a vehicle that reacts; None for an actor that repeats its track."""
        is_open_loop = track.kind.name.lower() in self.open_loop
        if self.reacting == "replay" or is_open_loop or _stands(track):
            return None
        if self.reacting == "idm" and track.kind is ObjectKind.PEDESTRIAN:
            return None  # nobody on foot follows a lane
        state = _state_at(track, 0)
        fastest = max(self.speed_mps, *map(_speed, track.states))
        length_m = fastest * file.spec.duration / 1e9 + PATH_MORE_M
        pose = state[0], state[1], state[2]
        path = None
        if road_map is not None:
            path = straight_on(road_map, pose, self.speed_mps, length_m)
        if path is None and self.reacting == "policy":
            return Path([(state[0], state[1], _speed(state)) for state in track.states.tolist()])
        return path

    def add(self, draft: GraphDraft, table: Table) -> None:
        """Add the recorded actors; those that repeat their tracks have no mass."""
        draft.files[FilePath(self.file).name] = tracks_bytes(
            draft.file, table.keys("file"), self.file
        )
        tracks = [actor.track for actor in table.recorded]
        draft.despawns.append(table.name)
        if table.replays:
            draft.graph.add(table.name, RecordedTracks(tracks, table.capacity), EVERY_STEP)
            draft.footprints += [_footprint(track, 0.0) for track in tracks]
            return
        masses = [_mass_kg(track) for track in tracks]
        draft.footprints += [_footprint(*each) for each in zip(tracks, masses, strict=True)]
        self._add_reacting(draft, table, tracks, masses)

    def _add_reacting(
        self,
        draft: GraphDraft,
        table: Table,
        tracks: Sequence[RecordedTrack],
        masses: Sequence[float],
    ) -> None:
        """Add those that react, what drives them, and those that come later."""
        graph, arrivals = draft.graph, f"{table.name}/arrivals"
        is_walking = table.name.endswith(_WALKING)
        rows: dict[str, Any] = {"scene": draft.rows, "first_row": table.first_row}
        planned = [draft.row_of(name) for name in draft.planners]
        component = RecordedArrivals(
            tracks,
            table.capacity,
            radius_m=self.radius_m,
            body_length_m=draft.lengths_m(),
            centre_row=float(planned[0]) if planned else -1.0,
            **(_ROOM_TO_WALK if is_walking else {}),
            **rows,
        )
        actors = [
            (*_state_at(track, 0)[:3], _speed(_state_at(track, 0)), float(row))
            for row, track in enumerate(tracks)
            if int(track.stamps_ns[0]) <= 0
        ]
        rows |= {"actors": actors, "slots": component.sizes["slots"]}
        group = EVERY_STEP
        if is_walking:
            people = {key: rows[key] for key in ("actors", "slots")}
            add_recorded_people(draft, table, tracks, masses, **people)
        else:
            group = self._add_vehicles(draft, table, masses, rows)
        graph.add(arrivals, component, group)
        graph.connect("Scene.bodies", f"{arrivals}.bodies")
        if table.name in draft.arrivals:
            graph.connect(draft.arrivals[table.name], f"{arrivals}.arrived")
        graph.connect(f"{arrivals}.spawns", f"{table.name}.spawns")
        graph.connect(f"{arrivals}.despawn", f"{table.name}.despawn")

    def _add_vehicles(
        self, draft: GraphDraft, table: Table, masses: Sequence[float], rows: Mapping[str, Any]
    ) -> str:
        """Add vehicles and their drivers; the rate group of the vehicles."""
        graph, keys, driver = draft.graph, table.keys("driver"), self.driver
        paths = [actor.path for actor in table.recorded if actor.path is not None]
        fleet = Fleet(table, _CHASSIS, paths, [False] * len(paths))
        if isinstance(driver, OwnDriver) and driver.declares(draft, keys, "poses"):
            group = draft.group_of(driver)
            graph.add(table.name, PosedActors(table.capacity, **rows), group)
            driver.add_poses(draft, fleet)
            return group
        chassis = _CHASSIS.for_plant(list(masses))
        graph.add(table.name, KinematicBicycles(table.capacity, **chassis, **rows), EVERY_STEP)
        driver.add(draft, fleet)
        return EVERY_STEP


def _stands(track: RecordedTrack) -> bool:
    """Whether a recorded actor is parked, or gone before the start."""
    moved = track.states[:, :2] - track.states[0, :2]
    return int(track.stamps_ns[-1]) <= 0 or bool(np.abs(moved).max() < _PARKED_M)


def _mass_kg(track: RecordedTrack) -> float:
    is_person = track.kind is ObjectKind.PEDESTRIAN
    return _PERSON_KG if is_person else _KG_PER_M2 * track.length_m * track.width_m


def _footprint(track: RecordedTrack, mass_kg: float) -> Footprint:
    if track.radius_m:
        inertia = 0.5 * mass_kg * track.radius_m * track.radius_m
        return Footprint(0.0, 0.0, track.radius_m, mass_kg, inertia, above_m=_HEIGHT_M)
    length_m, width_m = track.length_m, track.width_m
    inertia = mass_kg * (length_m * length_m + width_m * width_m) / 12.0
    half = 0.5 * length_m, 0.5 * width_m
    return Footprint(*half, 0.0, mass_kg, inertia, above_m=_HEIGHT_M)


def _state_at(track: RecordedTrack, time_ns: int) -> list[float]:
    """The sample of a track at a time or before; its first one before all."""
    earlier = int(np.searchsorted(track.stamps_ns, time_ns, side="right")) - 1
    state: list[float] = track.states[max(0, earlier)].tolist()
    return state


def _speed(state: Sequence[float]) -> float:
    """The speed of a sample."""
    return sqrt(state[TRACK_VX] * state[TRACK_VX] + state[TRACK_VY] * state[TRACK_VY])
