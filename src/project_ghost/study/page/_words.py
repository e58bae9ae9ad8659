"""Experiments, factors and facts of a study in words."""

import re
from collections.abc import Iterable

from project_ghost.core.duration import duration_text
from project_ghost.study.file._conditions import FACTORS, ProcessMode
from project_ghost.study.results._results import Cell

__all__ = ["cell_words", "fact_words", "factor_words", "level_words", "remark_words"]

_FACTORS = {
    "load": "background load",
    "process": "processes",
    "nice": "nice value",
    "cpus": "CPUs",
    "gpu_load": "GPU load",
    "memory": "memory nodes",
}
_PROCESSES = {
    ProcessMode.FRESH: "fresh processes",
    ProcessMode.REUSED: "one reused process",
    ProcessMode.MIXED: "fresh and reused processes",
}
_SETTINGS = re.compile(rf"\.(?=(?:{'|'.join(FACTORS)})=)")
_FACTS = {
    "cpu": "CPU",
    "cpus": "number of CPUs",
    "gpu": "GPU",
    "libc": "C library",
    "memory_mb": "memory",
    "numba_cpu": "CPU that Numba compiles for",
    "numa_nodes": "NUMA nodes",
    "step_ns": "step",
    "synchronous": "waits for its client",
}


def cell_words(cell: Cell) -> str:
    """The name of an experiment: its scenario, and what differs from the baseline."""
    settings = cell.id.removeprefix(f"{cell.scenario}")
    named = (part.partition("=") for part in _SETTINGS.split(settings)[1:])
    words = [_setting_words(factor, level) for factor, _, level in named]
    return f"{cell.scenario}: {', '.join(words) or 'baseline'}"


def _setting_words(factor: str, level: str) -> str:
    if factor in ("load", "gpu_load", "process"):
        prefix = {"load": "load ", "gpu_load": "GPU load "}.get(factor, "")
        return f"{prefix}{level_words(factor, level)}"
    if factor == "instances":
        return f"{level} at once"
    return f"{_FACTORS.get(factor, factor).removesuffix(' value')} {level}"


def factor_words(factor: str) -> str:
    """The name of a factor."""
    return _FACTORS.get(factor, factor)


def level_words(factor: str, level: str) -> str:
    """A level of a factor, with its unit."""
    if factor in ("load", "gpu_load"):
        return f"{level} %"
    if factor == "process":
        return _PROCESSES.get(ProcessMode(level), level) if level in set(ProcessMode) else level
    return re.sub(r" at load (\d+)$", r" at load \1 %", level)


def remark_words(remark: str, cells: Iterable[Cell]) -> str:
    """A remark with the experiment that it begins with in words."""
    for cell in cells:
        if remark.startswith(f"{cell.id}: "):
            return f"{cell_words(cell)}: {remark.removeprefix(f'{cell.id}: ')}"
    return remark


def fact_words(name: str, value: object) -> tuple[str, str]:
    """The name and the value of a fact about the simulator or the machine."""
    words = _FACTS.get(name, name.replace("_", " "))
    if name.endswith("_ns") and isinstance(value, int):
        return words, duration_text(value)
    if name == "memory_mb" and isinstance(value, int | float):
        return words, f"{value:,.0f} MB"
    if isinstance(value, bool):
        return words, "yes" if value else "no"
    return words, str(value)
