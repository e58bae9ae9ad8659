"""A background load on the CPUs, and the load that it reached."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from project_ghost.batch import background_load, cpu_time, usable_cores

from ._usage import busy_percent

__all__ = ["loaded_machine"]

_STRESS = "stress-ng"


@contextmanager
def loaded_machine(
    percent: int, *, settle_s: float = 0.3, measure_s: float = 1.0
) -> Iterator[float | None]:
    """Keep all usable CPUs busy; yields the utilisation that was measured at the start.

    It is measured for a second even if no load is asked for, because other programs load the
    machine too.
    """
    program = shutil.which(_STRESS)
    load = (
        background_load(percent / 100.0)
        if program is None or not percent
        else _stress(program, percent)
    )
    with load:
        # ghost: allow[sleep] a load on a real machine is measured in real time
        time.sleep(settle_s if percent else 0.0)
        before = cpu_time()
        # ghost: allow[sleep] as above
        time.sleep(measure_s)
        yield busy_percent(before, cpu_time())


@contextmanager
def _stress(program: str, percent: int) -> Iterator[None]:
    command = [program, "--quiet", "--cpu", str(usable_cores()), "--cpu-load", str(percent)]
    # In its own process group, so that Ctrl-C reaches only this process.
    with subprocess.Popen(  # noqa: S603 - a program of the system
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, process_group=0
    ) as process:
        try:
            yield
        finally:
            process.terminate()  # and it ends its workers
