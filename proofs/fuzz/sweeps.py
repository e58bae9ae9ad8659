"""Results of sweeps from elsewhere: tables, plans, scenes and parts."""

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pyarrow
from pyarrow import parquet

from project_ghost.batch import InProcess
from project_ghost.results import open_store, parquet_of
from project_ghost.sweep import open_sweep, parse_sweep, plan_sweep, run_sweep

from .mutation import mutated, mutated_text

_STORE = "results"
# Cells that a reader may not expect.
_NUMBERS: tuple[Any, ...] = (None, float("nan"), float("inf"), -float("inf"), 1e308, -0.0, 5e-324)
_INTEGERS = (None, 0, -1, 2**63 - 1, -(2**63))
_TEXTS = (None, "", "failed", "../../x", "\x1b[31m<b>&\u202e", "a" * 5000, "\n\n", "0")
_SWEEP = """\
scenarios: [t-junction-1]
seeds: 2
set: {duration: 300ms}
parameters: {actors.car1.speed_mps: [4, 5]}
"""


def make_sweeps(folder: Path) -> list[Path]:
    """A complete sweep and one of which only the parts are there; each file is broken in turn."""
    root = folder / "whole" / _STORE
    if not root.exists():
        plan = plan_sweep(parse_sweep(_SWEEP))
        run_sweep(plan, open_store(root), InProcess(), execution="interpreted")
    parts = folder / "parts" / _STORE
    shutil.copytree(root, parts, dirs_exist_ok=True)
    for name in ("complete.json", "runs.parquet", "metrics.parquet"):
        (parts / name).unlink(missing_ok=True)
    return sorted(path for each in (root, parts) for path in each.rglob("*") if path.is_file())


def break_sweep(data: bytes, random: Random) -> bytes:
    """A file of a sweep that is broken anywhere; texts stay texts, and most tables are tables."""
    if data.startswith(b"{"):
        return mutated_text(data, random)
    return _with_other_cells(data, random) if random.random() < 0.7 else mutated(data, random)


def _with_other_cells(data: bytes, random: Random) -> bytes:
    table = parquet.read_table(pyarrow.BufferReader(data))
    for _ in range(random.randint(1, 4)):
        if not table.num_columns:
            break
        place = random.randrange(table.num_columns)
        kind, cells = table.schema.field(place).type, table.column(place).to_pylist()
        if random.random() < 0.1:
            table = table.remove_column(place)
            continue
        chosen = _NUMBERS if pyarrow.types.is_floating(kind) else _INTEGERS
        if pyarrow.types.is_string(kind):
            chosen = _TEXTS
        for i in range(len(cells)):
            if random.random() < 0.5:
                cells[i] = random.choice(chosen)
        table = table.set_column(place, table.schema.field(place), pyarrow.array(cells, kind))
    return parquet_of(table)


def sweep_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the store with the broken file in it."""
    root = next(parent for parent in good.parents if parent.name == _STORE)
    copy = output.with_name("broken-results")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root, copy)
    (copy / good.relative_to(root)).write_bytes(broken.read_bytes())
    run = open_sweep(root).plan.column("id")[0].as_py()
    again = ["sweep", "rerun", str(copy), run, "-o", str(output), "--exec", "interpreted"]
    return random.choice(
        (
            ["sweep", "report", str(copy), "-o", str(output)],
            ["sweep", "compare", str(copy), str(root)],
            ["sweep", "compare", str(root), str(copy)],
            ["sweep", "finish", str(copy)],
            ["sweep", "copy", str(copy), str(output)],
            again,
        )
    )
