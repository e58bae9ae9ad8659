"""What is known about a value without running the code: its type, and for integers a bound."""

from dataclasses import dataclass
from typing import Any, TypeAlias, final

# The largest number of bits of an integer that compiled code can hold.
WORD = 63
# Every float of this size is exact, and so are quotients and comparisons of such integers.
EXACT = 53
# Indexes, sizes and loop counters.
SMALL = 31


@dataclass(frozen=True)
class Int:
    """An integer with at most this many bits, without the sign."""

    bits: int = WORD


@dataclass(frozen=True)
class Float:
    """A float of 64 bits."""


@dataclass(frozen=True)
class Bool:
    """True or False, of Python or of numpy."""


@dataclass(frozen=True)
class Mixed:
    """An integer or a truth value on one path, and a float on another.

    Compiled code converts it where the paths meet. So does `rewrite` at each use.
    """

    is_float: bool = True  # otherwise a truth value on one path, and an integer on another


@dataclass(frozen=True)
class Array:
    """An array of floats, of integers or of truth values."""

    element: "Int | Float | Bool" = Float()
    dimensions: int | None = 1
    read_only: str = ""  # the name of the input, parameter or noise that it belongs to
    fresh: bool = False  # nothing else refers to its memory
    contiguous: bool = True


@dataclass(frozen=True)
class Tuple:
    """A tuple, with the type of each item; a named tuple has field names too."""

    items: tuple["Type", ...]
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sequence:
    """What a `for` goes through: numbers of one type, or tuples of them."""

    item: "Type"
    nonempty: bool = False


@final
class Known:
    """A module, function, class or text: an object that compiled code has as a constant."""

    def __init__(self, value: Any) -> None:  # noqa: ANN401 - any object
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.value is self.value

    def __hash__(self) -> int:
        return hash(Known)


@dataclass(frozen=True)
class Nothing:
    """None."""


@dataclass(frozen=True)
class Unknown:
    """Anything."""


Type: TypeAlias = Int | Float | Bool | Mixed | Array | Tuple | Sequence | Known | Nothing | Unknown
NUMBERS = (Int, Float, Bool, Mixed)


def joined(one: Type, two: Type) -> Type:
    """The type of a value that comes from either of two paths."""
    if one == two:
        return one
    match one, two:
        case Int(a), Int(b):
            return Int(max(a, b))
        case (Mixed(True), (Int() | Float() | Bool() | Mixed())) | (
            (Int() | Float() | Bool() | Mixed()),
            Mixed(True),
        ):
            return Mixed()
        case (Float(), (Int() | Bool() | Mixed())) | ((Int() | Bool() | Mixed()), Float()):
            return Mixed()
        case ((Bool() | Mixed()), (Int() | Mixed())) | (Int(), (Bool() | Mixed())):
            return Mixed(is_float=False)
        case Mixed(), Bool():
            return Mixed(is_float=False)
        case Array(), Array() if (one.element, one.dimensions) == (two.element, two.dimensions):
            return Array(
                one.element,
                one.dimensions,
                one.read_only or two.read_only,
                one.fresh and two.fresh,
                one.contiguous and two.contiguous,
            )
        case Tuple(a, f), Tuple(b, g) if len(a) == len(b) and f == g:
            return Tuple(tuple(map(joined, a, b)), f)
    return Unknown()


def widened(before: Type, after: Type) -> Type:
    """The type at the head of a loop: integers that still grow get room to grow."""
    merged = joined(before, after)
    if isinstance(merged, Int) and isinstance(before, Int) and merged.bits > before.bits:
        return Int(EXACT if merged.bits <= EXACT else WORD)
    if isinstance(merged, Tuple) and isinstance(before, Tuple):
        return Tuple(tuple(map(widened, before.items, merged.items)), merged.fields)
    return merged


def type_of(value: Any) -> Type:  # noqa: ANN401 - a case for each type
    """The type of a constant."""
    import numpy as np

    if value is None:
        return Nothing()
    if isinstance(value, bool | np.bool_):
        return Bool()
    if isinstance(value, int):
        return Int(value.bit_length())
    if isinstance(value, float):
        return Float()
    if isinstance(value, np.int64):
        return Int(int(value).bit_length())
    if isinstance(value, np.ndarray) and type(value) is np.ndarray:
        elements: dict[str, Int | Float | Bool] = {
            "float64": Float(),
            "int64": Int(),
            "bool": Bool(),
        }
        element = elements.get(value.dtype.name)
        if element is not None and value.ndim:
            return Array(element, value.ndim, "a global array")
        return Unknown()
    if isinstance(value, tuple):
        fields = tuple(getattr(value, "_fields", ()))
        return Tuple(tuple(map(type_of, value)), fields)
    return Known(value)
