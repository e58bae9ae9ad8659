"""Run the proof: `make proof-crash`, or `python -m proofs.crash --runs 20`."""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from .trial import killed, record_whole
from .writers import WRITERS


def main(arguments: list[str] | None = None) -> int:
    """Return 0 where every killed run left the beginning of the true one, 1 where one did not."""
    parser = argparse.ArgumentParser(prog="python -m proofs.crash", description=__doc__)
    parser.add_argument("--runs", type=int, default=200, help="how many are killed (200)")
    parser.add_argument("--seed", type=int, default=0, help="of the moments (0)")
    options = parser.parse_args(arguments)
    random = Random(options.seed)  # noqa: S311 - moments, not secrets
    columns = (*Progress.get_default_columns()[:1], BarColumn(), MofNCompleteColumn())
    found: list[str] = []
    when: Counter[str] = Counter()
    messages: list[int] = []
    with (
        tempfile.TemporaryDirectory(prefix="ghost-crash-") as name,
        Progress(*columns, TimeRemainingColumn(), disable=not sys.stderr.isatty()) as progress,
    ):
        task = progress.add_task("killed runs", total=options.runs)
        wholes: list[tuple[Path, float]] = []
        for writer in WRITERS:
            # ghost: allow[wall-clock] only to choose moments within the run's own length
            start = time.monotonic()
            whole = record_whole(writer, Path(name) / f"whole-{len(wholes)}")
            # ghost: allow[wall-clock] only to choose moments within the run's own length
            wholes.append((whole, time.monotonic() - start))
        for number in range(options.runs):
            writer = WRITERS[number % len(WRITERS)]
            whole, length_s = wholes[number % len(WRITERS)]
            folder = Path(name) / f"run-{number}"
            outcome = killed(writer, folder, whole, random.random() * length_s)
            if outcome.problem is not None:
                found.append(f"run {number}, {writer.name}: {outcome.problem}")
            when[outcome.when] += 1
            messages.append(outcome.messages)
            shutil.rmtree(folder)
            progress.advance(task)
    for each in found:
        print(each, file=sys.stderr)
    moments = ", ".join(f"{count} {moment}" for moment, count in sorted(when.items()))
    print(
        f"{options.runs} runs were killed ({moments}); {len(found)} left something wrong; "
        f"up to {max(messages, default=0):,} messages were saved."
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
