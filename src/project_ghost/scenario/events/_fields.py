"""Columns that several events share: which actor, and where it is."""

from project_ghost.engine import RecordField

__all__ = ["ACTOR_WIDTH", "PLACE_FIELDS"]

# The columns row in the scene and serial, which messages have a name for.
ACTOR_WIDTH = 2
PLACE_FIELDS = (
    RecordField("x_m", "east, of the actor's centre", "m"),
    RecordField("y_m", "north, of the actor's centre", "m"),
)
