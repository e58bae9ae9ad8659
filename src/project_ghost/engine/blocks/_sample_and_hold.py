from project_ghost.engine import Block, Input, Output, State
from project_ghost.engine.ops import where


class SampleAndHold(Block):
    """`y = u` while `trigger > 0`, else what y was before; `initial` until the first trigger."""

    u = Input()
    trigger = Input()
    held = State()
    y = Output()

    def __init__(self, *, initial: float = 0.0, unit: str | None = None) -> None:
        self.declare(u=Input(unit=unit), held=State(unit=unit), y=Output(unit=unit))
        super().__init__(held=initial)

    @staticmethod
    def step(u: float, trigger: float, held: float) -> tuple[float, float]:
        """What is held from now on, and the same as the output."""
        y = where(trigger > 0.0, u, held)
        return y, y
