"""Functions that are compiled separately from their callers."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

# Of an argument: a number, or an array of floats with this many dimensions.
Kind: TypeAlias = type[float] | type[int] | int


class SeparateFunction(NamedTuple):
    """The source of a function called `separate`, and what it needs to be compiled."""

    source: str
    called: tuple[tuple[str, Any], ...]  # what the source calls, by name
    kinds: tuple[Kind, ...]  # of its arguments
    separate: tuple[tuple[str, "SeparateFunction"], ...] = ()  # what it calls by their symbols
    inlined: tuple[Callable[..., Any], ...] = ()  # whose machine code goes into its own


# The kinds of the arguments of an entry: the address of a frame, and a range.
ENTRY_KINDS: tuple[Kind, ...] = (int, int, int)


def separate(function: Callable[..., Any], kinds: Sequence[Kind]) -> SeparateFunction:
    """Return a function to compile for arguments of these kinds; it may take them as `*inputs`."""
    names = ", ".join(f"a{i}" for i in range(len(kinds)))
    source = f"def separate({names}):\n    return function({names})\n"
    return SeparateFunction(source, (("function", function),), tuple(kinds))
