"""Fields that several events share: which actor, and where it is."""

from project_ghost.engine import RecordField

__all__ = ["ACTOR_FIELDS", "PLACE_FIELDS"]

ACTOR_FIELDS = (
    RecordField(
        "actor",
        "the actor's row in the scene; the manifest's `actors` has the names",
        is_whole=True,
    ),
    RecordField("serial", "the actor's number within its table, never used again", is_whole=True),
)
PLACE_FIELDS = (
    RecordField("x_m", "east, of the actor's centre", "m"),
    RecordField("y_m", "north, of the actor's centre", "m"),
)
