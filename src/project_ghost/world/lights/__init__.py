"""Traffic lights: timed phases, as a pure function and as a component.

General layout: `_phases` (the phase at a time), `_traffic_lights` (the component).
"""

from ._phases import AMBER as AMBER
from ._phases import GREEN as GREEN
from ._phases import RED as RED
from ._phases import colour_at as colour_at
from ._phases import phase_at as phase_at
from ._traffic_lights import TrafficLights as TrafficLights

__all__ = ["AMBER", "GREEN", "RED", "TrafficLights", "colour_at", "phase_at"]
