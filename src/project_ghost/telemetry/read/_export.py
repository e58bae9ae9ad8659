"""Export a recording as tables: one CSV or Parquet file for each channel.

The file is read once, for up to 64 channels at a time, and an export needs the memory of a few
thousand messages of each. A table has the columns of its first rows. If a later message has others,
the table is made again: a first pass finds all columns, and a second writes the rows.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeAlias, TypeVar, final

import numpy as np

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.files import whole_folder
from project_ghost.core.unique_names import UniqueNames
from project_ghost.telemetry.encoding._columns import (
    COLUMNS_MAX,
    SEQUENCE,
    STAMP,
    Array,
    Row,
    TooManyColumnsError,
    as_array,
    expanded,
    union_of_columns,
)
from project_ghost.telemetry.encoding._links import LINKS_SCHEMA_NAME
from project_ghost.telemetry.mcap._file import StoredMessage

from ._declared_columns import declared_columns
from ._patterns import matching_channels
from ._recording import RecordedChannel, Recording, require_arrow, table_error
from ._row_actors import named_element, row_names

FORMATS = ("csv", "parquet")

# The first time, and the time that is not included any more.
_Window: TypeAlias = tuple[int | None, int | None]
_Writer: TypeAlias = Callable[[RecordedChannel, Path, Mapping[str, str], _Window], int]
_Item = TypeVar("_Item")
_ROWS_AT_A_TIME = 4096
# Each is an open file.
_TABLES_AT_A_TIME = 64


class ExportedFile(NamedTuple):
    """A written file and its number of rows."""

    channel: str
    path: Path
    rows: int


class ExportResult(NamedTuple):
    """The files written, and for each channel left out the reason."""

    files: list[ExportedFile]
    left_out: dict[str, str]


@checked_arguments
def export_recording(
    recording: Recording,
    folder: Path | str,
    to: str,
    *,
    channels: Sequence[str] | None = None,
    start_ns: int | None = None,
    stop_ns: int | None = None,
    force: bool = False,
) -> ExportResult:
    """Write each channel to a file in a folder; the folder appears only when all are written.

    Channels that cannot be decoded or would have too many columns are left out. `start_ns` and
    `stop_ns`, which is not included, limit the times.
    """
    target = Path(folder)
    if to not in FORMATS:
        raise InputError(f"the format is {to!r}", "export_recording", f"one of {FORMATS}")
    if to == "parquet":
        require_arrow("export_recording")
    chosen = exported_channels(recording, channels)
    readable = [channel for channel in chosen if channel.is_readable]
    unreadable = [channel.name for channel in chosen if not channel.is_readable]
    left_out = dict.fromkeys(unreadable, "its messages cannot be decoded")
    _require_replaceable(target, force=force)
    write = _write_csv if to == "csv" else _write_parquet
    window = start_ns, stop_ns
    written = []
    with whole_folder(target, "the folder of tables") as part:
        names = _file_names(readable, to)
        for group in _groups(list(zip(readable, names, strict=True))):
            kind = _CsvTable if to == "csv" else _ParquetTable
            tables = [kind(each, part / name, recording.manifest) for each, name in group]
            done = _write_together(recording, tables, window)
            for channel, name in group:
                try:
                    rows = done.get(channel.name)
                    if rows is None:
                        rows = _write_table(write, channel, part / name, recording.manifest, window)
                except TooManyColumnsError as error:
                    left_out[channel.name] = f"{error.what}; {error.fix}"
                    (part / name).unlink(missing_ok=True)
                else:
                    written.append(ExportedFile(channel.name, target / name, rows))
    return ExportResult(written, left_out)


@checked_arguments
def export_bytes(
    recording: Recording,
    channels: Sequence[RecordedChannel],
    start_ns: int | None = None,
    stop_ns: int | None = None,
) -> int:
    """Return how many stored bytes an export of these channels reads, to report its progress."""
    file = recording.file
    return sum(
        segment.size
        for group in _groups(list(channels))
        for segment in file.segments_with(
            {number for each in group for number in each.ids}, start_ns, stop_ns
        )
    )


def _groups(items: list[_Item]) -> Iterator[list[_Item]]:
    for first in range(0, len(items), _TABLES_AT_A_TIME):
        yield items[first : first + _TABLES_AT_A_TIME]


def _write_together(
    recording: Recording, tables: Sequence["_CsvTable | _ParquetTable"], window: _Window
) -> dict[str, int]:
    """Write tables in one pass; return the rows of those whose messages all have the same columns.

    A table whose messages have not is left to be written by itself.
    """
    by_id = {number: table for table in tables for number in table.channel.ids}
    low, high = window[0] or 0, float("inf") if window[1] is None else window[1]
    file = recording.file
    # A block of hash links has the time of its last tick, so a later one may hold earlier ticks.
    has_links = any(table.channel.schema_name == LINKS_SCHEMA_NAME for table in tables)
    for segment in file.segments_with(by_id, window[0], None if has_links else window[1]):
        counts = segment.counts
        if counts is not None and len(counts) == 1:
            table = by_id[next(iter(counts))]
            if table.channel.signal_columns:
                if segment.start_ns < high:
                    table.add_samples(table.channel.bulk_arrays_of(segment, *window))
                continue
        for message in file.tuples_in(segment, ids=by_id):
            table = by_id[message[0]]
            if table.channel.schema_name == LINKS_SCHEMA_NAME or low <= message[2] < high:
                table.add(StoredMessage._make(message), window)
    return {t.channel.name: rows for t in tables if (rows := t.close()) is not None}


def _write_table(
    write: _Writer,
    channel: RecordedChannel,
    path: Path,
    manifest: Mapping[str, str],
    window: _Window,
) -> int:
    """Write a channel's table in two passes; return its number of rows."""
    try:
        return write(channel, path, manifest, window)
    except UnicodeEncodeError:
        raise InputError(
            "a message has half of a surrogate pair",
            channel.where,
            "valid Unicode strings",
            "leave this channel out with --channels, or read it in Python",
        ) from None


def _require_replaceable(target: Path, *, force: bool) -> None:
    """Refuse to overwrite anything; `force` allows replacing tables, but nothing else."""
    if Path.cwd().is_relative_to(target.resolve()):
        raise InputError(
            "the export would replace the current folder",
            str(target),
            "a separate folder",
            "name a new one, such as -o tables",
        )
    existing = sorted(target.iterdir()) if target.is_dir() else [target] if target.exists() else []
    foreign = [path for path in existing if path.is_dir() or path.suffix[1:] not in FORMATS]
    if foreign and force:
        raise InputError(
            f"the folder contains {foreign[0].name!r}, which is not a table",
            str(target),
            "a folder of tables only, or a new folder",
            "choose another with -o",
        )
    if existing and not force:
        raise InputError(
            "the output already exists",
            str(target),
            "a new or empty folder",
            "choose another with -o, or replace it with --force",
        )


@checked_arguments
def exported_channels(
    recording: Recording, patterns: Sequence[str] | None
) -> list[RecordedChannel]:
    """Return the channels that match the patterns; by default all except viewer channels."""
    if patterns is None:
        return [channel for channel in recording.channels.values() if not channel.is_view]
    names = matching_channels(recording.channels, patterns, recording.path)
    return [recording.channels[name] for name in names]


def _file_names(channels: Sequence[RecordedChannel], suffix: str) -> list[str]:
    """Return portable file names, unique regardless of case, one for each channel."""
    unique = UniqueNames("-", key=str.casefold)
    names: list[str] = []
    for channel in channels:
        stem = "".join(c if c.isascii() and c.isalnum() else "_" for c in channel.name).strip("_")
        names.append(f"{unique.add(stem[:100] or 'channel')}.{suffix}")
    return names


def _write_csv(
    channel: RecordedChannel, path: Path, manifest: Mapping[str, str], window: _Window
) -> int:
    absent = {each.name: _absent(each.shape) for each in channel.signal_columns if each.present}
    rows = (row for _, _, row in channel.rows(*window))
    columns = union_of_columns((expanded(_filled(row, absent)) for row in rows), channel.where)
    columns = columns or list(_declared_names(channel))
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        names = manifest if channel.signal_columns else {}
        writer.writerow([STAMP, SEQUENCE, *(named_element(names, each) for each in columns)])
        for stamp_ns, sequence, row in channel.rows(*window):
            values = expanded(_filled(row, absent))
            cells = [_cell(values.get(name)) for name in columns]
            writer.writerow([stamp_ns, sequence, *cells])
            count += 1
    return count


def _filled(row: Row, absent: Mapping[str, Any]) -> Row:
    """Return the row with an empty cell for each number of a sampled signal without a value."""
    if not absent:
        return row
    return {k: absent[k] if v is None and k in absent else v for k, v in row.items()}


def _absent(shape: Sequence[int]) -> Any:  # noqa: ANN401 - None, or nested lists of it
    return [_absent(shape[1:]) for _ in range(shape[0])] if shape else None


def _declared_names(channel: RecordedChannel) -> Iterator[str]:
    """Yield the columns of an empty channel, one for each number."""
    for column in declared_columns(channel):
        if column.is_list:
            yield from (f"{column.path}[{i}]" for i in range(min(column.length, COLUMNS_MAX)))
        else:
            yield column.path


def _cell(value: Any) -> Any:  # noqa: ANN401 - what JSON holds
    """Write booleans as in JSON; the CSV writer keeps every bit of a float."""
    return value if not isinstance(value, bool) else str(value).lower()


def _write_parquet(
    channel: RecordedChannel, path: Path, manifest: Mapping[str, str], window: _Window
) -> int:
    arrow = require_arrow("export_recording")
    import pyarrow.parquet as parquet

    try:
        schema = None
        for rows in _batches(channel, window):
            batch_schema = _arrow_table(arrow, rows, channel.where).schema
            schema = (
                batch_schema
                if schema is None
                else arrow.unify_schemas([schema, batch_schema], promote_options="permissive")
            )
        schema = _with_units(arrow, channel, schema, manifest)
        count = 0
        with parquet.ParquetWriter(path, schema) as writer:
            for rows in _batches(channel, window):
                records = [
                    {STAMP: stamp, SEQUENCE: sequence, **row} for stamp, sequence, row in rows
                ]
                writer.write_table(arrow.Table.from_pylist(records, schema=schema))
                count += len(rows)
    except (arrow.ArrowException, OverflowError) as error:
        raise table_error(error, channel.where) from None
    return count


def _with_units(
    arrow: Any,  # noqa: ANN401
    channel: RecordedChannel,
    schema: Any,  # noqa: ANN401
    manifest: Mapping[str, str],
) -> Any:  # noqa: ANN401
    """Return the schema with units, meanings and the actors of rows, which lists have no place for.

    Of an empty channel these are the declared columns.
    """
    declared = {column.path: column for column in declared_columns(channel)}
    types = {"boolean": arrow.bool_(), "string": arrow.string()}
    kinds = {path: types.get(each.kind, arrow.float64()) for path, each in declared.items()}
    kinds = {p: arrow.list_(kind) if declared[p].is_list else kind for p, kind in kinds.items()}
    if schema is None:
        fields = [arrow.field(STAMP, arrow.int64()), arrow.field(SEQUENCE, arrow.int64())]
        schema = arrow.schema([*fields, *(arrow.field(p, kind) for p, kind in kinds.items())])
    else:  # a column without any value has the declared type
        schema = arrow.schema(
            field.with_type(kinds[field.name])
            if arrow.types.is_null(field.type) and field.name in kinds
            else field
            for field in schema
        )
    rows = {
        each.name: row_names(manifest, each.name, each.shape) for each in channel.signal_columns
    }
    described = [
        field.with_metadata(
            {
                key: text
                for key, text in {
                    "unit": declared[field.name].unit,
                    "description": declared[field.name].about,
                    "rows": ", ".join(rows.get(field.name, ())),
                }.items()
                if text
            }
        )
        if field.name in declared
        else field.with_metadata({"unit": "ns"})
        if field.name == STAMP
        else field
        for field in schema
    ]
    return arrow.schema(described)


def _batches(channel: RecordedChannel, window: _Window) -> Iterator[list[tuple[int, int, Row]]]:
    rows = channel.rows(*window)
    while batch := list(islice(rows, _ROWS_AT_A_TIME)):
        yield batch


def _arrow_table(arrow: Any, rows: list[tuple[int, int, Row]], where: str) -> Any:  # noqa: ANN401
    columns = union_of_columns((row for _, _, row in rows), where)
    arrays = {
        STAMP: arrow.array([stamp for stamp, _, _ in rows], arrow.int64()),
        SEQUENCE: arrow.array([sequence for _, sequence, _ in rows], arrow.int64()),
    }
    for name in columns:
        values = [row.get(name) for _, _, row in rows]
        array = as_array(values)
        arrays[name] = arrow.array(array if array.ndim == 1 and array.dtype != object else values)
    return arrow.table(arrays)


class _Table:
    """A table that is written as its messages are read; `close` returns its rows, or None.

    None means that a message has other columns than the first ones had.
    """

    def __init__(self, channel: RecordedChannel, path: Path, manifest: Mapping[str, str]) -> None:
        self.channel = channel
        self._path = path
        self._manifest = manifest
        self._waiting: list[tuple[int, int, Row]] = []
        self._count = 0
        self._is_uniform = True

    def add(self, message: StoredMessage, window: _Window) -> None:
        """Add a message."""
        if self._is_uniform:
            self._waiting += self.channel.rows_of(message, *window)
            if len(self._waiting) >= _ROWS_AT_A_TIME:
                self._write_waiting()

    def _write_waiting(self) -> None:
        rows, self._waiting = self._waiting, []
        try:
            if rows and self._is_uniform:
                self._is_uniform = self._write(rows)
                self._count += len(rows)
        except (UnicodeEncodeError, TooManyColumnsError):
            self._is_uniform = False  # the second attempt reports it

    def _write(self, rows: list[tuple[int, int, Row]]) -> bool:
        raise NotImplementedError

    def _finish(self) -> bool:
        """Close the file; return whether it is complete."""
        raise NotImplementedError

    def close(self) -> int | None:
        """Write what is left and close the file."""
        self._write_waiting()
        is_complete = self._finish()
        if self._is_uniform and is_complete:
            return self._count
        self._path.unlink(missing_ok=True)
        return None


@final
class _CsvTable(_Table):
    """A CSV file."""

    def __init__(self, channel: RecordedChannel, path: Path, manifest: Mapping[str, str]) -> None:
        super().__init__(channel, path, manifest)
        self._file: TextIO | None = None
        self._columns: list[str] = []
        self._absent = {
            each.name: _absent(each.shape) for each in channel.signal_columns if each.present
        }

    def add_samples(self, arrays: dict[str, Array]) -> None:
        """Add the samples of a segment."""
        columns = self.channel.signal_columns
        absent = {c.name: arrays[c.present] == 0.0 for c in columns if c.present in arrays}
        lists = {c.name: arrays[c.name].tolist() for c in columns}
        stamps, sequences = arrays[STAMP].tolist(), arrays[SEQUENCE].tolist()
        for i, (stamp, sequence) in enumerate(zip(stamps, sequences, strict=True)):
            row = {
                name: None if name in absent and absent[name][i] else values[i]
                for name, values in lists.items()
            }
            self._waiting.append((stamp, sequence, row))
        self._write_waiting()

    def _write(self, rows: list[tuple[int, int, Row]]) -> bool:
        absent = self._absent
        filled = [(stamp, number, expanded(_filled(row, absent))) for stamp, number, row in rows]
        if self._file is None:
            self._columns = union_of_columns((row for _, _, row in filled), self.channel.where)
            self._file = self._path.open("w", encoding="utf-8", newline="")
            names = self._manifest if self.channel.signal_columns else {}
            head = [STAMP, SEQUENCE, *(named_element(names, each) for each in self._columns)]
            csv.writer(self._file, lineterminator="\n").writerow(head)
        known = self._columns
        if any(len(row) > len(known) or not row.keys() <= set(known) for _, _, row in filled):
            return False
        csv.writer(self._file, lineterminator="\n").writerows(
            [stamp, number, *(_cell(row.get(name)) for name in known)]
            for stamp, number, row in filled
        )
        return True

    def _finish(self) -> bool:
        if self._file is None:
            return False  # the declared columns of an empty channel
        self._file.close()
        return True


@final
class _ParquetTable(_Table):
    """A Parquet file."""

    def __init__(self, channel: RecordedChannel, path: Path, manifest: Mapping[str, str]) -> None:
        super().__init__(channel, path, manifest)
        self._writer: Any = None

    def add_samples(self, arrays: dict[str, Array]) -> None:
        """Add the samples of a segment, column by column."""
        self._write_waiting()
        arrow = require_arrow("export_recording")
        columns = {name: arrow.array(arrays[name]) for name in (STAMP, SEQUENCE)}
        for column in self.channel.signal_columns:
            flags = arrays.get(column.present)
            mask = None if flags is None or flags.ndim != 1 else flags == 0.0
            columns[column.name] = _nested(arrow, arrays[column.name], mask)
        self._is_uniform = self._is_uniform and self._put(arrow, arrow.table(columns))
        self._count += len(arrays[STAMP])

    def _write(self, rows: list[tuple[int, int, Row]]) -> bool:
        arrow = require_arrow("export_recording")
        try:
            return self._put(arrow, _arrow_table(arrow, rows, self.channel.where))
        except (arrow.ArrowException, OverflowError):
            return False

    def _put(self, arrow: Any, table: Any) -> bool:  # noqa: ANN401 - pyarrow has no types
        """Write a table if it has the columns of the first one."""
        import pyarrow.parquet as parquet

        if self._writer is None:
            if any(arrow.types.is_null(field.type) for field in table.schema):
                return False  # only all messages tell the type
            schema = _with_units(arrow, self.channel, table.schema, self._manifest)
            self._writer = parquet.ParquetWriter(self._path, schema)
        if not self._writer.schema.equals(table.schema):
            return False
        self._writer.write_table(table.cast(self._writer.schema))
        return True

    def _finish(self) -> bool:
        if self._writer is None:
            return False  # the declared columns of an empty channel
        self._writer.close()
        return True


def _nested(arrow: Any, values: Array, absent: Array | None) -> Any:  # noqa: ANN401
    """Return an array of numbers as a column: numbers, lists, or lists of lists."""
    if values.ndim == 1:
        return arrow.array(values, mask=absent)
    inner = _nested(arrow, values.reshape(-1, *values.shape[2:]), None)
    offsets = np.arange(0, len(inner) + 1, values.shape[1], dtype=np.int32)
    mask = None if absent is None else arrow.array(absent)
    return arrow.ListArray.from_arrays(arrow.array(offsets), inner, mask=mask)
