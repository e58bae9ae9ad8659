"""GHO401."""

from project_ghost.core.level import Level
from project_ghost.core.portability import Reason, messages_because
from project_ghost.lint._rule import BannedNames

__all__ = ["LibmFunction"]


class LibmFunction(BannedNames):
    """Portable code uses a mathematical function of the C library.

    ## What it does
    Finds the transcendental functions of `math` and `cmath`, and `hypot`, `dist` and
    `pow`. Functions of `math` with exactly defined results (`sqrt`, `floor`, `fmod`, `fsum`) are
    not found.

    ## Why is this bad
    No standard fixes their last bit. It depends on the C library, its version, and on
    whether the CPU has fused multiply-add; one different bit becomes another trajectory.

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
    banned = messages_because(Reason.C_LIBRARY)
