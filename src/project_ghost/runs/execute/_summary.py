"""Write how and where a run was executed to summary.json; the recording omits it."""

import json
from collections.abc import Iterable
from pathlib import Path

from project_ghost import __version__
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.files import pretty_json, write_whole
from project_ghost.core.host import host
from project_ghost.telemetry import RECORDING_NAME

from ._folder import SUMMARY
from ._result import RunResult

__all__ = ["summarized_code_folders", "write_summary"]

_CODE_FOLDERS = "code_folders"


@checked_arguments
def write_summary(
    folder: Path | str,
    result: RunResult,
    *,
    staging_s: float,
    compiling_s: float = 0.0,
    running_s: float,
    recorded: bool,
    code_folders: Iterable[Path | str] = (),
) -> Path:
    """Write summary.json: results, timings, execution and host.

    `compiling_s` is the time to compile machine code or load it, before the first tick; it is no
    part of `running_s`. `code_folders` are where the classes of the run were found; a rerun
    looks there again.
    """
    document = {
        "begin_ns": result.begin_ns,
        _CODE_FOLDERS: [str(Path(each).resolve()) for each in code_folders],
        "contacts": [contact._asdict() for contact in result.contacts],
        "digest": result.digest,
        "duration_ns": result.duration_ns,
        "ended_by": result.ended_by,
        "execution": result.execution,
        "execution_note": result.execution_note,
        "ghost": __version__,
        "host": host(),
        "level": result.level,
        "recording": RECORDING_NAME if recorded else None,
        "scenario": result.name,
        "seed": result.seed,
        "ticks": result.ticks,
        "timings": {
            "compiling_s": compiling_s,
            "running_s": running_s,
            "staging_s": staging_s,
            "times_real_time": speed(result, running_s),
        },
    }
    path = Path(folder) / SUMMARY
    write_whole(path, pretty_json(document), "the summary")
    return path


def summarized_code_folders(recording: Path) -> tuple[Path, ...]:
    """Return the folders of a run's classes from the summary beside its recording, if it has any.

    The recording itself holds nothing about the machine.
    """
    try:
        data = (recording.parent / SUMMARY).read_bytes()
        folders = json.loads(data)[_CODE_FOLDERS]
        return tuple(Path(each) for each in folders if Path(each).is_dir())
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ()


@checked_arguments
def speed(result: RunResult, running_s: float) -> float:
    """Return the simulated seconds per second of running."""
    return (result.duration_ns - result.begin_ns) / NS_PER_S / max(running_s, 1e-9)
