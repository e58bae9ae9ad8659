"""The flags that say where runs are executed."""

import argparse
import math
import re
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError

if TYPE_CHECKING:
    from project_ghost.batch import AbstractExecutor

__all__ = ["IN_PROCESS", "add_executor", "executor_of"]

IN_PROCESS, PROCESSES, RAY = "in-process", "processes", "ray"
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([KMGT]?)(?:i?B)?")


def add_executor(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("--executor", choices=[IN_PROCESS, PROCESSES, RAY], default=PROCESSES,
        help="where runs are executed [processes]")  # fmt: skip
    add("--jobs", type=int, metavar="N",
        help="number of processes [one for each core, as far as memory allows]")  # fmt: skip
    add("--address", metavar="HOST:PORT", help="of the head of a Ray cluster [$RAY_ADDRESS]")
    add("--memory", metavar="SIZE", help="that Ray reserves for each run, such as 2G")
    add("--gpus", type=float, metavar="X", help="that Ray reserves for each run, such as 0.25")


def executor_of(arguments: argparse.Namespace) -> "AbstractExecutor":
    """Return the executor; a cluster that cannot be used is an error here, before any run."""
    from project_ghost.batch import InProcess, ProcessPool, RayCluster

    if arguments.jobs is not None and arguments.jobs < 1:
        raise InputError(f"--jobs is {arguments.jobs}", "--jobs", "1 or more")
    if arguments.executor != RAY:
        for name in ("address", "memory", "gpus"):
            if getattr(arguments, name) is not None:
                raise InputError(
                    f"--{name} is for Ray, and runs are executed by {arguments.executor}",
                    f"--{name}",
                    "--executor ray",
                    "add it, or leave out the flag",
                )
        return InProcess() if arguments.executor == IN_PROCESS else ProcessPool(arguments.jobs)
    gpus = 0.0 if arguments.gpus is None else arguments.gpus
    if not math.isfinite(gpus) or gpus < 0.0:
        raise InputError(f"--gpus is {gpus}", "--gpus", "0 or more, such as 0.25")
    memory = 0 if arguments.memory is None else _bytes_of(arguments.memory)
    cluster = RayCluster(arguments.address, workers=arguments.jobs, memory_bytes=memory, gpus=gpus)
    cluster.check()
    return cluster


def _bytes_of(text: str) -> int:
    form = _SIZE.fullmatch(text.strip())
    if form is None:
        raise InputError(f"{text!r} is no size", "--memory", "500M or 2G", "write it so")
    return int(float(form[1]) * _UNITS[form[2]])
