"""The surroundings of the actors: map, scenery, traffic lights, wind, friction, contacts.

General layout: `_map` (the map of a scenario), `_scenery` (obstacles), `_lights`, `_weather`,
`_contacts` (the scene and contacts in it), `_start_overlaps` (room for all at the start).
"""

from ._contacts import add_contacts as add_contacts
from ._contacts import add_scene as add_scene
from ._contacts import connect_tables as connect_tables
from ._lights import Light as Light
from ._lights import add_lights as add_lights
from ._lights import light_programs as light_programs
from ._map import MapFile as MapFile
from ._map import map_file as map_file
from ._scenery import Scenery as Scenery
from ._scenery import obstacles_of as obstacles_of
from ._start_overlaps import require_room as require_room
from ._weather import Disturbances as Disturbances
from ._weather import add_weather as add_weather

__all__ = [
    "Disturbances",
    "Light",
    "MapFile",
    "Scenery",
    "add_contacts",
    "add_lights",
    "add_scene",
    "add_weather",
    "connect_tables",
    "light_programs",
    "map_file",
    "obstacles_of",
    "require_room",
]
