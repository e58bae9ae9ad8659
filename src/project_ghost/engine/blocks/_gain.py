from project_ghost.engine import Block, Input, Output, Parameter


class Gain(Block):
    """`y = gain * u`; the output may have another unit than the input."""

    gain = Parameter()
    u = Input()
    y = Output()

    def __init__(
        self, gain: float, *, input_unit: str | None = None, output_unit: str | None = None
    ) -> None:
        self.declare(u=Input(unit=input_unit), y=Output(unit=output_unit))
        super().__init__(gain=gain)

    @staticmethod
    def output(u: float, gain: float) -> float:
        """The product."""
        return gain * u
