"""Run the proof: `make proof-engine`, or `python -m proofs.engine --graphs 60`."""

import argparse
import sys
import time

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from .comparison import TICKS, differences
from .graphs import Description, any_descriptions


def main(arguments: list[str] | None = None) -> int:
    """Return 0 where all graphs agree, 1 where one does not; it is shown at its smallest."""
    parser = argparse.ArgumentParser(prog="python -m proofs.engine", description=__doc__)
    parser.add_argument("--graphs", type=int, default=500, help="how many (500)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (0)")
    options = parser.parse_args(arguments)
    columns = (*Progress.get_default_columns()[:1], BarColumn(), MofNCompleteColumn())
    counts = {"graphs": 0, "components": 0}
    # ghost: allow[wall-clock] only to tell how long the proof took
    start = time.monotonic()
    with Progress(*columns, TimeRemainingColumn()) as progress:
        task = progress.add_task("random graphs", total=options.graphs)

        @seed(options.seed)
        @settings(
            max_examples=options.graphs,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        )
        @given(any_descriptions, st.integers(0, 2**32))
        def agree(description: Description, run_seed: int) -> None:
            found = differences(description, run_seed)
            counts["graphs"] += 1
            counts["components"] += len(description.components)
            progress.advance(task)
            assert not found, "\n".join(found)

        try:
            agree()
        except AssertionError as error:
            notes = "\n".join(getattr(error, "__notes__", []))
            print(f"interpreted and compiled differ:\n{error}\n{notes}", file=sys.stderr)
            return 1
    print(
        f"{counts['graphs']} random graphs of {counts['components']} components, {TICKS} ticks "
        f"each: interpreted and compiled agree in every link and every bit, "
        # ghost: allow[wall-clock] only to tell how long the proof took
        f"in {time.monotonic() - start:.0f} s."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
