"""Run the proof: `make proof-study`, or `python -m proofs.study --repeats 50 --fresh 4`.

Six tests under five background loads, 1,000 repeats each, 20 of them in processes of their
own: all repeats of a test must be the same bits, under every load.
"""

import argparse
import os
import sys
import time
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

from project_ghost.cli.terminal._work_progress import work_progress
from project_ghost.study import Cell, StudyResult, load_study, planned_experiments, run_study

from .compiled import compile_scenes

STUDY = Path(__file__).with_name("t-junction.yaml")
LIMIT_S = 1800.0


def main(arguments: list[str] | None = None) -> int:
    """Return 0 where every cell is exactly the same, 1 where one is not or too few were run."""
    parser = argparse.ArgumentParser(prog="python -m proofs.study", description=__doc__)
    parser.add_argument("--repeats", type=int, default=1000, help="of each cell (1000)")
    parser.add_argument("--fresh", type=int, default=20, help="of them in fresh processes (20)")
    parser.add_argument("--only", default="*", help="experiments by id, such as '*.load=95'")
    parser.add_argument("-o", "--output", type=Path, default=Path("build/proof-study"))
    parser.add_argument("--resume", action="store_true", help="continue instead of starting again")
    options = parser.parse_args(arguments)
    study = load_study(STUDY)
    stages = [stage for stage in study.repeats if stage < options.repeats]
    study = replace(study, repeats=(*stages, options.repeats), fresh_repeats=options.fresh)
    # ghost: allow[wall-clock] the elapsed time is printed
    begun_s = time.perf_counter()
    plan = [each for each in planned_experiments(study) if fnmatch(each.id, options.only)]
    compile_scenes(study, {each.scenario.name for each in plan})
    # ghost: allow[wall-clock] as above
    compiled_s = time.perf_counter() - begun_s
    print(f"compiled, or found to be, in {compiled_s:.0f} s", flush=True)
    with work_progress(study.name, "repeats") as progress:
        result = run_study(
            study, options.output, only=options.only, force=not options.resume, progress=progress
        )
    # ghost: allow[wall-clock] as above
    took_s = time.perf_counter() - begun_s
    problems = [problem for cell in result.cells for problem in _problems(cell, options)]
    if len(result.cells) < len(plan) or not result.complete:
        problems.append(f"{len(result.cells)} of {len(plan)} experiments were run")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(_summary(result, took_s, compiled_s))
    return 1 if problems else 0


def _problems(cell: Cell, options: argparse.Namespace) -> list[str]:
    found = []
    if not cell.report.identical or cell.report.max_sigma_m != 0.0:
        found.append(f"not the same: max sigma {cell.report.max_sigma_m!r} m")
    if cell.as_baseline is False:
        found.append("not the same as without load")
    if str(cell.facts.get("state_digest", "")).endswith("different"):
        found.append("the states differ where the traces do not")
    # At most half of them are fresh.
    if cell.repeats < options.repeats or cell.fresh < min(options.fresh, options.repeats // 2):
        found.append(f"{cell.repeats} repeats, {cell.fresh} of them in fresh processes")
    return [f"{cell.id}: {each}" for each in found]


def _summary(result: StudyResult, took_s: float, compiled_s: float) -> str:
    repeats = sum(cell.repeats for cell in result.cells)
    fresh = sum(cell.fresh for cell in result.cells)
    worst = max((cell.report.max_sigma_m for cell in result.cells), default=0.0)
    identical = sum(cell.report.identical for cell in result.cells)
    loads: dict[int, list[float]] = {}
    for cell in result.cells:
        if cell.usage.reached_load_percent is not None:
            loads.setdefault(cell.conditions.load_percent, []).append(
                cell.usage.reached_load_percent
            )
    reached = ", ".join(f"{sum(v) / len(v):.0f} % for {k} %" for k, v in sorted(loads.items()))
    return (
        f"{len(result.cells)} cells, {repeats:,} repeats, {fresh:,} of them in fresh processes, on "
        f"{os.cpu_count()} CPUs in {took_s / 60.0:.1f} minutes (at most {LIMIT_S / 60.0:.0f} are "
        f"wanted for the whole of it), {compiled_s:.0f} s of them to have machine code.\n"
        f"{identical} cells identical; max sigma {worst!r} m. "
        f"Background utilisation reached: {reached}."
    )


if __name__ == "__main__":
    raise SystemExit(main())
