from collections.abc import Sequence
from itertools import pairwise

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Kernel, Output, Parameter, Size


class LookupTable(Kernel):
    """Linear interpolation of `y` at `u` between the points `(x, y)`; constant beyond the ends.

    It is a Kernel, so that the table is data: its length costs no compile time, and all tables
    share their compiled code. The segment is found by binary search.
    """

    points = Size(2)
    xs = Parameter(shape=("points",))
    ys = Parameter(shape=("points",))
    u = Input()
    y = Output()

    def __init__(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        *,
        input_unit: str | None = None,
        output_unit: str | None = None,
    ) -> None:
        if len(xs) != len(ys) or not xs:
            raise InputError(
                f"there are {len(xs)} xs and {len(ys)} ys",
                "LookupTable",
                "as many xs as ys, at least one",
                "give a y for each x",
            )
        self.declare(u=Input(unit=input_unit), y=Output(unit=output_unit))
        super().__init__(points=len(xs), xs=tuple(xs), ys=tuple(ys))
        for i, (left, right) in enumerate(pairwise(xs)):
            if not left < right:
                raise InputError(
                    f"xs[{i}] is {left!r} and xs[{i + 1}] is {right!r}",
                    "LookupTable",
                    "xs that increase",
                    "sort the points by x, and remove repeated xs",
                )

    @staticmethod
    def output(y: Floats, u: float, xs: Floats, ys: Floats) -> None:
        """Find the segment by binary search, then interpolate."""
        left, right = 0, len(xs) - 1
        if u <= xs[left]:
            y[0] = ys[left]
        elif u >= xs[right]:
            y[0] = ys[right]
        else:
            # As often as the longest search needs, so that `u` does not decide when the loop ends:
            # then the table can be an expression, too.
            segments = 1
            while segments < len(xs) - 1:
                segments *= 2
                middle = (left + right) // 2
                if u >= xs[middle]:
                    left = middle
                else:
                    right = middle
            fraction = (u - xs[left]) / (xs[right] - xs[left])
            y[0] = ys[left] + fraction * (ys[right] - ys[left])
