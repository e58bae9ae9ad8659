from project_ghost.engine import Block, Input, Output

from ._require import require_count


class Demux(Block):
    """`y0 = u[0]`, `y1 = u[1]`, ...: a vector to two or more scalars."""

    u = Input()

    def __init__(self, count: int, *, unit: str | None = None) -> None:
        require_count(count, 2, "Demux")
        self.declare(
            u=Input(shape=(count,), unit=unit),
            **{f"y{i}": Output(unit=unit) for i in range(count)},
        )
        super().__init__()

    @staticmethod
    def output(u: tuple[float, ...]) -> tuple[float, ...]:
        """The elements in order."""
        return u
