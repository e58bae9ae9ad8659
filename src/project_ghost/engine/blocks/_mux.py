from project_ghost.engine import Block, Input, Output

from ._require import require_count


class Mux(Block):
    """`y = (u0, u1, ...)`: scalars to a vector."""

    y = Output()

    def __init__(self, count: int, *, unit: str | None = None) -> None:
        require_count(count, 1, "Mux")
        self.declare(
            **{f"u{i}": Input(unit=unit) for i in range(count)},
            y=Output(shape=(count,), unit=unit),
        )
        super().__init__()

    @staticmethod
    def output(*inputs: float) -> tuple[float, ...]:
        """All inputs in order."""
        return inputs
