"""Which branches a value belongs to.

A `Path` is a chain of conditions. A value that was assigned on a path is kept with it and with the
value before, as a `Cell`; it is selected when it is read elsewhere. So a branch reads its own
values as they are, nothing is copied where branches meet, and arrays and their views need no care:
their elements are such cells too.
"""

from __future__ import annotations

from typing import Any, NamedTuple, final

from ._algebra import Scalar, both, opposite


@final
class Path:
    """A condition below another path; the first of a chain always holds."""

    __slots__ = ("_whole", "condition", "depth", "expected", "parent")

    def __init__(
        self, parent: Path | None = None, condition: Scalar = None, *, expected: bool = True
    ) -> None:
        self.parent = parent
        self.condition = condition
        self.expected = expected  # whether the condition, or its opposite
        self.depth: int = 0 if parent is None else parent.depth + 1
        self._whole: Scalar = None

    def child(self, condition: Scalar, *, expected: bool = True) -> Path:
        """The path on which a condition holds, or does not."""
        return Path(self, condition, expected=expected)

    @property
    def literal(self) -> Scalar:
        """What the path demands beyond its parent."""
        return self.condition if self.expected else opposite(self.condition)

    @property
    def whole(self) -> Scalar:
        """Everything that the path demands: an expression, or True."""
        chain = [self]
        while chain[-1]._whole is None and chain[-1].parent is not None:
            chain.append(chain[-1].parent)
        for each in reversed(chain):  # a loop, because chains may be longer than Python's stack
            if each._whole is None:
                each._whole = (
                    True if each.parent is None else both(each.parent._whole, each.literal)
                )
        return self._whole

    def is_below(self, other: Path) -> bool:
        """Whether this path is another one, or demands more."""
        return self._at_depth(other.depth) is other

    def _at_depth(self, depth: int) -> Path:
        path = self
        while path.depth > depth and path.parent is not None:
            path = path.parent
        return path

    def relative(self, ancestor: Path) -> Scalar:
        """What this path demands beyond one of its ancestors."""
        chain, path = [], self
        while path is not ancestor:
            chain.append(path)
            assert path.parent is not None
            path = path.parent
        found: Scalar = True
        for each in reversed(chain):
            found = both(found, each.literal)
        return found

    def parting(self, other: Path) -> tuple[Path, Path | None, Path | None]:
        """The last common path, and the first on either side below it."""
        mine, its = self._at_depth(other.depth), other._at_depth(self.depth)
        below = None if mine is self else self._at_depth(mine.depth + 1)
        its_below = None if its is other else other._at_depth(its.depth + 1)
        while mine is not its:
            below, its_below = mine, its
            assert mine.parent is not None
            assert its.parent is not None
            mine, its = mine.parent, its.parent
        return mine, below, its_below


def exclude_each_other(one: Path | None, other: Path | None) -> bool:
    """Whether two paths with the same parent are the two sides of one branch."""
    return (
        one is not None
        and other is not None
        and one.condition is other.condition
        and one.expected is not other.expected
    )


class _Undefined:
    """What a variable holds before its first assignment."""


UNDEFINED = _Undefined()


class Cell(NamedTuple):
    """A value that was assigned on a path, and what was there before."""

    value: Any
    path: Path
    before: Any  # a cell, a value from before all paths, or UNDEFINED
