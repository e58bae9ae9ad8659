"""A recording as tables in files: one for each channel, CSV or Parquet.

Both are written in one pass after another that finds the columns, so that the memory that
is needed is that of a few thousand messages.
"""

import csv
import shutil
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from project_ghost.core.errors import InputError

from ._columns import Row, as_array, expanded, union_of_columns
from ._recording import RecordedChannel, Recording, require_arrow

FORMATS = ("csv", "parquet")
_ROWS_AT_A_TIME = 4096
_STAMP, _SEQUENCE = "stamp_sim_ns", "sequence"


class Exported(NamedTuple):
    """A file that was written, and how many rows it has."""

    channel: str
    path: Path
    rows: int


class Export(NamedTuple):
    """What was written, and the channels that cannot be."""

    files: list[Exported]
    left_out: list[str]


def export_recording(
    recording: Recording,
    folder: Path | str,
    to: str,
    *,
    channels: Sequence[str] | None = None,
    force: bool = False,
) -> Export:
    """Write each channel to a file in a folder, which is there only when all are."""
    target = Path(folder)
    if to not in FORMATS:
        raise InputError(f"the format is {to!r}", "export_recording", f"one of {FORMATS}")
    if to == "parquet":
        require_arrow("export_recording")
    chosen = _chosen(recording, channels)
    readable = [channel for channel in chosen if channel.is_readable]
    if target.exists() and not force and (not target.is_dir() or any(target.iterdir())):
        raise InputError(
            "there is something already",
            str(target),
            "a folder that is not there yet, or empty",
            "choose another with -o, or replace it with --force",
        )
    part = target.with_name(target.name + ".part")
    try:
        _remove(part)
        part.mkdir(parents=True)
        write = _write_csv if to == "csv" else _write_parquet
        written = []
        for channel, name in zip(readable, _file_names(readable, to), strict=True):
            rows = write(recording, channel, part / name)
            written.append(Exported(channel.name, target / name, rows))
        _remove(target)
        part.replace(target)
    except OSError as error:
        _remove(part)
        raise InputError(
            f"the tables cannot be written: {error.strerror or error}",
            str(target),
            "a folder that can be made, on a disk with room",
            "choose another with -o",
        ) from None
    except BaseException:
        _remove(part)
        raise
    return Export(written, [channel.name for channel in chosen if not channel.is_readable])


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _chosen(recording: Recording, patterns: Sequence[str] | None) -> list[RecordedChannel]:
    if patterns is None:
        return [channel for channel in recording.channels.values() if not channel.is_view]
    found = [
        channel
        for name, channel in recording.channels.items()
        if any(fnmatchcase(name, pattern) for pattern in patterns)
    ]
    if not found:
        raise InputError(
            f"no channel is {' or '.join(map(repr, patterns))}",
            recording.path,
            f"one of {', '.join(recording.channels) or 'none'}, or a pattern such as '/car/*'",
        )
    return found


def _file_names(channels: Sequence[RecordedChannel], suffix: str) -> list[str]:
    """A name for each channel that every file system takes, all different whatever their case."""
    found: list[str] = []
    taken: set[str] = set()
    for channel in channels:
        stem = "".join(c if c.isascii() and c.isalnum() else "_" for c in channel.name).strip("_")
        stem = stem[:100] or "channel"
        name, number = stem, 2
        while name.casefold() in taken:
            name, number = f"{stem}-{number}", number + 1
        taken.add(name.casefold())
        found.append(f"{name}.{suffix}")
    return found


def _write_csv(recording: Recording, channel: RecordedChannel, path: Path) -> int:
    where = f"{recording.path}, channel {channel.name!r}"
    columns = union_of_columns((expanded(row) for _, _, row in channel.rows()), where)
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([_STAMP, _SEQUENCE, *columns])
        for stamp_ns, sequence, row in channel.rows():
            values = expanded(row)
            cells = [_cell(values.get(name)) for name in columns]
            writer.writerow([stamp_ns, sequence, *cells])
            count += 1
    return count


def _cell(value: Any) -> Any:  # noqa: ANN401 - what JSON holds
    """Truth values as JSON writes them; the writer itself spells floats to the last bit."""
    return value if not isinstance(value, bool) else str(value).lower()


def _write_parquet(recording: Recording, channel: RecordedChannel, path: Path) -> int:
    arrow = require_arrow("export_recording")
    import pyarrow.parquet as parquet

    where = f"{recording.path}, channel {channel.name!r}"
    try:
        schema = None
        for rows in _batches(channel):
            found = _arrow_table(arrow, rows, where).schema
            schema = (
                found
                if schema is None
                else arrow.unify_schemas([schema, found], promote_options="permissive")
            )
        schema = arrow.schema([]) if schema is None else schema
        count = 0
        with parquet.ParquetWriter(path, schema) as writer:
            for rows in _batches(channel):
                records = [
                    {_STAMP: stamp, _SEQUENCE: sequence, **row} for stamp, sequence, row in rows
                ]
                writer.write_table(arrow.Table.from_pylist(records, schema=schema))
                count += len(rows)
    except (arrow.ArrowInvalid, arrow.ArrowTypeError, OverflowError) as error:
        raise InputError(
            f"its messages do not fit one table: {error}", where, "messages that are alike"
        ) from None
    return count


def _batches(channel: RecordedChannel) -> Iterator[list[tuple[int, int, Row]]]:
    rows = channel.rows()
    while batch := list(islice(rows, _ROWS_AT_A_TIME)):
        yield batch


def _arrow_table(arrow: Any, rows: list[tuple[int, int, Row]], where: str) -> Any:  # noqa: ANN401
    columns = union_of_columns((row for _, _, row in rows), where)
    found = {
        _STAMP: arrow.array([stamp for stamp, _, _ in rows], arrow.int64()),
        _SEQUENCE: arrow.array([sequence for _, sequence, _ in rows], arrow.int64()),
    }
    for name in columns:
        values = [row.get(name) for _, _, row in rows]
        array = as_array(values)
        found[name] = arrow.array(array if array.ndim == 1 and array.dtype != object else values)
    return arrow.table(found)
