"""Run the proof: `make proof-control`, or `python -m proofs.control leftover`.

A study of each fault of the positive control. It must find the fault, name the factor that
brings it out and no other, and find nothing where there is no fault.
"""

import argparse
import sys
from pathlib import Path

from project_ghost.study import StudyResult, run_study
from project_ghost.study.simulators.control import FAULTS

from .studies import named_factors, study_of

# A machine that is busy with something else brings out `late-steps` without our load.
_QUIET_PERCENT = 20.0


def main(arguments: list[str] | None = None) -> int:
    """Return 0 where every fault was found and its factor named, 1 where one was not."""
    parser = argparse.ArgumentParser(prog="python -m proofs.control", description=__doc__)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=", ".join(FAULTS))
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--output", type=Path, default=Path("build/proof-control"))
    options = parser.parse_args(arguments)
    failed = 0
    for fault in options.faults or FAULTS:
        folder = options.output / fault
        result = run_study(study_of(fault, options.repeats, folder / "slots"), folder, force=True)
        if not result.complete:
            return 130  # interrupted
        verdict = _verdict(fault, result)
        failed += verdict == "WRONG"
        named = ", ".join(named_factors(result)) or "nothing"
        largest_m = max(cell.report.max_sigma_m for cell in result.cells)
        print(
            f"{verdict:<10} {fault:<13} named: {named:<22} max sigma {largest_m:.3g} m", flush=True
        )
    return 1 if failed else 0


def _verdict(fault: str, result: StudyResult) -> str:
    if named_factors(result) == ((FAULTS[fault],) if FAULTS[fault] else ()):
        return "found" if FAULTS[fault] else "clean"
    busy = max(cell.usage.reached_load_percent or 0.0 for cell in result.cells if cell.is_baseline)
    if FAULTS[fault] == "load" and busy > _QUIET_PERCENT:
        return "not judged"
    return "WRONG"


if __name__ == "__main__":
    sys.exit(main())
