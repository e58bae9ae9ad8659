from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Input, Output, Parameter


class Sum(Block):
    """`y = ± u0 ± u1 ± ...`: one input for each sign, added in order."""

    signs = Parameter()
    y = Output()

    def __init__(self, signs: str = "++", *, unit: str | None = None) -> None:
        if not signs or set(signs) - set("+-"):
            raise InputError(
                f"the signs are {signs!r}",
                "Sum",
                "one + or - for each input",
                'write Sum("+-") for the difference of two',
                key="signs",
            )
        self.declare(
            **{f"u{i}": Input(unit=unit) for i in range(len(signs))},
            signs=Parameter(shape=(len(signs),)),
            y=Output(unit=unit),
        )
        super().__init__(signs=tuple(1.0 if sign == "+" else -1.0 for sign in signs))

    @staticmethod
    def output(signs: tuple[float, ...], *inputs: float) -> float:
        """The signed sum."""
        total = 0.0
        for i in range(len(inputs)):
            total = total + signs[i] * inputs[i]
        return total
