"""A clean block: a low-pass filter with a noisy input."""

from project_ghost.core import dmath
from project_ghost.engine import Block

GAINS = (0.1, 0.2, 0.4)


class LowPass(Block):
    """Portable: plain arithmetic in a written order."""

    def __init__(self, cutoff_hz: float, period_ns: int) -> None:
        self.alpha = 1.0 - dmath.exp(-cutoff_hz * (period_ns / 1e9))

    def output(self, state, value, noise):
        filtered = state + self.alpha * (value + noise - state)
        for gain in GAINS:
            filtered = filtered + gain * dmath.sin(filtered)
        # PLANT
        return filtered

    def update(self, state, filtered):
        return filtered if filtered > 0.0 else state
