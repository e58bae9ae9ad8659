"""Contacts between actors, and with scenery: who touches whom, and what that does to them.

General layout: `_scene` (all actors in one array), `_contacts` (the component), and what it
calls: `_find` (all contacts of a tick), `_touch` (two of them), `_respond` (impulses for all),
`_impact` (one impact), `_scenery` (polygons as arrays), `_columns` (what stands where).
"""

from ._columns import RECORD_FIELDS as RECORD_FIELDS
from ._contacts import Contacts as Contacts
from ._scene import Scene as Scene

__all__ = ["RECORD_FIELDS", "Contacts", "Scene"]
