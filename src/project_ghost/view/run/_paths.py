"""The paths of a run: one for each actor, from the positions that the run kept."""

from collections.abc import Iterator, Sequence
from math import hypot, isnan
from typing import TYPE_CHECKING, NamedTuple

from project_ghost.drawing import LIGHT, Point

if TYPE_CHECKING:  # slow to load, and a map or a schedule is drawn without them
    from project_ghost.runs import Positions
    from project_ghost.scenario.assembly import Assembly

__all__ = ["ActorPath", "actor_paths"]

# An actor moves less than this between two samples; a longer step is another actor in its row.
_STEP_MAX_M = 8.0


class ActorPath(NamedTuple):
    """The positions of one actor, and how it is drawn. An actor of a population has no name."""

    name: str
    colour: str
    places: Sequence[Point]


def actor_paths(assembly: "Assembly", positions: "Positions") -> Iterator[ActorPath]:
    """The paths of all actors, in the order of their rows."""
    colours = LIGHT.series
    number = 0
    for table in assembly.tables:
        for i, row in enumerate(table.rows):
            name = table.names[i] if i < len(table.names) else ""
            actor = assembly.spec.actors.get(name)
            colour = actor.colour if actor is not None else None
            for places in _users(positions.values[:, row, :2].tolist()):
                yield ActorPath(name, colour or colours[number % len(colours)], places)
                number += 1


def _users(places: Sequence[Sequence[float]]) -> Iterator[Sequence[Point]]:
    """The places of each actor that used a row: NaN or a jump separates two actors."""
    path: list[Point] = []
    for x, y in places:
        jumps = bool(path) and hypot(x - path[-1][0], y - path[-1][1]) > _STEP_MAX_M
        if path and (isnan(x) or jumps):
            yield path
            path = []
        if not isnan(x):
            path.append((x, y))
    if path:
        yield path
