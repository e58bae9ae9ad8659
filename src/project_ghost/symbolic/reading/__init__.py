"""The source of components as expressions: read, not called with symbols.

A function's source is interpreted over symbols. Both sides of a branch run, and each value that
they leave is selected where it is read: `_paths` holds which branches a value belongs to.
`_statements` and `_expressions` interpret, `_arrays` reads and writes elements at known and at
symbolic places, `_calls` has what stands for Python's functions, `_integers` integers as numbers;
`_algebra` are the operations of CasADi, with the engine's bits; `_refusals` is the error about what
cannot become an expression, and `_reader` the way in.
"""

from ._algebra import Algebra as Algebra
from ._algebra import is_symbol as is_symbol
from ._algebra import symbol_of as symbol_of
from ._arrays import resolved_elements as resolved_elements
from ._reader import MOST_SELECTIONS as MOST_SELECTIONS
from ._reader import Partial as Partial
from ._reader import Reader as Reader
from ._reader import Stop as Stop
from ._refusals import RefusedError as RefusedError

__all__ = [
    "MOST_SELECTIONS",
    "Algebra",
    "Partial",
    "Reader",
    "RefusedError",
    "Stop",
    "is_symbol",
    "resolved_elements",
    "symbol_of",
]
