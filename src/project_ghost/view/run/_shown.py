"""What pictures of a run show: its tracks and contacts, the map and the scenery.

Of a recording it is read from the messages and the attached files alone: no code that a recording
names is imported.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError
from project_ghost.drawing import LIGHT, Point
from project_ghost.view.page._ground import map_of
from project_ghost.view.page._scene import shapes_of
from project_ghost.world.maps import RoadMap

from ._messages import reads_messages

if TYPE_CHECKING:  # slow to load, and a map or a schedule is drawn without them
    from project_ghost.runs import RunResult
    from project_ghost.scenario.assembly import Assembly

    from ._run import Run

__all__ = ["Shown", "ShownContact", "Track", "shown_recording", "shown_run"]

Outline = Sequence[Sequence[float]]
_CAR_M = (4.5, 1.8)


@final
@dataclass(frozen=True, eq=False)
class Track:
    """An actor: where it was, and how it looks. `poses` has rows of x, y and yaw."""

    name: str
    colour: str
    stamps_ns: Integers
    poses: Floats
    size_m: tuple[float, float] = _CAR_M  # length and width
    is_round: bool = False

    @property
    def places(self) -> list[Point]:
        """The positions."""
        return [(x, y) for x, y in self.poses[:, :2].tolist()]


@final
@dataclass(frozen=True)
class ShownContact:
    """A contact: when and where."""

    stamp_ns: int
    place: Point


@final
@dataclass(frozen=True, eq=False)
class Shown:
    """Everything that a picture of a run draws; its window holds all tracks and the scenery."""

    title: str
    road_map: RoadMap | None
    obstacles: tuple[Outline, ...]
    scenery: tuple[Outline, ...]
    tracks: tuple[Track, ...]
    contacts: tuple[ShownContact, ...]


def shown_run(assembly: "Assembly", result: "RunResult") -> Shown:
    """What a run shows that kept its positions."""
    assert result.positions is not None, "the run must keep its positions"
    positions = result.positions
    poses = {name: positions.of(name)[:, [0, 1, 3]] for name in positions.actors}
    colours = {name: actor.colour for name, actor in assembly.spec.actors.items()}
    outlines = dict(assembly.obstacles)
    return Shown(
        f"{result.name}: {assembly.spec.description}",
        assembly.road_map,
        tuple(outlines.values()),
        tuple(outline for name, outline in outlines.items() if name in assembly.spec.scenery),
        _tracks({name: (positions.stamps_ns, each) for name, each in poses.items()}, colours, {}),
        tuple(ShownContact(c.stamp_sim_ns, (c.x_m, c.y_m)) for c in result.contacts),
    )


@reads_messages
def shown_recording(run: "Run") -> Shown:
    """What a recorded run shows."""
    tracks = {
        name: (track.stamps_ns, np.stack([track.x_m, track.y_m, track.yaw_rad], axis=1))
        for name, track in run.tracks().items()
    }
    if not tracks:
        raise InputError(
            "the run has no actors, so there is nothing to draw",
            str(run.path),
            "a recording of a scenario with poses of actors",
            "look at its signals with `ghost export`, or with `run.table(channel)`",
        )
    scenario = _scenario(run)
    road_map = map_of(run)
    scenery = _scenery(scenario)
    fixed = tuple(obstacle.outline for obstacle in road_map.obstacles) if road_map else ()
    actors = scenario.get("actors")
    colours = {
        name: actor.get("colour")
        for name, actor in (actors.items() if isinstance(actors, dict) else ())
        if isinstance(actor, dict)
    }
    about = scenario.get("description")
    return Shown(
        f"{run.name}: {about}" if about else run.name or Path(run.path).name,
        road_map,
        (*fixed, *scenery),
        scenery,
        _tracks(tracks, colours, shapes_of(run)),
        tuple(ShownContact(c.stamp_sim_ns, (c.x_m, c.y_m)) for c in run.contacts),
    )


def _tracks(
    poses: Mapping[str, tuple[Integers, Floats]],
    colours: Mapping[str, str | None],
    shapes: Mapping[str, Mapping[str, Any]],
) -> tuple[Track, ...]:
    """The tracks of all actors that were there, in their order."""
    tracks = []
    for number, (name, (stamps_ns, rows)) in enumerate(poses.items()):
        there = ~np.isnan(rows[:, 0])
        if there.any():
            shape = shapes.get(name, {})
            size_m = (shape.get("length", _CAR_M[0]), shape.get("width", _CAR_M[1]))
            colour = colours.get(name) or LIGHT.series[number % len(LIGHT.series)]
            is_round = bool(shape.get("round", False))
            stamps = np.asarray(stamps_ns[there])
            tracks.append(Track(name, colour, stamps, rows[there], size_m, is_round))
    return tuple(tracks)


def _scenario(run: "Run") -> dict[str, Any]:
    if "scenario.json" not in run.attachment_names():
        return {}
    document = json.loads(bytes(run.attachment("scenario.json").data))
    return document if isinstance(document, dict) else {}


def _scenery(scenario: Mapping[str, Any]) -> tuple[Outline, ...]:
    from pydantic import ValidationError  # slow to load

    from project_ghost.scenario.surroundings import Scenery

    given = scenario.get("scenery")
    try:
        shapes = [Scenery.model_validate(each) for each in dict(given or {}).values()]
    except (ValidationError, TypeError, ValueError):
        return ()  # of another version: a picture without it is better than none
    return tuple(shape.outline for shape in shapes)
