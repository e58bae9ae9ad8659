from project_ghost.core.dmath import expm1
from project_ghost.engine import Block, Input, Output, Parameter, State

from ._require import require_positive


class FirstOrderLag(Block):
    """`tau_s * x' = u - x`, `y = x`.

    Solved exactly for an input that is held between samples:
    `x[k+1] = x[k] + (1 - exp(-dt_s / tau_s)) * (u[k] - x[k])`, stable at every rate.
    """

    tau_s = Parameter(unit="s")
    u = Input()
    x = State()
    y = Output()

    def __init__(self, tau_s: float, *, initial: float = 0.0, unit: str | None = None) -> None:
        self.declare(u=Input(unit=unit), x=State(unit=unit), y=Output(unit=unit))
        super().__init__(tau_s=tau_s, x=initial)
        require_positive(self, "tau_s")

    @staticmethod
    def output(x: float) -> float:
        """The lagged value."""
        return x

    @staticmethod
    def update(x: float, u: float, tau_s: float, dt_s: float) -> float:
        """Advance the state by one sample."""
        return x - expm1(-dt_s / tau_s) * (u - x)
