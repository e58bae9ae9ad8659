"""Parquet files from elsewhere, read within a budget of memory for each of their bytes.

`_bounded` reads groups of rows and checks what they will take, `_pages` reads what a file says
about its sizes, `_thrift` reads its structs. pyarrow is imported where a file is read.
"""

from ._bounded import BOUNDS as BOUNDS
from ._bounded import TooLargeError as TooLargeError
from ._bounded import bounded_groups as bounded_groups

__all__ = ["BOUNDS", "TooLargeError", "bounded_groups"]
