"""Clean code of a simulator that knows nothing of Ghost."""

import logging

logger = logging.getLogger(__name__)


class Plant:
    """A point mass that counts its steps in integers."""

    def __init__(self, step_ns: int) -> None:
        self.step_ns = step_ns
        self.now_ns = 0
        self.position = 0.0

    def step(self, force, state=None):
        self.now_ns += self.step_ns
        self.position += force * (self.step_ns / 1e9)
        # PLANT
        return self.position


def simulate(plant, forces):
    """Drive the plant; the log is for people and changes nothing."""
    positions = [plant.step(force) for force in forces]
    logger.info("%d steps", len(positions))
    return positions
