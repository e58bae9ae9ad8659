from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import clip

from ._require import require_limits


class Saturation(Block):
    """`y = u`, limited to `low` and `high`."""

    low = Parameter()
    high = Parameter()
    u = Input()
    y = Output()

    def __init__(self, low: float, high: float, *, unit: str | None = None) -> None:
        self.declare(u=Input(unit=unit), y=Output(unit=unit))
        super().__init__(low=low, high=high)
        require_limits(self)

    @staticmethod
    def output(u: float, low: float, high: float) -> float:
        """The input within the limits."""
        return clip(u, low, high)
