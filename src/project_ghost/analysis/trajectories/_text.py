"""Read trajectories from text files: TUM, KITTI and EuRoC.

TUM: `time x y z qx qy qz qw` per line, in seconds. EuRoC: CSV with
`time, p, q (w first)[, v, ...]`, in nanoseconds. KITTI: twelve numbers per line, the upper
rows of the pose's matrix; a separate file holds the times in seconds.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from project_ghost.analysis._stamps import TEXT_MAX, ns_of_integer, ns_of_seconds
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError

from ._trajectory import Trajectory, checked_trajectory


def read_tum(path: Path) -> Trajectory:
    """Read a TUM trajectory."""
    stamps_ns, rows = [], []
    for where, fields in _lines(path, None):
        _require_count(fields, 8, 8, "time x y z qx qy qz qw", where)
        stamps_ns.append(seconds_to_ns(fields[0], where))
        rows.append(_numbers(fields[1:], where))
    table = np.array(rows).reshape(-1, 7)
    return checked_trajectory(str(path), stamps_ns, table[:, 0:3], table[:, [6, 3, 4, 5]])


def read_euroc(path: Path) -> Trajectory:
    """Read the ground truth of a EuRoC sequence, with velocities if the file has them."""
    stamps_ns, rows = [], []
    for where, fields in _lines(path, ","):
        _require_count(fields, 8, 17, "time, x, y, z, qw, qx, qy, qz and perhaps more", where)
        stamps_ns.append(_integer(fields[0], where))
        rows.append(_numbers(fields[1:], where))
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise InputError("lines have different numbers of fields", str(path), "equal numbers")
    table = np.array(rows).reshape(len(rows), -1) if rows else np.empty((0, 7))
    velocities = table[:, 7:10] if table.shape[1] >= 10 else None
    return checked_trajectory(str(path), stamps_ns, table[:, 0:3], table[:, 3:7], velocities)


def read_kitti(path: Path, times: Path | None) -> Trajectory:
    """Read a KITTI trajectory and its times."""
    if times is None:
        raise InputError(
            "a KITTI trajectory has no times", str(path), "a separate file of times",
            "name it with --times",
        )  # fmt: skip
    rows = []
    for where, fields in _lines(path, None):
        _require_count(fields, 12, 12, "twelve numbers, the rows of a 3 by 4 matrix", where)
        rows.append(_numbers(fields, where))
    stamps_ns = [seconds_to_ns(fields[0], where) for where, fields in _lines(times, None)]
    if len(stamps_ns) != len(rows):
        raise InputError(
            f"there are {len(rows)} poses, and {len(stamps_ns)} times in {times}",
            str(path),
            "a time for each pose",
        )
    matrices = np.array(rows).reshape(-1, 3, 4)
    orientations = np.array([_quaternion(each, str(path)) for each in matrices[:, :, :3]])
    return checked_trajectory(
        str(path), stamps_ns, matrices[:, :, 3].copy(), orientations.reshape(-1, 4)
    )


def _lines(path: Path, separator: str | None) -> Iterator[tuple[str, list[str]]]:
    """Yield the location and the fields of each line that is neither empty nor a comment."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"the file cannot be read: {reason}", str(path), "a text file") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"{path}, line {number}", [each.strip() for each in line.split(separator)]


def _require_count(fields: list[str], low: int, high: int, expected: str, where: str) -> None:
    if not low <= len(fields) <= high:
        raise InputError(f"a line has {len(fields)} fields", where, expected, "name the format")


def _numbers(fields: list[str], where: str) -> list[float]:
    try:
        return [float(field) for field in fields]
    except ValueError as error:
        raise InputError(str(error), where, "numbers") from None


def seconds_to_ns(text: str, where: str) -> int:
    """Convert decimal seconds exactly."""
    try:
        return ns_of_seconds(text)
    except ValueError:
        raise InputError(f"{text[:TEXT_MAX]!r} is not a time", where, "seconds") from None


def _integer(text: str, where: str) -> int:
    try:
        return ns_of_integer(text)
    except ValueError:
        what = f"{text[:TEXT_MAX]!r} is not a time"
        raise InputError(what, where, "integer nanoseconds") from None


def _quaternion(r: Floats, where: str) -> list[float]:
    """Return the unit quaternion of a rotation matrix, from its largest component."""
    if np.abs(r @ r.T - np.eye(3)).max() > 1e-3 or np.linalg.det(r) < 0.0:
        raise InputError("a pose's matrix is not a rotation", where, "orthogonal 3 by 3 matrices")
    d = np.diag(r)
    squares = [1.0 + d.sum(), *(1.0 + 2.0 * d - d.sum())]
    k = int(np.argmax(squares))
    s = 2.0 * np.sqrt(squares[k])
    a, b, c = r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]
    xy, xz, yz = r[0, 1] + r[1, 0], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1]
    rows = ([0.0, a, b, c], [a, 0.0, xy, xz], [b, xy, 0.0, yz], [c, xz, yz, 0.0])
    q = np.array(rows[k]) / s
    q[k] = s / 4.0
    return [float(each) for each in q / np.sqrt(np.sum(q * q))]
