from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Size, State


class Delay(Kernel):
    """`y[k] = u[k - samples]`, and `initial` before that sample exists.

    It is a Kernel, so that the length of the delay does not affect the compile time. Its
    memory is not chained, so that the length does not affect the run time either.
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
        """The oldest stored input."""
        y[0] = past[sample % samples]

    @staticmethod
    def update(u: float, past: Floats, sample: int, samples: int) -> None:
        """Replace the oldest stored input by the current one."""
        past[sample % samples] = u
