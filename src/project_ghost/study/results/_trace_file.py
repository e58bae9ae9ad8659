"""Traces as files: written completely, checked against their digest whenever they are read.

A file is a ZIP archive of numpy arrays, as `numpy.savez_compressed` writes it. It may come from
elsewhere, so types, shapes and sizes are checked before memory is taken for them.
"""

import zipfile
import zlib
from math import prod
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from project_ghost.analysis.traces import AXES, Variable, VariableKind
from project_ghost.core.errors import InputError
from project_ghost.core.files import whole_file

from ._trace import Trace, trace_header, trace_values

__all__ = ["TraceFileError", "load_trace", "save_trace"]

_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# Deflate cannot shrink anything further than this; an archive that says so is false.
_RATIO_MAX = 1100
_UNREADABLE = (
    OSError, ValueError, LookupError, TypeError, EOFError, RuntimeError, MemoryError,
    NotImplementedError, zlib.error, zipfile.BadZipFile, msgspec.MsgspecError,
)  # fmt: skip


class TraceFileError(InputError):
    """A trace is missing, damaged, or not the one that its study recorded."""


class _Header(msgspec.Struct):
    actors: tuple[str, ...]
    # Name, kind, unit, scale and categories of each.
    columns: list[tuple[str, VariableKind, str, float, tuple[str, ...]]]


def save_trace(trace: Trace, path: Path) -> None:
    """Write a trace completely or not at all; it is on the disk before it has its name."""
    arrays = {
        "header": np.frombuffer(trace_header(trace), dtype=np.uint8),
        "actor": trace.actor,
        "times_ns": trace.times_ns,
        "collided": trace.collided,
        "columns": np.array(trace_values(trace)).reshape(len(trace.columns), -1),
    }
    with whole_file(path, "the trace", durable=True) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def load_trace(path: Path, digest: str) -> Trace:
    """Read a trace; raise an error if it is not the one with this digest."""
    try:
        trace = _read(path)
    except _UNREADABLE as error:
        reason = str(error) or type(error).__name__
        raise _error(f"the trace cannot be read: {reason}", path) from None
    if trace.digest() != digest:
        raise _error(f"the trace is not the one that was recorded: {digest[:16]}...", path)
    return trace


def _error(what: str, path: Path) -> TraceFileError:
    return TraceFileError(
        what,
        str(path),
        "an unchanged trace of a study",
        "run the study again: it repeats what is damaged, and keeps the rest",
    )


def _read(path: Path) -> Trace:
    size = path.stat().st_size
    with zipfile.ZipFile(path) as archive:
        if sum(each.file_size for each in archive.infolist()) > _RATIO_MAX * size:
            raise ValueError("its content is larger than its size allows")
        header = msgspec.json.decode(_array(archive, "header", "|u1", 1).tobytes(), type=_Header)
        values = _array(archive, "columns", "<f8", 2)
        columns = {
            name: Variable(each, kind, unit, scale, categories)
            for (name, kind, unit, scale, categories), each in zip(
                header.columns, values, strict=True
            )
        }
        actor = _array(archive, "actor", "<i8", 1)
        times_ns = _array(archive, "times_ns", "<i8", 1)
        collided = _array(archive, "collided", "|b1", 1)
    _require_consistent(header, columns)
    if not len(actor) == len(times_ns) == len(collided) == values.shape[1]:
        raise ValueError("its columns differ in length")
    if len(actor) and not (actor.min() >= 0 and actor.max() < len(header.actors)):
        raise ValueError("a sample is of an actor that it does not name")
    return Trace(header.actors, actor, times_ns, columns, collided)


def _require_consistent(header: _Header, columns: dict[str, Variable]) -> None:
    if len(columns) != len(header.columns) or not set(AXES[:2]) <= columns.keys():
        raise ValueError("its columns are not a position and variables of different names")
    if len(set(header.actors)) != len(header.actors):
        raise ValueError("two actors have the same name")
    for column in columns.values():
        if column.kind is VariableKind.CATEGORY:
            codes = column.values
            known = (codes >= 0) & (codes < len(column.categories)) & (codes == np.floor(codes))
            if not known.all():
                raise ValueError("a sample has a category that it does not name")


def _array(archive: zipfile.ZipFile, name: str, dtype: str, dimensions: int) -> NDArray[Any]:
    """Read one array; its declared shape must be what the archive holds."""
    info = archive.getinfo(f"{name}.npy")
    if info.compress_type not in _COMPRESSIONS:
        raise ValueError("it is compressed in a way that studies do not use")
    with archive.open(info) as file:
        if npy_format.read_magic(file) != (1, 0):
            raise ValueError("its arrays have another version")
        shape, is_fortran, found = npy_format.read_array_header_1_0(file)
        wanted = np.dtype(dtype)
        is_expected = found == wanted and len(shape) == dimensions and not is_fortran
        if not is_expected or prod(shape) * wanted.itemsize != info.file_size - file.tell():
            raise ValueError(f"its array {name!r} has another type or shape")
        data = file.read()
    return np.frombuffer(data, dtype=wanted).reshape(shape)
