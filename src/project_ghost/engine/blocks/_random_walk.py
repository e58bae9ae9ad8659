from project_ghost.core.dmath import sqrt
from project_ghost.engine import Block, Noise, Output, Parameter, State

from ._require import require_not_negative


class RandomWalk(Block):
    """`x[k+1] = x[k] + density * sqrt(dt_s) * w`, `y = x`, w standard normal.

    After t seconds the standard deviation is `density * sqrt(t)` at any rate; the density is
    in the unit of y per square root of a second.
    """

    density = Parameter()
    w = Noise()
    x = State()
    y = Output()

    def __init__(
        self, density: float = 1.0, *, initial: float = 0.0, unit: str | None = None
    ) -> None:
        self.declare(x=State(unit=unit), y=Output(unit=unit))
        super().__init__(density=density, x=initial)
        require_not_negative(self, "density")

    @staticmethod
    def output(x: float) -> float:
        """The current value."""
        return x

    @staticmethod
    def update(x: float, w: float, density: float, dt_s: float) -> float:
        """One step of the walk."""
        return x + density * sqrt(dt_s) * w
