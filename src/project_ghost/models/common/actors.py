"""The base of all tables of actors: sizes, rows, the scene's effects, initial states."""

from collections.abc import Sequence
from typing import Any

from project_ghost.engine import Kernel, Size

from .rows import Actor, ActorInputs, Rows, initial_rows, scene_rows

__all__ = ["AbstractActors"]


class AbstractActors(Kernel):
    """A table of actors, each (x, y, yaw), then if wanted speed and route.

    They are the rows of the scene from `first_row` on. A parameter of the shape (capacity,) is
    one number for all, or one for each row.
    """

    capacity = Size(1)
    scene = Size(1)
    slots = Size(1)
    world = ActorInputs
    rows = Rows

    def __init__(
        self,
        capacity: int = 1,
        *,
        actors: Sequence[Actor] = (),
        scene: int | None = None,
        first_row: int = 0,
        **values: Any,  # noqa: ANN401 - numbers, or arrays of them
    ) -> None:
        where = type(self).__name__
        rows = scene_rows(capacity, first_row, scene, where)
        begin = initial_rows(actors, capacity, where)
        super().__init__(
            capacity=capacity, scene=rows, first_row=float(first_row), **{**begin, **values}
        )
