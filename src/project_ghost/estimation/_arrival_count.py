from project_ghost.engine import Block, Input, Output, State
from project_ghost.engine.ops import where


class ArrivalCount(Block):
    """How many measurements have arrived: for readers that run faster than their sensor.

    Between two samples of a sensor its `valid` stays 1, and a reader of another rate cannot
    tell what is new. A count, in the sensor's own group, goes up with each that arrives.
    """

    valid = Input()
    arrived = State()
    count = Output()

    @staticmethod
    def step(valid: float, arrived: float) -> tuple[float, float]:
        """Count this sample, if anything arrives at it."""
        total = arrived + where(valid > 0.5, 1.0, 0.0)
        return total, total
