from project_ghost.engine import Block, Input, Output, State
from project_ghost.engine.ops import where


class SampleAndHold(Block):
    """`y = u` while `trigger > 0`, else the last y; `initial` until the first trigger."""

    u = Input()
    trigger = Input()
    held = State()
    y = Output()

    def __init__(self, *, initial: float = 0.0, unit: str | None = None) -> None:
        self.declare(u=Input(unit=unit), held=State(unit=unit), y=Output(unit=unit))
        super().__init__(held=initial)

    @staticmethod
    def step(u: float, trigger: float, held: float) -> tuple[float, float]:
        """The held value, as state and as output."""
        y = where(trigger > 0.0, u, held)
        return y, y
