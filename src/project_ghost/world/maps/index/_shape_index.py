"""An index of shapes: which contain a point, meet a box, or are nearest."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias, final

import numpy as np

from project_ghost.core.compiled import compile_source, is_available
from project_ghost.core.errors import InputError

from ._search import containing, meeting, nearest
from ._tree import Tree, tree_of

__all__ = ["Piece", "ShapeIndex"]

# The corners of a polygon, or the two ends of a segment.
Piece: TypeAlias = Sequence[tuple[float, ...]]

# Loading compiled code takes about as long as interpreting this many queries.
_QUERIES_TO_COMPILE = 5_000


class _Searches(NamedTuple):
    """The three searches, the tree as they take it, and what makes integers for them."""

    containing: Callable[..., Any]
    meeting: Callable[..., Any]
    nearest: Callable[..., Any]
    tree: Tree
    integers: Callable[[Sequence[int]], Any]


@final
class ShapeIndex:
    """Shapes by number; each is the union of its pieces, which are polygons or segments.

    All answers are in ascending order of the shapes. `execution` is "auto", "interpreted" or
    "compiled"; it affects the speed, never the result.
    """

    def __init__(self, shapes: Sequence[Sequence[Piece]], execution: str = "auto") -> None:
        if execution not in ("auto", "interpreted", "compiled"):
            raise InputError(
                f"execution is {execution!r}",
                "ShapeIndex",
                "'auto', 'interpreted' or 'compiled'",
                "leave it out",
            )
        pieces = [piece for shape in shapes for piece in shape]
        corners = np.array([corner[:2] for piece in pieces for corner in piece], dtype=np.float64)
        starts = np.cumsum([0, *map(len, pieces)], dtype=np.int64)
        owners = np.repeat(np.arange(len(shapes)), [len(shape) for shape in shapes])
        self._tree = tree_of(corners.reshape(-1, 2), starts, owners)
        self._firsts = np.searchsorted(owners, np.arange(len(shapes))).tolist()
        self._owners = owners.tolist()
        self._everyone = [1] * len(shapes)
        self._queries = 0 if execution == "auto" and is_available() else _QUERIES_TO_COMPILE
        self._searches = _interpreted(self._tree)
        if execution == "compiled":
            self._searches = _compiled(self._tree)

    def __len__(self) -> int:
        """The number of shapes."""
        return len(self._everyone)

    def containing(self, x_m: float, y_m: float) -> tuple[int, ...]:
        """The shapes that contain a point."""
        searches = self._ready()
        found = searches.integers(self._everyone)
        count = searches.containing(float(x_m), float(y_m), searches.tree, found)
        return tuple(map(int, found[:count]))

    def meeting(
        self, west_m: float, south_m: float, east_m: float, north_m: float
    ) -> tuple[int, ...]:
        """The shapes that have a point in common with a box; touching it is enough."""
        searches = self._ready()
        found = searches.integers(self._everyone)
        box = float(west_m), float(south_m), float(east_m), float(north_m)
        count = searches.meeting(*box, searches.tree, found)
        return tuple(map(int, found[:count]))

    def nearest(
        self, x_m: float, y_m: float, wanted: Sequence[int] | None = None
    ) -> tuple[int, int, float] | None:
        """The nearest shape, which of its pieces it is, and the distance; 0 inside.

        Of equally near ones it is the first. `wanted` is not 0 for the shapes that count, which
        are all by default; None if there is none.
        """
        searches = self._ready()
        mask = searches.integers(self._everyone if wanted is None else wanted)
        piece, away_m = searches.nearest(float(x_m), float(y_m), mask, searches.tree)
        if piece < 0:
            return None
        shape: int = self._owners[piece]
        return shape, int(piece) - self._firsts[shape], float(away_m)

    def _ready(self) -> _Searches:
        """The searches to use; from a number of queries on, the compiled ones."""
        if self._queries < _QUERIES_TO_COMPILE:
            self._queries += 1
            if self._queries == _QUERIES_TO_COMPILE:
                self._searches = _compiled(self._tree)
        return self._searches


def _interpreted(tree: Tree) -> _Searches:
    lists: Any = [each.tolist() for each in tree]
    return _Searches(containing, meeting, nearest, Tree(*lists), lambda values: [*values])


def _compiled(tree: Tree) -> _Searches:
    def integers(values: Sequence[int]) -> Any:  # noqa: ANN401 - an array
        return np.array(values, dtype=np.int64)

    return _Searches(*_machine_code(), tree, integers)


@cache
def _machine_code() -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    def compiled(search: Callable[..., Any], arguments: str) -> Callable[..., Any]:
        source = f"def search({arguments}):\n    return in_tree({arguments})\n"
        return compile_source(source, "search", {"in_tree": search})

    return (
        compiled(containing, "x, y, tree, found"),
        compiled(meeting, "low_x, low_y, high_x, high_y, tree, found"),
        compiled(nearest, "x, y, wanted, tree"),
    )
