"""A worker on a machine of a Ray cluster: an actor that executes chunks."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, final

from project_ghost import __version__
from project_ghost.batch._ready import close_ready
from project_ghost.batch.chunks._chunk import execute

__all__ = ["Begun", "Worker", "process_states"]


class Begun(NamedTuple):
    """What a worker says when it is there."""

    pid: int
    host: str
    ghost: str
    has_code: bool  # whether the machine code that it was sent is for this processor


@final
class Worker:
    """The actor. It has one process, whose main thread runs one chunk at a time."""

    def begin(self, *codes: Mapping[str, bytes]) -> Begun:
        """Store machine code for all processes of this machine, if it is sent any."""
        has_code = True
        for code in codes:
            from project_ghost.core.compiled import received_code

            has_code = received_code(code) and has_code
        return Begun(os.getpid(), socket.gethostname(), __version__, has_code)

    def execute(self, chunk: bytes) -> bytes:
        """Run the tasks of a chunk."""
        return execute(chunk, "RayCluster")

    def close(self) -> None:
        """Close what is kept ready for the next task."""
        close_ready()


def process_states(pids: list[int]) -> dict[int, str]:
    """Return the states of processes of this machine, such as R, S or T; X if there is none."""
    return {pid: _state(pid) for pid in pids}


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return "X"
