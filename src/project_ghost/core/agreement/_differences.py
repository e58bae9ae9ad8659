"""The one table of what interpreted and compiled code make differently, and what replaces it.

The engine refuses a component that contains one of them. Functions that are refused by name stand
in `core.portability`, which the linter reads too.
"""

from enum import Enum
from typing import NamedTuple

from project_ghost.core.portability import NOT_PORTABLE, NOT_PORTABLE_LIBRARIES, NotPortable, Reason


class Entry(NamedTuple):
    """A difference: an example, what goes wrong, and what to write instead."""

    example: str
    why: str
    instead: str


class Difference(Enum):
    """What is known not to agree between interpreted and compiled code."""

    POWER = Entry(
        "x ** 3",
        "a power is the C library's `pow` in one and multiplications in the other",
        "multiply, or use `dmath.pow`",
    )
    BOOLEAN_ARITHMETIC = Entry(
        "(a > 0) + (b > 0)",
        "numpy's truth values add up to a truth value, compiled ones to a number",
        "write `1.0 if a > 0 else 0.0`, or `and`, `or`, `not`",
    )
    BOOLEAN_INVERTED = Entry(
        "~(a > 0)",
        "`~` of Python's, numpy's and compiled truth values are three things",
        "write `not`, or `np.logical_not` for arrays",
    )
    UNBOUND = Entry(
        "if a > 0: x = 1.0",
        "a variable without a value stops the interpreter, and is any number in compiled code",
        "give it a value before the branch or loop",
    )
    NARROW = Entry(
        "np.zeros(3, dtype=np.float32)",
        "numbers of fewer than 64 bits round and overflow differently",
        "use float64, int64 or bool",
    )
    TOO_LARGE = Entry(
        "2 ** 64",
        "compiled integers have 64 bits",
        "stay below 2**63, or use floats",
    )
    ARRAY_MODULO = Entry(
        "a % 3.0",
        "the signs of zeros and quotients near whole numbers differ for whole arrays",
        "loop over the elements: `%` and `//` of two numbers agree",
    )
    SHIFT = Entry(
        "1 << n",
        "compiled shifts by 64 and more, or by less than 0, have any result",
        "multiply or divide by a power of two",
    )
    INPUT_WRITTEN = Entry(
        "u[0] = 0.0",
        "other readers of an input, parameter or noise would depend on the order of execution",
        "write into an output or a state, or into a copy: `u.copy()`",
    )
    GLOBAL = Entry(
        "global n",
        "compiled code keeps the value that it was compiled with",
        "declare a State",
    )
    TRY = Entry(
        "try: ...",
        "compiled code raises other exceptions, and does not notice all of them",
        "test for the case first",
    )
    IDENTITY = Entry(
        "a is b",
        "numbers have no identity in compiled code",
        "compare with `==`",
    )
    TYPE_TEST = Entry(
        "isinstance(x, int)",
        "a number is of numpy's type in one and of the machine's in the other",
        "declare what the function takes; it is always the same",
    )
    BOOLEAN_INDEX = Entry(
        "a[x > 0]",
        "a truth value adds a dimension in one and is 0 or 1 in the other",
        "write `a[1 if x > 0 else 0]`",
    )
    CALL = Entry(
        "np.random.rand(), np.sin(a), np.dot(a, b)",
        "libraries compute it, and those of interpreted and compiled code differ",
        "what the message says: functions of `dmath`, Noise, plain loops",
    )

    @property
    def sentence(self) -> str:
        """Why, and what to write instead."""
        return f"{self.value.why}: {self.value.instead}"


# Reasons why a function gives other results in compiled code, and not only on other machines.
_DIFFERENT = (
    *(Reason.VECTOR_INSTRUCTIONS, Reason.LINEAR_ALGEBRA, Reason.FLOAT_POWER, Reason.DECIMALS),
    *(Reason.RANDOM_STREAM, Reason.CLOCK, Reason.PROCESS),
)


def differing_call(name: str) -> NotPortable | None:
    """Why a function, given by its full name, must not be called in a Block or a Kernel."""
    entry = NOT_PORTABLE.get(name)
    if entry is None:
        libraries = (each for each in NOT_PORTABLE_LIBRARIES if name.startswith(f"{each}."))
        entry = next((NOT_PORTABLE_LIBRARIES[each] for each in libraries), None)
    return entry if entry is not None and entry.reason in _DIFFERENT else None
