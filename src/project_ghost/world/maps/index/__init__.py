"""A spatial index of shapes in the plane, with one fixed order of answers.

General layout: `_tree` (boxes of boxes over the pieces of shapes, in their own order), `_search`
(the searches, for the interpreter and for compiled code alike), `_shape_index` (the class).
"""

from ._search import segment_fraction as segment_fraction
from ._shape_index import Piece as Piece
from ._shape_index import ShapeIndex as ShapeIndex

__all__ = ["Piece", "ShapeIndex", "segment_fraction"]
