"""The paths of a run: one for each actor, from the positions that the run kept."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from project_ghost.drawing import LIGHT, Point

if TYPE_CHECKING:  # slow to load, and a map or a schedule is drawn without them
    from project_ghost.runs import Positions
    from project_ghost.scenario.assembly import Assembly

__all__ = ["ActorPath", "actor_paths"]


class ActorPath(NamedTuple):
    """The positions of one actor, and how it is drawn."""

    name: str
    colour: str
    places: Sequence[Point]


def actor_paths(assembly: "Assembly", positions: "Positions") -> Iterator[ActorPath]:
    """The paths of all actors that were there, in the order of the positions."""
    colours = LIGHT.series
    for number, name in enumerate(positions.actors):
        actor = assembly.spec.actors.get(name)
        colour = actor.colour if actor is not None else None
        places = [(x, y) for x, y in positions.of(name)[:, :2].tolist() if x == x]  # not NaN
        if places:
            yield ActorPath(name, colour or colours[number % len(colours)], places)
