"""GHO401."""

from project_ghost.core.level import Level
from project_ghost.lint._rule import BannedNames

__all__ = ["LibmFunction"]

# Not in the list, because IEEE 754 or exact arithmetic fixes their results: sqrt,
# fabs, fmod, floor, ceil, trunc, copysign, ldexp, frexp, modf, fsum, degrees, radians.
_MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt cos cosh dist erf erfc exp exp2 expm1 gamma hypot
    lgamma log log10 log1p log2 pow sin sinh tan tanh
""".split()
_CMATH = (
    "acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar rect sin sinh sqrt tan"
    " tanh"
)


class LibmFunction(BannedNames):
    """A function of the C library's mathematics is used in portable code.

    ## What it does
    Finds the transcendental functions of `math` and `cmath`, and `hypot`, `dist` and
    `pow`. Functions of `math` with exactly defined results (`sqrt`, `floor`, `fmod`, `fsum`) are
    not found.

    ## Why is this bad
    No standard fixes their last bit. It depends on the C library, its version, and on
    whether the CPU has fused multiply-add; one bit grows into another trajectory.

    ## Example
    ```python
    import math

    def heading(vx, vy):
        return math.atan2(vy, vx)
    ```

    ## Use instead
    ```python
    from project_ghost.core import dmath

    def heading(vx, vy):
        return dmath.atan2(vy, vx)
    ```
    """

    code = "GHO401"
    name = "libm-function"
    level = Level.PORTABLE
    banned = dict.fromkeys(
        [*(f"math.{name}" for name in _MATH), *(f"cmath.{name}" for name in _CMATH.split())],
        "the last bit of `{name}` depends on the C library and the CPU: use `dmath`",
    )
