"""Run the proof: `make proof-peers`, or `python -m proofs.peers sumo --write`.

Each simulator is studied as `examples/studies` says, in fresh processes and in one. What
comes out must be what docs/study-simulators.md tells; `--write` puts the table there.
"""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from project_ghost.study import Cell, StudyResult, load_study, run_study
from project_ghost.study.page import write_report

from .expected import EXPECTED, MODULES, Expectation

_ROOT = Path(__file__).parents[2]
_PAGE = _ROOT / "docs" / "study-simulators.md"
_BEGIN, _END = "<!-- table: make proof-peers -->", "<!-- end of the table -->"


def main(arguments: list[str] | None = None) -> int:
    """Return 0 where all came out as expected, 1 where something did not."""
    parser = argparse.ArgumentParser(prog="python -m proofs.peers", description=__doc__)
    parser.add_argument("simulators", nargs="*", metavar="NAME", help=", ".join(EXPECTED))
    parser.add_argument("--output", type=Path, default=Path("build/proof-peers"))
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args(arguments)
    names = options.simulators or list(EXPECTED)
    missing = [name for name in names if find_spec(MODULES[name]) is None]
    if missing:
        print(f"not installed: {', '.join(missing)}; `make study-peers` installs them")
        return 1
    rows: list[str] = []
    wrong: list[str] = []
    for name in names:
        study = load_study(_ROOT / "examples" / "studies" / f"{name}.yaml")
        result = run_study(study, options.output / name, force=True)
        if not result.complete:
            return 130  # interrupted
        written = write_report(options.output / name)
        print(f"{name}: {written.verdict} {written.page}")
        for scenario in result.scenarios:
            rows.append(_row(name, scenario, result))
            wrong += _wrong(EXPECTED[name][scenario], result, scenario)
    table = "\n".join(["| simulator | repeats begin | fresh processes | one process |",
                       "|---|---|---|---|", *rows])  # fmt: skip
    print(table)
    if options.write:
        _write(table)
    for line in wrong:
        print(f"NOT AS EXPECTED: {line}", file=sys.stderr)
    return 1 if wrong else 0


def _cells(result: StudyResult, scenario: str) -> tuple[Cell, Cell]:
    fresh, reused = (
        next(c for c in result.cells if c.scenario == scenario and c.conditions.process == mode)
        for mode in ("fresh", "reused")
    )
    return fresh, reused


def _row(name: str, scenario: str, result: StudyResult) -> str:
    fresh, reused = _cells(result, scenario)
    version = str(fresh.facts.get("version", "")).removeprefix("SUMO ")
    shifted = "" if not (fresh.report.identical and reused.report.identical) else (
        ", as fresh" if reused.as_baseline else ", but not as fresh"
    )  # fmt: skip
    expectation = EXPECTED[name][scenario]
    return (
        f"| {name} {version} | {expectation.begins} | {_told(fresh)} | {_told(reused)}{shifted} |"
    )


def _told(cell: Cell) -> str:
    report = cell.report
    if report.identical:
        return f"identical ({report.repeats})"
    return f"max sigma {report.max_sigma_m:.2g} m ({report.repeats})"


def _wrong(expectation: Expectation, result: StudyResult, scenario: str) -> list[str]:
    found = []
    for mode, cell in zip(("fresh", "reused"), _cells(result, scenario), strict=True):
        wanted: bool | None = getattr(expectation, mode)
        if wanted is not None and cell.report.identical is not wanted:
            is_so = "identical" if cell.report.identical else "not identical"
            found.append(f"{result.name}, {scenario}, {mode}: {is_so}")
        if cell.failed:
            found.append(f"{result.name}, {scenario}, {mode}: {cell.failed[0]}")
    return found


def _write(table: str) -> None:
    text = _PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    _PAGE.write_text(f"{before}{_BEGIN}\n\n{table}\n\n{_END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
