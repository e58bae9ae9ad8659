"""Run the benchmarks, print a table, and write build/bench.json.

python -m benchmarks                  all of them
python -m benchmarks dmath            those of one module
"""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks import MODULES, Result
from project_ghost.core.host import host

OUTPUT = Path(__file__).parents[1] / "build" / "bench.json"


def main() -> int:
    """Measure the chosen modules' benchmarks."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(MODULES))
    chosen = parser.parse_args().modules or list(MODULES)
    unknown = sorted(set(chosen) - set(MODULES))
    if unknown:
        parser.error(f"there is no benchmark module {unknown[0]!r}; there are {', '.join(MODULES)}")
    jobs = [job for name in chosen for job in import_module(f"benchmarks.{name}").BENCHMARKS]
    with Progress(disable=not sys.stderr.isatty(), transient=True) as progress:
        results = [job() for job in progress.track(jobs, description="measuring")]
    _show(results)
    OUTPUT.parent.mkdir(exist_ok=True)
    document = {"host": host(), "benchmarks": [*_others(results), *results]}
    OUTPUT.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    print(f"written to {OUTPUT.relative_to(Path.cwd())}")
    return 0


def _others(results: list[Result]) -> list[Result]:
    """The results of an earlier run for benchmarks that this run left out."""
    if not OUTPUT.exists():
        return []
    measured = {result["name"] for result in results}
    earlier = json.loads(OUTPUT.read_text(encoding="utf-8"))["benchmarks"]
    return [result for result in earlier if result["name"] not in measured]


def _show(results: list[Result]) -> None:
    table = Table(title="benchmarks (ratio: times the speed of the reference, same run)")
    table.add_column("what")
    table.add_column("value", justify="right")
    table.add_column("unit")
    table.add_column("ratio", justify="right")
    table.add_column("to")
    for result in results:
        head = (result["name"], f"{result['value']:,.4g}", result["unit"])
        for reference, ratio in result["ratios"].items():
            table.add_row(*head, f"{ratio:.2f}", reference)
            head = ("", "", "")
        if not result["ratios"]:
            table.add_row(*head)
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
