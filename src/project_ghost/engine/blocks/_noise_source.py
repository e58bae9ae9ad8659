from project_ghost.engine import Block, Noise, Output, Parameter

from ._require import require_not_negative


class NoiseSource(Block):
    """`y = mean + standard_deviation * w`, with a new standard normal w at every sample."""

    mean = Parameter()
    standard_deviation = Parameter()
    w = Noise()
    y = Output()

    def __init__(
        self, mean: float = 0.0, standard_deviation: float = 1.0, *, unit: str | None = None
    ) -> None:
        self.declare(y=Output(unit=unit))
        super().__init__(mean=mean, standard_deviation=standard_deviation)
        require_not_negative(self, "standard_deviation")

    @staticmethod
    def output(w: float, mean: float, standard_deviation: float) -> float:
        """One draw."""
        return mean + standard_deviation * w
