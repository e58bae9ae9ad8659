"""The archive of machine code that comes with the package: what the built-in scenarios need.

It is made by other processes, which compile for a generic processor into a cache of their own and
share the work. Why: ADR 5.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.compiled import Prebuilt, about_prebuilt, prebuilt_path, source_digest
from project_ghost.core.errors import GhostError

_WORKER = "project_ghost.runs._precompile_worker"


@checked_arguments
def precompile(workers: int, on_step: Callable[[str], None]) -> Prebuilt:
    """Make the archive with this many processes; `on_step` is told what is being compiled."""
    made_of = source_digest()  # now: the source may be edited meanwhile
    with tempfile.TemporaryDirectory(prefix="ghost-precompile-") as folder:
        environment = {
            **os.environ,
            "GHOST_CACHE_DIR": folder,
            "GHOST_PREBUILT": str(Path(folder) / "none"),  # nothing from an earlier one
            "NUMBA_CPU_NAME": "generic",
            "NUMBA_CPU_FEATURES": "",
        }
        parts = [["compile", str(number), str(workers)] for number in range(workers)]
        _perform(parts, environment, on_step)
        _perform([["pack", str(prebuilt_path()), made_of]], environment, on_step)
    made = about_prebuilt()
    if made is None:
        raise GhostError(
            "the archive of machine code cannot be read after it was written",
            str(prebuilt_path()),
            "a file of this user that nobody else may write to",
            "check the folder's permissions",
        )
    return made


def _perform(
    parts: list[list[str]], environment: dict[str, str], on_step: Callable[[str], None]
) -> None:
    """Run a worker for each part, and wait for all of them."""
    running = [
        Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", _WORKER, *part], env=environment, stdout=PIPE, text=True
        )
        for part in parts
    ]
    readers = [Thread(target=_listen, args=(worker, on_step)) for worker in running]
    try:
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    except BaseException:
        for worker in running:
            worker.kill()
        raise
    if any(worker.wait() for worker in running):
        raise GhostError(
            "the machine code could not be compiled",
            str(prebuilt_path()),
            "workers that end without an error",
            "read what they printed above",
        )


def _listen(worker: Popen[str], on_step: Callable[[str], None]) -> None:
    assert worker.stdout is not None
    with worker.stdout:
        for line in worker.stdout:
            on_step(line.strip())
