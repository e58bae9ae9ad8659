"""What is true and what is believed of a vehicle: signals on the bus, messages on disk.

Components exchange numbers; a recording holds `VehicleState`, which other programs read.

Why: ADR 17.
"""

from collections.abc import Callable

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.estimation import belief_state
from project_ghost.hal.messages import GroundTruth
from project_ghost.scenario.assembly import Assembly, StateChannel
from project_ghost.state import (
    FlightMode,
    FlightStatus,
    MissionMode,
    MissionStatus,
    SensorHealthMap,
    VehicleState,
    vehicle_state_from_ground_truth,
)

__all__ = ["as_recorded"]

# A vehicle of a scenario is driven by its programme; nobody watches its sensors' health.
_HEALTH = SensorHealthMap({})
_FLIGHT = FlightStatus(armed=True, flight_mode=FlightMode.OFFBOARD)
_MISSION = MissionStatus(MissionMode.NAVIGATE)


def as_recorded(assembly: Assembly) -> Callable[[Message], Message]:
    """What makes of a message of the bus the one that is recorded: a state where it is one."""
    makers = {channel: _maker(each) for channel, each in assembly.states.items()}

    def recorded(message: Message) -> Message:
        make = makers.get(message.channel)
        return message if make is None else message._replace(payload=make(message))

    return recorded


def _maker(channel: StateChannel) -> Callable[[Message], VehicleState]:
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
