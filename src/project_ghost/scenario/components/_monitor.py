"""When it is over."""

from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import where

__all__ = ["Monitor"]

# Why a run ended, as the numbers of `reason`.
RUNNING, FIRST_COLLISION, ALL_ARRIVED = 0.0, 1.0, 2.0


class Monitor(Block):
    """Ends the run at the first contact, or when all have arrived, if that is wanted."""

    contacts = Input(default=0.0)  # how many have begun to touch in this tick
    all_arrived = Input(default=0.0)
    at_contact = Parameter(0.0)
    at_arrival = Parameter(0.0)
    done = Output()
    reason = Output()

    @staticmethod
    def output(
        contacts: float, all_arrived: float, at_contact: float, at_arrival: float
    ) -> tuple[float, float]:
        """A contact counts before an arrival."""
        collided = where(at_contact != 0.0 and contacts > 0.0, 1.0, 0.0)
        arrived = where(at_arrival != 0.0 and all_arrived != 0.0, 1.0, 0.0)
        reason = where(
            collided != 0.0, FIRST_COLLISION, where(arrived != 0.0, ALL_ARRIVED, RUNNING)
        )
        return where(reason != 0.0, 1.0, 0.0), reason
