"""Messages of compiled runs, encoded by compiled code from rows of numbers.

General layout: `_row_json` writes payloads as canonical JSON, with `_shortest_digits` (the text of
a float) and `_text_table` (texts in place of numbers); `_poses` writes poses and transforms for
viewers; `_arena` is the memory for all of them, `_payload_arena` the payloads in it.

Why: ADR 34.
"""

from ._arena import Arena as Arena
from ._payload_arena import PayloadArena as PayloadArena
from ._poses import ActorNames as ActorNames
from ._poses import encode_instants as encode_instants
from ._poses import quaternions_of_yaws as quaternions_of_yaws
from ._row_json import RowEncoder as RowEncoder

__all__ = [
    "ActorNames",
    "Arena",
    "PayloadArena",
    "RowEncoder",
    "encode_instants",
    "quaternions_of_yaws",
]
