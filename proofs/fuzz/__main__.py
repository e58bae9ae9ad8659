"""Run the proof: `make fuzz`, or `python -m proofs.fuzz --cases 1000 --processes 0`."""

import argparse
import resource
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from .seeds import seed_failures
from .targets import TARGETS
from .trial import MEMORY_FREE, as_process, in_process, known

KEPT = Path("build/fuzz")
_SHARES = [target for target in TARGETS for _ in range(target.share)]


class Case(NamedTuple):
    """A broken file and the command that reads it."""

    number: int
    command: list[str]
    broken: Path
    output: Path


def cases(folder: Path, first: int, count: int) -> Iterator[Case]:
    """The cases of these numbers: each is a function of its number alone."""
    goods = {target.name: target.make(_made(folder / target.name)) for target in TARGETS}
    for number in range(first, first + count):
        random = Random(number)  # noqa: S311 - broken files, not secrets
        target = _SHARES[number % len(_SHARES)]
        good = random.choice(goods[target.name])
        broken, output = folder / f"broken{good.suffix}", folder / "output"
        broken.write_bytes(target.broken(good.read_bytes(), random))
        command = target.commands(random, broken, good, output)
        if not known(command):
            command = ["info", str(broken)]  # a command that this version has not
        yield Case(number, command, broken, output)


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def wrong(case: Case, attempt: Callable[[list[str], int], str | None]) -> str | None:
    """The mistake in how a case ended, if any; its output is removed."""
    found = attempt(case.command, case.broken.stat().st_size)
    left = sorted(each.name for each in case.output.parent.glob("*.part"))
    if found is None and left:
        found = f"it left {', '.join(left)}"
    for each in (case.output, *sorted(case.output.parent.glob("*.part"))):
        if each.is_dir():
            shutil.rmtree(each)
        else:
            each.unlink(missing_ok=True)
    return found


def failures(
    folder: Path,
    first: int,
    count: int,
    attempt: Callable[[list[str], int], str | None],
    tell: Callable[[], object] = lambda: None,
) -> list[str]:
    """The cases that ended wrongly, with their files kept under build/."""
    found = []
    for case in cases(folder, first, count):
        problem = wrong(case, attempt)
        if problem is not None:
            KEPT.mkdir(parents=True, exist_ok=True)
            kept = KEPT / f"{case.number}{case.broken.suffix}"
            shutil.copyfile(case.broken, kept)
            command = " ".join(case.command).replace(str(case.broken), str(kept))
            found.append(f"case {case.number}: ghost {command}\n  {problem}")
        tell()
    return found


def main(arguments: list[str] | None = None) -> int:
    """Return 0 where every case ended well, 1 where one did not."""
    parser = argparse.ArgumentParser(prog="python -m proofs.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000, help="in this process (20000)")
    parser.add_argument("--processes", type=int, default=200, help="as processes (200)")
    parser.add_argument("--first", type=int, default=0, help="the first case's number (0)")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    columns = (*Progress.get_default_columns()[:1], BarColumn(), MofNCompleteColumn())
    with (
        tempfile.TemporaryDirectory(prefix="ghost-fuzz-") as name,
        Progress(*columns, TimeRemainingColumn(), disable=not sys.stderr.isatty()) as progress,
    ):
        folder = Path(name)
        task = progress.add_task("broken files", total=options.cases + options.processes)
        step = lambda: progress.advance(task)  # noqa: E731 - one line says it
        before = _peak_bytes()
        found = failures(folder, options.first, options.cases, in_process, step)
        grown = _peak_bytes() - before
        if grown > MEMORY_FREE:
            found.append(f"memory grew by {grown:_} bytes")
        # After the memory was measured: making them takes much.
        found += seed_failures(_made(folder / "seeds"), as_process)
        start = options.first + options.cases
        found += failures(folder, start, options.processes, as_process, step)
    for each in found:
        print(each, file=sys.stderr)
    print(
        f"All seeds, {options.cases} broken files in one process, {options.processes} in processes "
        f"of their own: {len(found)} ended wrongly; memory grew by {grown / 1e6:.0f} MB."
    )
    return 1 if found else 0


def _peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    sys.exit(main())
