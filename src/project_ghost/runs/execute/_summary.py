"""Write how and where a run was executed to summary.json; the recording omits it."""

from pathlib import Path

from project_ghost import __version__
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.files import pretty_json, write_whole
from project_ghost.core.selfcheck import host
from project_ghost.telemetry import RECORDING_NAME

from ._folder import SUMMARY
from ._result import RunResult

__all__ = ["write_summary"]


def write_summary(
    folder: Path, result: RunResult, *, staging_s: float, running_s: float, recorded: bool
) -> Path:
    """Write summary.json: results, timings, execution and host."""
    document = {
        "begin_ns": result.begin_ns,
        "contacts": [contact._asdict() for contact in result.contacts],
        "digest": result.digest,
        "duration_ns": result.duration_ns,
        "ended_by": result.ended_by,
        "execution": result.execution,
        "ghost": __version__,
        "host": host(),
        "level": result.level,
        "recording": RECORDING_NAME if recorded else None,
        "scenario": result.name,
        "seed": result.seed,
        "ticks": result.ticks,
        "timings": {
            "running_s": running_s,
            "staging_s": staging_s,
            "times_real_time": speed(result, running_s),
        },
    }
    path = folder / SUMMARY
    write_whole(path, pretty_json(document), "the summary")
    return path


def speed(result: RunResult, running_s: float) -> float:
    """Return the simulated seconds per second of running."""
    return (result.duration_ns - result.begin_ns) / NS_PER_S / max(running_s, 1e-9)
