"""From a scenario to a graph: one module for each kind of thing that a scenario holds.

General layout: `_tables` (which rows belong to whom), `_build` (what all share), `_map`
(ground and obstacles), `_routes`, `_way` and `_corners` (where actors go), `_cars`,
`_walkers`, `_flying` and `_crowds` (what moves), `_chassis` and `_idm` (what cars and their
drivers share), `_sensors`, `_estimators`, `_faults`, `_lights` and `_weather` (what sees,
believes, fails, shows and blows), `_scene` (contacts, events, the end), `_starts` (room for
all), `_assemble` (the whole).
"""

from ._assemble import Assembly as Assembly
from ._assemble import assemble as assemble
from ._build import StateChannel as StateChannel
from ._tables import Table as Table

__all__ = ["Assembly", "StateChannel", "Table", "assemble"]
