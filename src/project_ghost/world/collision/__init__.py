"""Contacts between actors and with scenery: detection and response.

General layout: `_scene` (all actors in one array), `_contacts` (the component), `_near` (the
broad phase), `_find` (all contacts of a tick), `_touch` (the narrow phase for one pair),
`_respond` (impulses for all contacts), `_impact` (one impact), `_scenery` (polygons as arrays),
`_bundles` and `_columns` (the arrays and their columns).
"""

from ._columns import CONTACT_FIELDS as CONTACT_FIELDS
from ._columns import RECORD_FIELDS as RECORD_FIELDS
from ._contacts import Contacts as Contacts
from ._scene import Scene as Scene

__all__ = ["CONTACT_FIELDS", "RECORD_FIELDS", "Contacts", "Scene"]
