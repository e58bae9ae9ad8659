"""Files of recorded tracks: our own CSV, and those of other programs by their suffix."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, final

import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.world.objects import ObjectKind, RecordedTrack

from .file.named import named_bytes
from .file.section import KeyPath

if TYPE_CHECKING:
    from .file._load import ScenarioFile

__all__ = ["TRACK_SUFFIXES", "attached_tracks", "read_tracks", "tracks_bytes", "tracks_text"]

_STATE = ("x_m", "y_m", "yaw_rad", "vx_mps", "vy_mps")
_COLUMNS = ("time_ns", "track", "kind", "length_m", "width_m", *_STATE)
# Only where there are circles.
_RADIUS = "radius_m"
_NUMBERS = ("length_m", "width_m", _RADIUS, *_STATE)
_KINDS = {kind.name.lower(): kind for kind in ObjectKind}


def read_tracks(path: str | Path, data: bytes | None = None) -> tuple[RecordedTrack, ...]:
    """The tracks of a file, in the order in which they first appear; `data` are its bytes."""
    path = Path(path)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise InputError(
            f"{path.name} is not a file of tracks",
            str(path),
            f"a file with the suffix {' or '.join(_READERS)}",
            "give such a file",
        )
    return reader(path, path.read_bytes() if data is None else data)


def tracks_bytes(file: "ScenarioFile", keys: KeyPath, name: str) -> bytes:
    """The bytes of a file of tracks that the scenario names at `keys`."""
    return named_bytes(file, keys, name, "file of tracks", TRACK_SUFFIXES)


def attached_tracks(file: "ScenarioFile", keys: KeyPath, name: str) -> tuple[RecordedTrack, ...]:
    """The tracks of a file that the scenario names at `keys`; each mistake names both files."""
    try:
        return read_tracks(name, tracks_bytes(file, keys, name))
    except InputError as error:
        place = f"{error.where}: {error.what}"
        problem = InputError(place, expected=error.expected, fix=error.fix)
        raise file.refused(keys, problem) from None


def tracks_text(tracks: Iterable[RecordedTrack]) -> str:
    """Tracks as the text of a CSV file, one after the other; every number to its last bit."""
    tracks = tuple(tracks)
    has_circles = any(track.radius_m for track in tracks)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_COLUMNS, _RADIUS] if has_circles else _COLUMNS)
    for track in tracks:
        fixed = [track.name, track.kind.name.lower(), float(track.length_m), float(track.width_m)]
        radius = [float(track.radius_m)] if has_circles else []
        for stamp, state in zip(track.stamps_ns.tolist(), track.states.tolist(), strict=True):
            writer.writerow([int(stamp), *fixed, *state, *radius])
    return text.getvalue()


@final
@dataclass
class _Samples:
    """The rows of one track."""

    name: str
    fixed: tuple[ObjectKind, float, float, float]  # kind, length, width, radius
    stamps: list[int] = field(default_factory=list)
    states: list[Sequence[float]] = field(default_factory=list)


def _read_csv(path: Path, data: bytes) -> tuple[RecordedTrack, ...]:
    by_name: dict[str, _Samples] = {}
    for where, row in _rows(path, data):
        name = row["track"]
        length, width, radius, *state = (_number(where, row, each) for each in _NUMBERS)
        fixed = (_kind(where, row["kind"]), length, width, radius)
        track = by_name.setdefault(name, _Samples(name, fixed))
        stamp = _stamp(where, row["time_ns"])
        if track.fixed != fixed:
            raise InputError(
                f"the track {name!r} has another kind or size than before",
                where,
                "one kind and one size for a track",
                "give the other object a track of its own",
            )
        if track.stamps and stamp <= track.stamps[-1]:
            raise InputError(
                f"time_ns is {stamp}, not after {track.stamps[-1]}, the one before",
                where,
                "times of a track that rise",
                "sort the rows of each track by time",
            )
        track.stamps.append(stamp)
        track.states.append(state)
    return tuple(
        RecordedTrack(
            each.name,
            each.fixed[0],
            each.fixed[1],
            each.fixed[2],
            np.array(each.stamps, dtype=np.int64),
            np.array(each.states, dtype=np.float64),
            each.fixed[3],
        )
        for each in by_name.values()
    )


def _rows(path: Path, data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows by column, each with its place in the file."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(
            "this is not text", str(path), "a CSV file in UTF-8", "export it again"
        ) from None
    reader = csv.reader(io.StringIO(text))
    header = tuple(next(reader, ()))
    if header not in (_COLUMNS, (*_COLUMNS, _RADIUS)):
        raise InputError(
            f"the columns are {', '.join(header)[:200] or 'missing'}",
            f"{path}:1",
            ",".join(_COLUMNS),
            "write these columns in this order",
        )
    for row in reader:
        where = f"{path}:{reader.line_num}"
        if len(row) != len(header):
            raise InputError(
                f"the row has {len(row)} values", where, f"{len(header)} values", "correct the row"
            )
        yield where, dict(zip(header, row, strict=True))


def _number(where: str, row: Mapping[str, str], column: str) -> float:
    try:
        number = float(row.get(column, 0.0))
    except ValueError:
        number = float("nan")
    if not np.isfinite(number) or (column.endswith(("length_m", "width_m")) and number <= 0.0):
        raise InputError(
            f"{column} is {row[column]!r}",
            where,
            "a positive number" if column.endswith(("length_m", "width_m")) else "a finite number",
            "correct the number",
        )
    return number


def _stamp(where: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(
            f"time_ns is {text!r}", where, "whole nanoseconds", "correct the number"
        ) from None


def _kind(where: str, text: str) -> ObjectKind:
    if text not in _KINDS:
        raise InputError(
            f"there is no kind {text!r}{did_you_mean(text, list(_KINDS))}",
            where,
            f"one of {', '.join(_KINDS)}",
            "correct the kind",
        )
    return _KINDS[text]


def _read_commonroad(path: Path, data: bytes) -> tuple[RecordedTrack, ...]:
    from .commonroad import commonroad_tracks  # large, and few files need it

    return commonroad_tracks(path, data)


_READERS: dict[str, Callable[[Path, bytes], tuple[RecordedTrack, ...]]] = {
    ".csv": _read_csv,
    ".xml": _read_commonroad,
}
TRACK_SUFFIXES = tuple(_READERS)
