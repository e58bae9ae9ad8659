from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Size, State


class Delay(Kernel):
    """`y[k] = u[k - samples]`, and `initial` before that sample exists.

    A kernel, so that a long delay compiles as fast as a short one; its memory is not part
    of the hash chain's links, so that it also runs as fast.
    """

    samples = Size(1)
    u = Input()
    past = State(shape=("samples",), is_chained=False)  # u[j] is at j % samples
    y = Output()

    def __init__(self, samples: int = 1, *, initial: float = 0.0, unit: str | None = None) -> None:
        self.declare(
            u=Input(unit=unit),
            past=State(shape=("samples",), unit=unit, is_chained=False),
            y=Output(unit=unit, initial=initial),
        )
        super().__init__(samples=samples, past=initial)

    @staticmethod
    def output(y: Floats, past: Floats, sample: int, samples: int) -> None:
        """The oldest input that is kept."""
        y[0] = past[sample % samples]

    @staticmethod
    def update(u: float, past: Floats, sample: int, samples: int) -> None:
        """The present input takes the place of the oldest."""
        past[sample % samples] = u
