"""Read trajectories from PX4 flight logs (ULog) with pyulog, the extra `px4`.

The log of a simulation holds the truth beside the flight controller's estimate. PX4 uses NED
world axes and FRD body axes; Ghost uses ENU and FLU.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError

from ._association import associate
from ._trajectory import Trajectory, checked_trajectory

# Position and attitude are separate messages with different rates.
_ATTITUDE_TOLERANCE_NS = 20_000_000
_SUFFIX = {"truth": "_groundtruth", "belief": ""}


def read_px4(path: Path, role: str) -> Trajectory:
    """Read the truth or the belief from a log."""
    topics = [f"vehicle_local_position{_SUFFIX[role]}", f"vehicle_attitude{_SUFFIX[role]}"]
    log = _log(path, topics)
    data = {each.name: each.data for each in log.data_list if each.multi_id == 0}
    for topic in topics:
        if topic not in data:
            raise InputError(
                f"there is no {topic} in the log",
                str(path),
                "a log of a simulation, which has the truth too"
                if role == "truth"
                else "a log with the estimator's output",
            )
    position, attitude = (data[topic] for topic in topics)
    times, attitude_times = (_stamps_ns(each) for each in (position, attitude))
    matched = associate(attitude_times, times, _ATTITUDE_TOLERANCE_NS)
    rows = matched.belief_indices
    ned = np.column_stack([position[axis] for axis in ("x", "y", "z")]).astype(np.float64)[rows]
    speeds = np.column_stack([position[v] for v in ("vx", "vy", "vz")]).astype(np.float64)[rows]
    q = np.column_stack([attitude[f"q[{i}]"] for i in range(4)]).astype(np.float64)
    return checked_trajectory(
        f"{path}, {topics[0]}",
        [times[i] for i in rows],
        _enu(ned),
        _enu_from_flu(q[matched.truth_indices]),
        _enu(speeds),
    )


def _log(path: Path, topics: list[str]) -> Any:  # noqa: ANN401 - pyulog has no types
    try:
        pyulog = import_module("pyulog")
    except ImportError:
        raise InputError(
            "pyulog is not installed", str(path), "the extra `px4`", "install pyulog"
        ) from None
    try:
        with path.open("rb") as file:
            return pyulog.ULog(file, message_name_filter_list=topics)
    except OSError as error:
        raise InputError(
            f"the file cannot be read: {error.strerror}", str(path), "a ULog file", "check the path"
        ) from None
    except Exception as error:  # pyulog raises many kinds of errors
        raise InputError(f"the file is not ULog: {error}", str(path), "a PX4 flight log") from None


def _stamps_ns(data: Any) -> list[int]:  # noqa: ANN401 - pyulog has no types
    return [int(each) * 1000 for each in data["timestamp"]]


def _enu(ned: Floats) -> Floats:
    return np.column_stack([ned[:, 1], ned[:, 0], -ned[:, 2]])


def _enu_from_flu(q: Floats) -> Floats:
    """Convert quaternions from body FRD to world NED into body FLU to world ENU."""
    w, x, y, z = q.T
    half = np.sqrt(0.5)
    return np.column_stack([half * (w + z), half * (x + y), half * (x - y), half * (w - z)])
