"""Placement of memory on NUMA nodes, as `numactl --membind` does it.

The policy belongs to the process and is inherited by the programs that it starts, so a worker
sets it itself. That needs Linux, and neither numactl nor libnuma.
"""

import ctypes
import os
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from project_ghost.core.errors import RunError

__all__ = ["ONLINE_NODES", "bind_memory", "may_bind_memory", "nodes_of", "online_nodes"]

ONLINE_NODES = Path("/sys/devices/system/node/online")
_SET_MEMPOLICY = {"x86_64": 238, "aarch64": 237}
_BIND = 2
_NODES_MAX = 1024
_PROBE = (
    "import sys; from project_ghost.study.machine._memory import bind_memory; "
    "bind_memory([int(word) for word in sys.argv[1:]])"
)


def nodes_of(text: str) -> tuple[int, ...]:
    """The NUMA nodes that `memory` names; empty for any."""
    return () if text == "any" else tuple(sorted({int(part) for part in text.split(",")}))


def online_nodes(path: Path = ONLINE_NODES) -> tuple[int, ...]:
    """The NUMA nodes of this machine; empty if the system does not say."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except OSError:
        return ()
    nodes: list[int] = []
    for first, last in re.findall(r"([0-9]+)(?:-([0-9]+))?", text):
        nodes += range(int(first), int(last or first) + 1)
    return tuple(nodes)


def bind_memory(nodes: Sequence[int]) -> None:
    """Let this process, and the programs that it starts, get memory from these nodes only."""
    number = _SET_MEMPOLICY.get(platform.machine())
    if number is None or sys.platform != "linux":
        raise RunError("memory cannot be placed on this system", "bind_memory", "Linux")
    bits = 8 * ctypes.sizeof(ctypes.c_ulong)
    mask = (ctypes.c_ulong * (_NODES_MAX // bits))()
    for node in nodes:
        mask[node // bits] |= 1 << (node % bits)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, _BIND, mask, ctypes.c_ulong(_NODES_MAX + 1)):
        reason = os.strerror(ctypes.get_errno())
        raise RunError(f"memory cannot be placed on the nodes {list(nodes)}: {reason}")


def may_bind_memory(nodes: Sequence[int]) -> bool:
    """Whether this process may place memory so; a short-lived process tries it."""
    command = [sys.executable, "-c", _PROBE, *map(str, nodes)]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own
    return done.returncode == 0
