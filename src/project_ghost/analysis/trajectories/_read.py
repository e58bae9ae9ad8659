"""Read a trajectory from a file of any supported format."""

from pathlib import Path

from project_ghost.core.errors import InputError

from ._px4 import read_px4
from ._text import read_euroc, read_kitti, read_tum
from ._trajectory import Trajectory

FORMATS = ("tum", "kitti", "euroc", "px4")


def read_trajectory(path: Path, kind: str, role: str, times: Path | None = None) -> Trajectory:
    """Read a trajectory; `role` is truth or belief, which matters in a log with both."""
    if kind == "tum":
        return read_tum(path)
    if kind == "euroc":
        return read_euroc(path)
    if kind == "kitti":
        return read_kitti(path, times)
    if kind == "px4":
        return read_px4(path, role)
    raise InputError(f"there is no format {kind!r}", str(path), f"one of {', '.join(FORMATS)}")
