from math import inf
from typing import ClassVar

from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Continuous, Input, Output, Parameter
from project_ghost.engine.ops import clip

from ._require import require_limits


class Integrator(Block):
    """`x' = u`, `y = x`, where x stops at `low` and `high` and leaves them at once.

    The input is held between samples, for which Euler's step is exact. At a limit the
    derivative is what leads just there, so nothing winds up beyond it.
    """

    integrator: ClassVar[str] = "euler"

    low = Parameter()
    high = Parameter()
    u = Input()
    x = Continuous()
    y = Output()

    def __init__(
        self,
        initial: float = 0.0,
        *,
        low: float = -inf,
        high: float = inf,
        input_unit: str | None = None,
        output_unit: str | None = None,
    ) -> None:
        self.declare(
            u=Input(unit=input_unit),
            x=Continuous(unit=output_unit),
            y=Output(unit=output_unit),
        )
        super().__init__(low=low, high=high, x=initial)
        require_limits(self)
        if not low <= initial <= high:
            raise InputError(
                f"'initial' is {initial!r}",
                "Integrator",
                f"a number from {low!r} to {high!r}, its limits",
                "begin within the limits, or widen them",
                key="initial",
            )

    @staticmethod
    def output(x: float, low: float, high: float) -> float:
        """The integral; clipped because the last step to a limit may round past it."""
        return clip(x, low, high)

    @staticmethod
    def derivative(u: float, x: float, low: float, high: float, dt_s: float) -> float:
        """The input, or as much of it as leads to a limit."""
        return clip(u, (low - x) / dt_s, (high - x) / dt_s)
