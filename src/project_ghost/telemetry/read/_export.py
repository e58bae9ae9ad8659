"""Export a recording as tables: one CSV or Parquet file for each channel.

A first pass finds the columns and a second writes the rows, so that an export needs the memory
of a few thousand messages.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.files import whole_folder
from project_ghost.core.unique_names import UniqueNames
from project_ghost.telemetry.encoding._columns import (
    COLUMNS_MAX,
    SEQUENCE,
    STAMP,
    Row,
    TooManyColumnsError,
    as_array,
    expanded,
    union_of_columns,
)

from ._declared_columns import declared_columns
from ._patterns import matching_channels
from ._recording import RecordedChannel, Recording, require_arrow, table_error
from ._row_actors import named_element, row_names

FORMATS = ("csv", "parquet")

_Writer: TypeAlias = Callable[[RecordedChannel, Path, Mapping[str, str]], int]
_ROWS_AT_A_TIME = 4096


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
    force: bool = False,
) -> ExportResult:
    """Write each channel to a file in a folder; the folder appears only when all are written.

    Channels that cannot be decoded or would have too many columns are left out.
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
    written = []
    with whole_folder(target, "the folder of tables") as part:
        for channel, name in zip(readable, _file_names(readable, to), strict=True):
            try:
                rows = _write_table(write, channel, part / name, recording.manifest)
            except TooManyColumnsError as error:
                left_out[channel.name] = f"{error.what}; {error.fix}"
            else:
                written.append(ExportedFile(channel.name, target / name, rows))
    return ExportResult(written, left_out)


def _write_table(
    write: _Writer, channel: RecordedChannel, path: Path, manifest: Mapping[str, str]
) -> int:
    """Write a channel's table; return its number of rows."""
    try:
        return write(channel, path, manifest)
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


def _write_csv(channel: RecordedChannel, path: Path, manifest: Mapping[str, str]) -> int:
    absent = {each.name: _absent(each.shape) for each in channel.signal_columns if each.present}
    rows = (row for _, _, row in channel.rows())
    columns = union_of_columns((expanded(_filled(row, absent)) for row in rows), channel.where)
    columns = columns or list(_declared_names(channel))
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        names = manifest if channel.signal_columns else {}
        writer.writerow([STAMP, SEQUENCE, *(named_element(names, each) for each in columns)])
        for stamp_ns, sequence, row in channel.rows():
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


def _write_parquet(channel: RecordedChannel, path: Path, manifest: Mapping[str, str]) -> int:
    arrow = require_arrow("export_recording")
    import pyarrow.parquet as parquet

    try:
        schema = None
        for rows in _batches(channel):
            batch_schema = _arrow_table(arrow, rows, channel.where).schema
            schema = (
                batch_schema
                if schema is None
                else arrow.unify_schemas([schema, batch_schema], promote_options="permissive")
            )
        schema = _with_units(arrow, channel, schema, manifest)
        count = 0
        with parquet.ParquetWriter(path, schema) as writer:
            for rows in _batches(channel):
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


def _batches(channel: RecordedChannel) -> Iterator[list[tuple[int, int, Row]]]:
    rows = channel.rows()
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
