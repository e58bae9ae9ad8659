"""Interpreted and compiled code with the same bits: what agrees, what is rewritten, what not.

General layout: `_differences` is the table of what is refused; `_types` and `_variables` describe
values; `_source` reads functions; `_statements`, `_expressions` and `_calls` examine them;
`_examination` holds the findings and `_rewrite` applies them; `_twins` are the operations that
stand in the place of others; `_agreement` is the way in.

Why: ADR 28.
"""

from ._agreement import Agreement as Agreement
from ._agreement import agreement_of as agreement_of
from ._agreement import differences_in as differences_in
from ._calls import is_trusted as is_trusted
from ._differences import Difference as Difference
from ._examination import Remark as Remark
from ._source import Source as Source
from ._source import keep_source as keep_source
from ._source import source_of as source_of
from ._types import Array as Array
from ._types import Float as Float
from ._types import Int as Int
from ._types import Tuple as Tuple
from ._types import Type as Type
from ._types import Unknown as Unknown

__all__ = [
    "Agreement",
    "Array",
    "Difference",
    "Float",
    "Int",
    "Remark",
    "Source",
    "Tuple",
    "Type",
    "Unknown",
    "agreement_of",
    "differences_in",
    "is_trusted",
    "keep_source",
    "source_of",
]
