"""Run the proof: `make proof-crash`, or `python -m proofs.crash --runs 20`."""

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from .trial import killed, record_whole
from .writers import WRITERS

# Longer than the writing of a chunk takes, so that every moment between two can be hit.
_DELAY_MAX_S = 0.02


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
        wholes = [
            record_whole(writer, Path(name) / f"whole-{i}") for i, writer in enumerate(WRITERS)
        ]
        for number in range(options.runs):
            i = number % len(WRITERS)
            folder = Path(name) / f"run-{number}"
            share, delay_s = random.random(), random.random() * _DELAY_MAX_S
            outcome = killed(WRITERS[i], folder, wholes[i], share, delay_s)
            if outcome.problem is not None:
                found.append(f"run {number}, {WRITERS[i].name}: {outcome.problem}")
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
