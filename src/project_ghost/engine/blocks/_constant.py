from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Output, Parameter
from project_ghost.engine.component._declarations import Value


class Constant(Block):
    """`y = value`: a number or a vector."""

    value = Parameter()
    y = Output()

    def __init__(self, value: Value, *, unit: str | None = None) -> None:
        shape = (len(value),) if isinstance(value, tuple | list) else ()
        if shape == (0,):
            raise InputError(
                "'value' is empty",
                "Constant",
                "a number, or at least one",
                "write Constant(1.0)",
                key="value",
            )
        self.declare(value=Parameter(shape=shape, unit=unit), y=Output(shape=shape, unit=unit))
        super().__init__(value=value)

    @staticmethod
    def output(value: float) -> float:
        """The value, at every sample."""
        return value
