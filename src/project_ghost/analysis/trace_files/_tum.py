"""Read traces from TUM trajectories: one file per repeat, `time x y z qx qy qz qw` per line."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from project_ghost.analysis._stamps import ns_of_seconds
from project_ghost.analysis.traces import AXES, Traces, Variable, VariableKind, traces_from_rows
from project_ghost.core.errors import InputError

_FIELDS = 8
_SHOWN_MAX = 200


def is_tum(first_line: str) -> bool:
    """Whether a line belongs to a TUM trajectory."""
    fields = first_line.split()
    return len(fields) == _FIELDS and "," not in first_line


def tum_traces(paths: Sequence[Path], source: str) -> Traces:
    """Read one actor, a repeat for each file. Stamps are matched exactly as written."""
    repeats: list[str] = []
    times: list[int] = []
    positions: list[list[float]] = []
    for path in paths:
        lines = _text(path).splitlines()
        for number, line in enumerate(lines, start=1):
            if not line.strip() or line.startswith("#"):
                continue
            stamp, position = _parse_line(line, f"{path}, line {number}")
            repeats.append(path.stem)
            times.append(stamp)
            positions.append(position)
    table = np.array(positions).reshape(-1, len(AXES))
    variables = {
        axis: Variable(table[:, i], VariableKind.POSITION, "m") for i, axis in enumerate(AXES)
    }
    stamps = np.array(times, dtype=np.int64)
    return traces_from_rows(source, repeats, ["1"] * len(repeats), stamps, variables)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("the file is not text", str(path), "the TUM format, in UTF-8") from None


def _parse_line(line: str, where: str) -> tuple[int, list[float]]:
    try:
        time_s, x, y, z, _, _, _, _ = line.split()
        return ns_of_seconds(time_s), [float(x), float(y), float(z)]
    except ValueError:
        raise InputError(
            f"{line.strip()[:_SHOWN_MAX]!r} is not a pose",
            where,
            "time x y z qx qy qz qw, the TUM format",
            "correct the line; a truncated file ends like this",
        ) from None
