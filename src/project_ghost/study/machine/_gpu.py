"""GPUs: their utilisation, a load on them, a test of their memory.

All of it uses installed programs: `nvidia-smi`, `gpu_burn` and `cuda_memtest`.
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
_UNLIMITED_S = "1000000"


def gpu_percent() -> float | None:
    """The utilisation of the busiest GPU; None if it is unknown."""
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
    """Run one pass of a GPU memory test."""
    done = subprocess.run(  # noqa: S603 - a program of the system
        [program, "--num_passes", "1"], capture_output=True, text=True, check=False
    )
    last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no output"]
    return Screening("GPU memory test", passed=done.returncode == 0, detail=last[0])


@contextmanager
def gpu_load(percent: int) -> Iterator[None]:
    """Keep the GPUs busy for this share of the time, by stopping and continuing a burner."""
    program = shutil.which(GPU_BURNER)
    if program is None or not percent:
        yield
        return
    # In its own process group, so that Ctrl-C reaches only this process.
    with subprocess.Popen(  # noqa: S603 - a program of the system
        [program, _UNLIMITED_S],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    ) as process:
        end = threading.Event()
        pulse = threading.Thread(target=_pulse, args=(process, percent / 100.0, end), daemon=True)
        pulse.start()
        try:
            yield
        finally:
            end.set()
            pulse.join()
            process.kill()


def _pulse(process: "subprocess.Popen[bytes]", share: float, end: threading.Event) -> None:
    # ghost: allow[timeout] a load on a machine is defined by wall time
    while not end.wait(share * _PERIOD_S):
        if share < 1.0:
            process.send_signal(signal.SIGSTOP)
            # ghost: allow[timeout] as above
            end.wait((1.0 - share) * _PERIOD_S)
            process.send_signal(signal.SIGCONT)
