"""Which conditions this machine allows, and checks of its memory."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import final

from project_ghost.core.host import host
from project_ghost.study.file._conditions import Conditions, ProcessMode
from project_ghost.study.results._results import NotRun, Screening

from ._gpu import GPU_BURNER, GPU_MEMORY_TEST, GPU_TOOL, gpu_memory
from ._memory import ONLINE_NODES, may_bind_memory, nodes_of, online_nodes

__all__ = ["Machine", "cpus_of", "host_facts"]

_EDAC = Path("/sys/devices/system/edac/mc")
_MEMORY_TEST = "memtester"
_LOADER = "stress-ng"
_PROBE = "import os, sys; os.setpriority(os.PRIO_PROCESS, 0, int(sys.argv[1]))"


def cpus_of(text: str) -> tuple[int, ...]:
    """The CPUs that `cpus` names; empty for any."""
    return () if text == "any" else tuple(sorted({int(part) for part in text.split(",")}))


def host_facts() -> dict[str, object]:
    """The machine that a study runs on."""
    facts = host()
    facts.pop("numpy_cpu_features")
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        memory = 0
    return facts | {
        "cpus": os.cpu_count(),
        "load_generator": _LOADER if shutil.which(_LOADER) else "our own duty cycle",
        "memory_mb": memory // 1_000_000,
        "numa_nodes": len(online_nodes()) or None,
        "system": " ".join((os.uname().sysname, os.uname().release)),
    }


@final
@dataclass(frozen=True)
class Machine:
    """The machine that a study runs on.

    `which` finds programs, `edac` has error counters, `nodes` lists NUMA nodes.
    """

    which: Callable[[str], str | None] = shutil.which
    edac: Path = _EDAC
    nodes: Path = ONLINE_NODES

    def obstacle(self, conditions: Conditions, *, is_command: bool) -> str | None:
        """Why this machine cannot provide these conditions; None if it can."""
        if is_command and conditions.process is not ProcessMode.FRESH:
            return "a command starts a new process for each repeat"
        cpus = set(cpus_of(conditions.cpus))
        if cpus and not hasattr(os, "sched_setaffinity"):
            return "processes cannot be pinned on this system"
        if cpus and not cpus <= os.sched_getaffinity(0):
            usable = ", ".join(map(str, sorted(os.sched_getaffinity(0))))
            return f"this process may only use the CPUs {usable}"
        nodes = nodes_of(conditions.memory)
        if nodes:
            there = online_nodes(self.nodes)
            if not there:
                return "the system has no NUMA nodes to place memory on"
            if not set(nodes) <= set(there):
                return f"this machine has the NUMA nodes {', '.join(map(str, there))}"
            if not may_bind_memory(nodes):
                return "memory may not be placed on NUMA nodes by this process (set_mempolicy)"
        if conditions.gpu_load_percent:
            if self.which(GPU_TOOL) is None:
                return f"there is no GPU ({GPU_TOOL} is not installed)"
            if self.which(GPU_BURNER) is None:
                return f"no program can load the GPU ({GPU_BURNER} is not installed)"
        if conditions.nice < os.getpriority(os.PRIO_PROCESS, 0) and not _may_set_priority(
            conditions.nice
        ):
            return f"nice {conditions.nice} needs privileges that this process does not have"
        return None

    def screen(self, memory_mb: int) -> tuple[list[Screening], list[NotRun]]:
        """Test memory and read error counters; returns the checks, and those that cannot be run."""
        checks: list[Screening] = []
        not_run: list[NotRun] = []
        if memory_mb:
            test = self.which(_MEMORY_TEST)
            if test is None:
                not_run.append(NotRun("memory test", f"{_MEMORY_TEST} is not installed"))
            else:
                checks.append(_memory_test(test, memory_mb))
        counters = self.ecc_errors()
        if counters is None:
            reason = f"the system has none (no memory controller in {self.edac})"
            not_run.append(NotRun("ECC counters", reason))
        else:
            checks.append(ecc_screening("ECC counters before the runs", counters))
        if self.which(GPU_TOOL) is None:
            reason = f"there is no GPU ({GPU_TOOL} is not installed)"
            not_run += [NotRun("GPU memory test", reason), NotRun("GPU utilisation", reason)]
        elif (gpu_test := self.which(GPU_MEMORY_TEST)) is None:
            not_run.append(NotRun("GPU memory test", f"{GPU_MEMORY_TEST} is not installed"))
        else:
            checks.append(gpu_memory(gpu_test))
        return checks, not_run

    def ecc_errors(self) -> tuple[int, int] | None:
        """The numbers of corrected and uncorrected memory errors; None without counters."""
        controllers = sorted(self.edac.glob("mc[0-9]*"))
        if not controllers:
            return None
        return _total(controllers, "ce_count"), _total(controllers, "ue_count")


def ecc_screening(name: str, counters: tuple[int, int]) -> Screening:
    """Fails for uncorrected errors, which may have changed a result."""
    corrected, uncorrected = counters
    return Screening(
        name,
        passed=uncorrected == 0,
        detail=f"{corrected} errors corrected, {uncorrected} not corrected",
    )


def _total(controllers: list[Path], name: str) -> int:
    texts = [path.read_text() for each in controllers if (path := each / name).is_file()]
    return sum(int(text) for text in texts)


def _memory_test(program: str, memory_mb: int) -> Screening:
    done = subprocess.run(  # noqa: S603 - a program of the system
        [program, f"{memory_mb}M", "1"], capture_output=True, text=True, check=False
    )
    last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no output"]
    detail = (
        f"{memory_mb} MB, one pass" if done.returncode == 0 else f"{last[0]} ({done.returncode})"
    )
    return Screening("memory test", passed=done.returncode == 0, detail=detail)


def _may_set_priority(nice: int) -> bool:
    """Whether this process may set this priority; a short-lived process tries it."""
    command = [sys.executable, "-I", "-S", "-c", _PROBE, str(nice)]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own
    return done.returncode == 0
