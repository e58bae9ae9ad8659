"""What an arbitrary order affects, in words, and how certain that is."""

from collections.abc import Sequence

from project_ghost.lint._finding import Severity

from ._callables import DRAWING
from ._elements import Elements

__all__ = [
    "ARGUMENT",
    "DICTIONARY",
    "DRAWN",
    "ENTRY",
    "FILE",
    "FIRST",
    "GROWN",
    "JOINED",
    "LOOSE",
    "NEXT",
    "OBJECT",
    "ORDERED_SET",
    "PART",
    "RETURNED",
    "SHOWN",
    "STORED",
    "TABLE",
    "TAKEN",
    "TAKING",
    "TEXT",
    "TEXT_RETURNED",
    "TIE",
    "TIES",
    "UNKNOWN_LOOP",
    "UNPACKED",
    "WEAK",
    "WORK",
    "is_shown",
    "is_weak",
    "most_certain",
    "severity",
]

# What the order affects where it is only printed.
SHOWN = "what is printed"
# What the order may affect: functions that are not known to use it.
UNKNOWN_LOOP = "a loop, unless what it calls is the same in any order"
ARGUMENT = "an argument"
STORED = "an attribute, which other files may read"
WORK = "the order of the work in a loop"
TEXT = "a text"
TEXT_RETURNED = "a text that is returned"
DICTIONARY = "a dictionary, which keeps its order"
TIE = "by a key that can tie"
# What takes one element, or some of them.
PART = "which of its elements are taken"
DRAWN = frozenset(f"`{method}`, a draw" for method in sorted(DRAWING))
TAKING = DRAWN | {PART}
TIES = frozenset(f"`{function}` {TIE}" for function in ("max", "min", "sorted"))
RETURNED = "a list that is returned"
OBJECT = "an object that is returned"
ORDERED_SET = "an ordered set that it is put into"
TABLE = "a table"
FILE = "a file"
UNPACKED = "an unpacking"
JOINED = "`join`"
FIRST = "one of its elements"
NEXT = "`next`"
# What matters only if the elements surely vary: what a loop adds them to, at which of them it
# stops, a list that a dictionary holds.
GROWN = "what each element is added to"
TAKEN = "the element at which a loop stops"
ENTRY = "an entry of a dictionary that is returned"
LOOSE = frozenset({ENTRY, GROWN, TAKEN})
WEAK = frozenset({TEXT, JOINED, UNPACKED, f"`sorted` {TIE}"})


def severity(affected: str | None, *, in_step: bool = False) -> Severity | None:
    """Info for an order that only affects what is printed; a hint where its effect is not known.

    In a step, what a function does with an order counts as a result.
    """
    if in_step and affected in (ARGUMENT, UNKNOWN_LOOP, WORK, STORED):
        return None
    if affected in (UNKNOWN_LOOP, ARGUMENT, ENTRY, STORED, WORK, DICTIONARY, TEXT_RETURNED):
        return Severity.HINT
    return Severity.INFO if affected == SHOWN else None


def is_shown(affected: str, held: Elements) -> bool:
    """Whether the order of a set is shown to affect a result, given what the set holds.

    A draw takes one of several, whatever they are. Texts are mostly read by people, keys that
    differ in capitals only are rare, and what a method adds an element to may be a set.
    """
    if held is Elements.FIXED:
        return False
    return affected in TAKING or held is Elements.VARYING or affected not in WEAK | LOOSE


def is_weak(affected: str) -> bool:
    """Whether an order is mostly read by people, or decides between equal keys only."""
    return affected in WEAK or affected in TIES


def most_certain(effects: Sequence[str | None]) -> str | None:
    """The effect that is most certain; None if there is none."""
    return min((each for each in effects if each), key=_weight, default=None)


def _weight(affected: str) -> int:
    """The rank of an effect: certain ones come first, then unknown ones, then what is printed."""
    if affected == RETURNED:
        return 1
    if affected in WEAK | LOOSE:
        return 2
    return (None, Severity.HINT, Severity.INFO).index(severity(affected)) * 3
