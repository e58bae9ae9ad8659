"""GPUs, where there are any: their utilisation, a load on them, a test of their memory.

All of it by programs of the system: `nvidia-smi`, `gpu_burn` and `cuda_memtest`.
"""

import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from project_ghost.study.results._results import Screening

__all__ = ["GPU_BURNER", "GPU_MEMORY_TEST", "GPU_TOOL", "gpu_load", "gpu_memory", "gpu_percent"]

GPU_TOOL, GPU_BURNER, GPU_MEMORY_TEST = "nvidia-smi", "gpu_burn", "cuda_memtest"
_QUERY = ("--query-gpu=utilization.gpu", "--format=csv,noheader,nounits")
_PERIOD_S = 0.1
_LONG_S = "1000000"


def gpu_percent() -> float | None:
    """The utilisation of the busiest GPU; None where there is none that tells."""
    program = shutil.which(GPU_TOOL)
    if program is None:
        return None
    done = subprocess.run(  # noqa: S603 - a program of the system
        [program, *_QUERY], capture_output=True, text=True, check=False
    )
    try:
        return max(float(line) for line in done.stdout.split())
    except ValueError:
        return None


def gpu_memory(program: str) -> Screening:
    """One pass of a test of the GPU's memory."""
    done = subprocess.run(  # noqa: S603 - a program of the system
        [program, "--num_passes", "1"], capture_output=True, text=True, check=False
    )
    last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no output"]
    return Screening("GPU memory test", passed=done.returncode == 0, detail=last[0])


@contextmanager
def gpu_load(percent: int) -> Iterator[None]:
    """Keep the GPUs busy for this share of the time: the burner is stopped and continued."""
    program = shutil.which(GPU_BURNER)
    if program is None or not percent:
        yield
        return
    # In a group of its own, so that Ctrl-C is for us to hear.
    with subprocess.Popen(  # noqa: S603 - a program of the system
        [program, _LONG_S],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    ) as process:
        end = threading.Event()
        turns = threading.Thread(
            target=_take_turns, args=(process, percent / 100.0, end), daemon=True
        )
        turns.start()
        try:
            yield
        finally:
            end.set()
            turns.join()
            process.kill()


def _take_turns(process: "subprocess.Popen[bytes]", share: float, end: threading.Event) -> None:
    # ghost: allow[timeout] a load on a real machine is made of real time
    while not end.wait(share * _PERIOD_S):
        if share < 1.0:
            process.send_signal(signal.SIGSTOP)
            # ghost: allow[timeout] as above
            end.wait((1.0 - share) * _PERIOD_S)
            process.send_signal(signal.SIGCONT)
