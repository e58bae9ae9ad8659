"""Processes that record a run: `python -m proofs.crash.writers FOLDER` records one by itself."""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.telemetry import Attachment, Column, Recorder

_STEP_NS = 1_000_000
_BLOCK = 500
_TICKS = 100_000


class Writer(NamedTuple):
    """A program that records a run into the folder that is its last argument."""

    name: str
    arguments: list[str]
    recording: str = "run.mcap"


_RUN = [sys.executable, "-m", "project_ghost", "run", "t-junction-4"]
_SIGNALS = ["--signals", "Cars/driver.*", "--signals", "Scene.bodies", "--every", "50ms"]
WRITERS = (
    Writer("ghost run", [*_RUN, "-o"]),
    Writer("ghost run with signals", [*_RUN, *_SIGNALS, "--duration", "60s", "-o"]),
    Writer("a recorder by itself", [sys.executable, "-m", "proofs.crash.writers"]),
)


def main(folder: Path) -> None:
    """Record messages, signals and links as fast as possible; always the same ones."""
    recorder = Recorder(
        folder / "run.mcap",
        attachments=[Attachment("scenario.json", "application/json", b'{"name":"crash"}')],
        manifest={"seed": "1"},
    )
    with recorder:
        recorder.add_signals("/signals", [Column("x"), Column("p", (3,))])
        recorder.add_links(_STEP_NS)
        for start in range(0, _TICKS, _BLOCK):
            for tick in range(start, start + _BLOCK, 5):
                payload = {"x": 0.1 * tick, "p": (1.0, 2.0, 0.5 * tick)}
                recorder.record(Message("/car", tick * _STEP_NS, tick // 5, payload))
            ticks = np.arange(start, start + _BLOCK)
            rows = ticks[:, None] * np.array([0.1, 1.0, 2.0, 3.0])
            recorder.record_rows("/signals", ticks * _STEP_NS, rows)
            recorder.record_links(ticks * 7919)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
