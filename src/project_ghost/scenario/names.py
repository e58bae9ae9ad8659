"""The names of everything in a scene, by the numbers that components have for it."""

from collections.abc import Sequence
from typing import final

from project_ghost.engine import TextField

from .tables import Table

__all__ = ["SceneNames"]


@final
class SceneNames:
    """The names of actors and scenery, by row and serial, as contacts and events have them."""

    def __init__(self, tables: Sequence[Table], scenery: Sequence[str]) -> None:
        # By row of the scene.
        self._tables = [table for table in tables for _ in range(table.capacity)]
        self._scenery = scenery

    def name_of(self, row: float, serial: float) -> str:
        """The name of an actor, or of scenery: its row is -1 - its number."""
        if row < 0:
            return self._scenery[-1 - int(row)]
        return self._tables[int(row)].name_of(serial)

    def field(self, name: str = "actor", about: str = "the actor's name") -> TextField:
        """The field of events in place of the columns row and serial."""
        return TextField(name, self.name_of, about, width=2)
