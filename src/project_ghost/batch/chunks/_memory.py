"""Memory: the most that this process has used, and what the machine has left (Linux)."""

from pathlib import Path

__all__ = ["available_bytes", "fitting", "peak_bytes"]

_KIB = 1024
# Of the memory that is left, this much is given to workers; the rest is for caches of files.
_USED = 0.9
# Assumed of a worker before one has said what it needs.
_FIRST_GUESS = 512 * 1024 * _KIB


def peak_bytes() -> int:
    """Return the most memory that this process has used; 0 where that is unknown."""
    return _kib(Path("/proc/self/status"), "VmHWM:") * _KIB


def available_bytes() -> int | None:
    """Return the memory that processes can still get; None where that is unknown."""
    free = _kib(Path("/proc/meminfo"), "MemAvailable:") * _KIB
    group = _group_bytes()
    found = [each for each in (free or None, group) if each is not None]
    return min(found, default=None)


def fitting(workers: int, peak: int, used: int, available: int | None) -> int:
    """Return how many of so many workers fit into memory, at least one.

    `peak` is what one needs, 0 if unknown. `used` of them are there already, with memory that is
    no longer available.
    """
    if available is None:
        return workers
    each = peak or _FIRST_GUESS
    return max(1, min(workers, int(_USED * (available + used * peak) // each)))


def _kib(path: Path, name: str) -> int:
    try:
        for line in path.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(name):
                return int(line.split()[1])
    except (OSError, ValueError, IndexError):
        pass
    return 0


def _group_bytes() -> int | None:
    """What the control group of this process, such as a container, leaves; None if no limit."""
    try:
        group = Path("/proc/self/cgroup").read_text(encoding="utf-8").rpartition("::")[2].strip()
    except OSError:
        return None
    for folder in (Path("/sys/fs/cgroup") / group.lstrip("/"), Path("/sys/fs/cgroup")):
        try:
            limit = (folder / "memory.max").read_text(encoding="ascii").strip()
            if limit == "max":
                continue
            return max(0, int(limit) - int((folder / "memory.current").read_text("ascii")))
        except (OSError, ValueError):
            continue
    return None
