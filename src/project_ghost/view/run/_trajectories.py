"""The trajectories of a run as text files in the TUM format, which evo and others read.

A line is `time x y z qx qy qz qw`, in seconds and metres; numbers keep every bit.
"""

from collections.abc import Iterator
from pathlib import Path

from project_ghost.core.dmath import sincos
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError
from project_ghost.core.files import whole_folder

from ._messages import reads_messages
from ._run import Run

__all__ = ["message_numbers", "tum_files", "write_tum"]

# The last part of the schema of states, true and believed.
_STATE = "VehicleState"


def tum_files(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the name and text of a file for each actor, and for each channel of states."""
    for name in run.actors:
        track = run.actor(name)
        lines = []
        for i, stamp_ns in enumerate(track.stamps_ns.tolist()):
            sin, cos = sincos(0.5 * float(track.yaw_rad[i]))
            place = (float(each[i]) for each in (track.x_m, track.y_m, track.z_m))
            lines.append(_line(stamp_ns, [*place, 0.0, 0.0, sin, cos]))
        yield f"{name.replace('/', '-')}.tum", "".join(lines)
    for channel in run.channels.values():
        if channel.schema_name.rpartition(".")[2] == _STATE and channel.count:
            lines = []
            for message in channel:
                pose = message.payload["nav"]["pose"]
                w, x, y, z = message_numbers(pose["orientation_q"])
                lines.append(
                    _line(
                        message.stamp_sim_ns, [*message_numbers(pose["position_enu_m"]), x, y, z, w]
                    )
                )
            name = channel.name.strip("/").removesuffix("/state").replace("/", "-")
            yield f"{name}.tum", "".join(lines)


@reads_messages
def write_tum(run: Run, folder: Path) -> list[Path]:
    """Write a new folder with a file for each trajectory."""
    if folder.exists():
        raise InputError(
            "the output already exists", str(folder), "a new folder", "choose another with -o"
        )
    texts = dict(tum_files(run))
    if not texts:
        raise InputError(
            "the recording has no poses and no vehicle states",
            str(run.path),
            "a recording of a scenario",
            "export it as csv or parquet",
        )
    with whole_folder(folder, "the folder of trajectories") as part:
        for name, text in texts.items():
            (part / name).write_text(text, encoding="ascii")
    return [folder / name for name in texts]


def _line(stamp_ns: int, values: list[float]) -> str:
    seconds, rest = divmod(stamp_ns, NS_PER_S)
    return f"{seconds}.{rest:09d} {' '.join(map(repr, values))}\n"


def message_numbers(value: object) -> list[float]:
    """The numbers of an array as messages hold it."""
    listed = value["__array"] if isinstance(value, dict) else value
    assert isinstance(listed, list)
    return [float(each) for each in listed]
