"""The form of a channel's payloads: where each value is in a row of numbers."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

__all__ = ["Constant", "Form", "Number", "Numbers", "Part", "Records", "Text", "Whole"]


class Number(NamedTuple):
    """The number at a place."""

    place: int


class Numbers(NamedTuple):
    """The numbers from a place on, as lists in lists of this shape."""

    place: int
    shape: tuple[int, ...]


class Text(NamedTuple):
    """A text in place of numbers: a pure function of them."""

    place: int
    width: int
    text: Callable[..., str]


class Whole(NamedTuple):
    """The number at a place as an integer; it is whole, and not negative."""

    place: int


class Constant(NamedTuple):
    """A value that every payload has."""

    value: object


class Records(NamedTuple):
    """A list of records, each `width` numbers after the one before it.

    The places in `fields` count from the beginning of a record. There are `most` of them, or as
    many as the number at `counted` says.
    """

    place: int
    width: int
    most: int
    counted: int | None
    fields: Mapping[str, Number | Text]


Part: TypeAlias = "Number | Numbers | Whole | Text | Constant | Records | Form"
Form: TypeAlias = Mapping[str, Part]
