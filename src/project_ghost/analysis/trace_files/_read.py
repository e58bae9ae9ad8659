"""Read traces from a file of any supported format."""

from collections.abc import Sequence
from pathlib import Path

from project_ghost.analysis.traces import Traces
from project_ghost.core.errors import InputError

from ._columns import ColumnMapping
from ._recordings import is_recording, recording_traces
from ._table import read_csv, read_parquet, table_traces
from ._tum import is_tum, tum_traces


def read_traces(
    paths: Sequence[Path], mapping: ColumnMapping | None = None, *, one_repeat: bool = False
) -> Traces:
    """Read one table with all repeats, or one TUM trajectory or recorded run per repeat.

    With `one_repeat` a table needs no column for the repeat.
    """
    source = str(paths[0]) if len(paths) == 1 else f"{paths[0]} and {len(paths) - 1} more"
    if any(is_recording(path) for path in paths):
        return recording_traces(paths, source)
    for path in paths:
        if not path.is_file():
            raise InputError(
                "there is no such file", str(path), "a readable trace", "check the path"
            )
    if paths[0].suffix == ".parquet":
        table = read_parquet(paths[0])
    elif is_tum(_first_line(paths[0])):
        return tum_traces(paths, source)
    else:
        table = read_csv(paths[0])
    if len(paths) > 1:
        raise InputError(
            f"{len(paths)} tables are given",
            source,
            "one table with a column for the repeat, or TUM trajectories",
            "put the repeats into one table",
        )
    return table_traces(table, mapping, source, one_repeat=one_repeat)


def _first_line(path: Path) -> str:
    """Return the first line that is neither empty nor a comment."""
    try:
        with path.open(encoding="utf-8") as file:
            return next((line for line in file if line.strip() and not line.startswith("#")), "")
    except UnicodeDecodeError:
        raise InputError(
            "it is not text", str(path), "CSV, Parquet or TUM", "a Parquet file ends in .parquet"
        ) from None
