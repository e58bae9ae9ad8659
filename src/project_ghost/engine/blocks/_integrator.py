from math import inf
from typing import ClassVar

from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Continuous, Input, Output, Parameter
from project_ghost.engine.ops import clip

from ._require import require_limits


class Integrator(Block):
    """`x' = u`, `y = x`, with x limited to `low` and `high` without wind-up.

    The input is held between samples, so Euler's step is exact. The derivative is limited to
    the one that just reaches a limit, so x leaves the limit as soon as u changes its sign.
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
                "choose an initial value within the limits, or widen them",
                key="initial",
            )

    @staticmethod
    def output(x: float, low: float, high: float) -> float:
        """The integral; clipped because the step to a limit may round past it."""
        return clip(x, low, high)

    @staticmethod
    def derivative(u: float, x: float, low: float, high: float, dt_s: float) -> float:
        """The input, limited so that x does not exceed a limit."""
        return clip(u, (low - x) / dt_s, (high - x) / dt_s)
