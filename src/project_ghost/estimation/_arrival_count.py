"""A count of the measurements that have arrived."""

from project_ghost.engine import Block, Input, Output, State
from project_ghost.engine.ops import where


class ArrivalCount(Block):
    """The number of measurements that have arrived, for readers faster than their sensor.

    Between two samples of a sensor its `valid` stays 1, so a reader with another rate cannot
    recognise a new measurement. This count, in the sensor's group, increases with each arrival.
    """

    valid = Input()
    arrived = State()
    count = Output()

    @staticmethod
    def step(valid: float, arrived: float) -> tuple[float, float]:
        """Count a measurement that arrives at this sample."""
        total = arrived + where(valid > 0.5, 1.0, 0.0)
        return total, total
