"""Convert true and believed states from signals on the bus to messages on disk.

Components exchange numbers; a recording holds `VehicleState`, which other programs can read.

Why: ADR 17.
"""

from collections.abc import Callable

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.estimation import belief_state
from project_ghost.hal.messages import GroundTruth
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.scenario.draft import StateChannel
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    MissionMode,
    MissionStatus,
    SensorHealthMap,
    VehicleState,
    vehicle_state_from_ground_truth,
)

__all__ = ["recorded_form"]

# Scenario vehicles follow their programme and have no sensor health.
_HEALTH = SensorHealthMap({})
_FLIGHT = FlightStatus(armed=True, flight_mode=FlightMode.OFFBOARD)
_MISSION = MissionStatus(MissionMode.NAVIGATE)


def recorded_form(runnable: Runnable) -> Callable[[Message], Message]:
    """Return the conversion from a bus message to the recorded one: states become VehicleState."""
    states = {} if runnable.scene is None else runnable.scene.states
    builders = {channel: _state_builder(each) for channel, each in states.items()}

    def recorded(message: Message) -> Message:
        build = builders.get(message.channel)
        return message if build is None else message._replace(payload=build(message))

    return recorded


def _state_builder(channel: StateChannel) -> Callable[[Message], VehicleState]:
    def state(message: Message) -> VehicleState:
        stamp_ns = message.stamp_sim_ns
        values = tuple(np.array(message.payload[signal]) for signal in channel.signals)
        if channel.is_belief:
            return belief_state(
                stamp_sim_ns=stamp_ns,
                stamp_wall_ns=stamp_ns,
                believed=values,
                sensors_health=_HEALTH,
                flight=_FLIGHT,
                mission=_MISSION,
            )
        return vehicle_state_from_ground_truth(
            gt=GroundTruth(stamp_ns, *values),
            sensors_health=_HEALTH,
            flight=_FLIGHT,
            mission=_MISSION,
            stamp_wall_ns=stamp_ns,
        )

    return state
