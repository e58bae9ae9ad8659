"""Read traces from TUM trajectories: one file per repeat, `time x y z qx qy qz qw` per line."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path

import numpy as np

from project_ghost.analysis.traces import AXES, Traces, Variable, VariableKind, traces_from_rows
from project_ghost.core.errors import InputError

_FIELDS = 8


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
        lines = path.read_text(encoding="utf-8").splitlines()
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


def _parse_line(line: str, where: str) -> tuple[int, list[float]]:
    try:
        time_s, x, y, z, _, _, _, _ = line.split()
        # A float of seconds since 1970 resolves only 200 ns, so the decimal digits are used.
        stamp = int((Decimal(time_s) * 1_000_000_000).to_integral_value())
        return stamp, [float(x), float(y), float(z)]
    except (ValueError, OverflowError, InvalidOperation):
        raise InputError(
            f"{line.strip()!r} is not a pose",
            where,
            "time x y z qx qy qz qw, the TUM format",
            "correct the line; a truncated file ends like this",
        ) from None
