"""Tables of many runs, in a folder or in an object store.

General layout: `_store` (objects in a folder or in S3), `_parquet` (tables as bytes), `_schema`
(the columns), `_ids` (the ids of many runs), `_parts` (results while runs are running), `_finished`
(which runs have a row), `_compact` (all parts in the plan's order), `_aggregate` (means), `_commit`
(the tables and complete.json), `_memory` (memory of pyarrow that goes back to the system).
"""

from ._aggregate import AGGREGATES as AGGREGATES
from ._aggregate import Mean as Mean
from ._aggregate import aggregates as aggregates
from ._aggregate import mean_of as mean_of
from ._aggregate import mean_text as mean_text
from ._aggregate import with_overall as with_overall
from ._commit import COMPLETE as COMPLETE
from ._commit import TABLES as TABLES
from ._commit import check_complete as check_complete
from ._commit import commit as commit
from ._commit import completed as completed
from ._commit import reopen as reopen
from ._commit import stored_document as stored_document
from ._compact import Compacted as Compacted
from ._compact import DifferentResultsError as DifferentResultsError
from ._compact import compact as compact
from ._compact import different_results as different_results
from ._compact import differing_columns as differing_columns
from ._finished import Finished as Finished
from ._finished import finished_runs as finished_runs
from ._finished import withdraw as withdraw
from ._ids import ID_BYTES as ID_BYTES
from ._ids import Places as Places
from ._ids import RunIds as RunIds
from ._parquet import FORMAT_VERSION as FORMAT_VERSION
from ._parquet import GROUP_ROWS as GROUP_ROWS
from ._parquet import TableWriter as TableWriter
from ._parquet import parquet_of as parquet_of
from ._parquet import read_groups as read_groups
from ._parquet import read_parquet as read_parquet
from ._parts import METRIC_PARTS as METRIC_PARTS
from ._parts import RUN_PARTS as RUN_PARTS
from ._parts import PartWriter as PartWriter
from ._schema import IDENTITY as IDENTITY
from ._schema import METRICS as METRICS
from ._schema import OUTCOME as OUTCOME
from ._schema import TIMINGS as TIMINGS
from ._schema import Field as Field
from ._schema import RunTable as RunTable
from ._schema import arrow_schema as arrow_schema
from ._schema import arrow_table as arrow_table
from ._store import Store as Store
from ._store import StoreError as StoreError
from ._store import digest_of as digest_of
from ._store import open_store as open_store

__all__ = [
    "AGGREGATES",
    "COMPLETE",
    "FORMAT_VERSION",
    "GROUP_ROWS",
    "IDENTITY",
    "ID_BYTES",
    "METRICS",
    "METRIC_PARTS",
    "OUTCOME",
    "RUN_PARTS",
    "TABLES",
    "TIMINGS",
    "Compacted",
    "DifferentResultsError",
    "Field",
    "Finished",
    "Mean",
    "PartWriter",
    "Places",
    "RunIds",
    "RunTable",
    "Store",
    "StoreError",
    "TableWriter",
    "aggregates",
    "arrow_schema",
    "arrow_table",
    "check_complete",
    "commit",
    "compact",
    "completed",
    "different_results",
    "differing_columns",
    "digest_of",
    "finished_runs",
    "mean_of",
    "mean_text",
    "open_store",
    "parquet_of",
    "read_groups",
    "read_parquet",
    "reopen",
    "stored_document",
    "with_overall",
    "withdraw",
]
