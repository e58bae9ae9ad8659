"""A recording as tables in files: one for each channel, CSV or Parquet.

Both are written in one pass after another that finds the columns, so that the memory that
is needed is that of a few thousand messages.
"""

import contextlib
import csv
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from project_ghost.core.errors import InputError
from project_ghost.telemetry.encoding._columns import (
    SEQUENCE,
    STAMP,
    Row,
    TooManyColumnsError,
    as_array,
    expanded,
    union_of_columns,
)

from ._patterns import matching_channels
from ._recording import RecordedChannel, Recording, no_table, require_arrow

FORMATS = ("csv", "parquet")
_ROWS_AT_A_TIME = 4096


class Exported(NamedTuple):
    """A file that was written, and how many rows it has."""

    channel: str
    path: Path
    rows: int


class Export(NamedTuple):
    """What was written, and the channels that cannot be, with the reason."""

    files: list[Exported]
    left_out: dict[str, str]


def export_recording(
    recording: Recording,
    folder: Path | str,
    to: str,
    *,
    channels: Sequence[str] | None = None,
    force: bool = False,
) -> Export:
    """Write each channel to a file in a folder, which is there only when all are.

    What cannot be decoded, or would have too many columns, is left out.
    """
    target = Path(folder)
    if to not in FORMATS:
        raise InputError(f"the format is {to!r}", "export_recording", f"one of {FORMATS}")
    if to == "parquet":
        require_arrow("export_recording")
    chosen = exported_channels(recording, channels)
    readable = [channel for channel in chosen if channel.is_readable]
    unreadable = [channel.name for channel in chosen if not channel.is_readable]
    left_out = dict.fromkeys(unreadable, "its messages cannot be decoded here")
    _require_room(target, force=force)
    whole = Path(os.path.abspath(target))  # noqa: PTH100 - links stay what they are
    part = whole.with_name(f".{whole.name}.part")
    try:
        whole.parent.mkdir(parents=True, exist_ok=True)
        _remove(part)
        part.mkdir()
        write = _write_csv if to == "csv" else _write_parquet
        written = []
        for channel, name in zip(readable, _file_names(readable, to), strict=True):
            try:
                rows = _written(write, channel, part / name)
            except TooManyColumnsError as error:
                left_out[channel.name] = f"{error.what}; {error.fix}"
            else:
                written.append(Exported(channel.name, target / name, rows))
        _remove(target)
        part.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
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
    return Export(written, left_out)


def _written(
    write: Callable[[RecordedChannel, Path], int], channel: RecordedChannel, path: Path
) -> int:
    """Write a channel's table; how many rows it has."""
    try:
        return write(channel, path)
    except UnicodeEncodeError:
        raise InputError(
            "a message has half of a surrogate pair",
            channel.where,
            "texts that are Unicode",
            "leave this channel out with --channels, or read it in Python",
        ) from None


def _require_room(target: Path, *, force: bool) -> None:
    """Refuse what would be lost; by force tables make way, and nothing else does."""
    if Path.cwd().is_relative_to(target.resolve()):
        raise InputError(
            "the tables would take the place of the folder that you are in",
            str(target),
            "a folder of their own",
            "name one that is not there yet, such as -o tables",
        )
    found = sorted(target.iterdir()) if target.is_dir() else [target] if target.exists() else []
    others = [path for path in found if path.is_dir() or path.suffix[1:] not in FORMATS]
    if others and force:
        raise InputError(
            f"there is something that is no table: {others[0].name!r}",
            str(target),
            "a folder of tables, which is replaced, or none",
            "choose another with -o",
        )
    if found and not force:
        raise InputError(
            "there is something already",
            str(target),
            "a folder that is not there yet, or empty",
            "choose another with -o, or replace it with --force",
        )


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def exported_channels(
    recording: Recording, patterns: Sequence[str] | None
) -> list[RecordedChannel]:
    """Which channels an export is of: those that match, or all but the ones for viewers."""
    if patterns is None:
        return [channel for channel in recording.channels.values() if not channel.is_view]
    names = matching_channels(recording.channels, patterns, recording.path)
    return [recording.channels[name] for name in names]


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


def _write_csv(channel: RecordedChannel, path: Path) -> int:
    columns = union_of_columns((expanded(row) for _, _, row in channel.rows()), channel.where)
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([STAMP, SEQUENCE, *columns])
        for stamp_ns, sequence, row in channel.rows():
            values = expanded(row)
            cells = [_cell(values.get(name)) for name in columns]
            writer.writerow([stamp_ns, sequence, *cells])
            count += 1
    return count


def _cell(value: Any) -> Any:  # noqa: ANN401 - what JSON holds
    """Truth values as JSON writes them; the writer itself spells floats to the last bit."""
    return value if not isinstance(value, bool) else str(value).lower()


def _write_parquet(channel: RecordedChannel, path: Path) -> int:
    arrow = require_arrow("export_recording")
    import pyarrow.parquet as parquet

    try:
        schema = None
        for rows in _batches(channel):
            found = _arrow_table(arrow, rows, channel.where).schema
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
                    {STAMP: stamp, SEQUENCE: sequence, **row} for stamp, sequence, row in rows
                ]
                writer.write_table(arrow.Table.from_pylist(records, schema=schema))
                count += len(rows)
    except (arrow.ArrowException, OverflowError) as error:
        raise no_table(error, channel.where) from None
    return count


def _batches(channel: RecordedChannel) -> Iterator[list[tuple[int, int, Row]]]:
    rows = channel.rows()
    while batch := list(islice(rows, _ROWS_AT_A_TIME)):
        yield batch


def _arrow_table(arrow: Any, rows: list[tuple[int, int, Row]], where: str) -> Any:  # noqa: ANN401
    columns = union_of_columns((row for _, _, row in rows), where)
    found = {
        STAMP: arrow.array([stamp for stamp, _, _ in rows], arrow.int64()),
        SEQUENCE: arrow.array([sequence for _, sequence, _ in rows], arrow.int64()),
    }
    for name in columns:
        values = [row.get(name) for _, _, row in rows]
        array = as_array(values)
        found[name] = arrow.array(array if array.ndim == 1 and array.dtype != object else values)
    return arrow.table(found)
