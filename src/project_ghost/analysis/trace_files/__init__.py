"""Read traces from files: tables (CSV, Parquet), TUM trajectories and recordings.

General layout: `_read` (any supported format), `_table` with `_columns` (roles and units of
columns), `_tum`, `_recordings`.
"""

from ._columns import ColumnMapping as ColumnMapping
from ._columns import parse_mapping as parse_mapping
from ._read import read_traces as read_traces

__all__ = ["ColumnMapping", "parse_mapping", "read_traces"]
