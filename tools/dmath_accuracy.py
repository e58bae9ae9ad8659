"""Measure the worst error of every function of `dmath` against mpmath.

    python tools/dmath_accuracy.py             the full measurement: a million arguments each
    python tools/dmath_accuracy.py -n 10000    a quick look
    python tools/dmath_accuracy.py --write     also put the table into docs/dmath.md

An error is given in units in the last place (ulp) of the true value. Exit code 1 if a
function is worse than its limit.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from mpmath import mp, mpf
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from project_ghost.core.dmath import arrays
from project_ghost.core.randomness import RandomSource

# Below 1 everywhere, and close to what was measured: a step of an algorithm that falls away
# shows here.
LIMITS_ULP = {
    "sin": 0.80,
    "cos": 0.80,
    "tan": 0.87,
    "asin": 0.66,
    "acos": 0.62,
    "atan": 0.70,
    "atan2": 0.68,
    "sinh": 0.60,
    "cosh": 0.52,
    "tanh": 0.58,
    "expm1": 0.58,
    "exp": 0.76,
    "log": 0.75,
    "log1p": 0.73,
    "pow": 0.76,
    "cbrt": 0.51,
    "hypot": 0.76,
    "sqrt": 0.5,
    "wrap_angle": 0.51,
}

DOCUMENT = Path(__file__).parents[1] / "docs" / "dmath.md"
MARKS = ("<!-- accuracy table: begin -->", "<!-- accuracy table: end -->")
COMMAND = "make accuracy"
CHUNK = 20_000

Floats = NDArray[np.float64]
Sampler = Callable[[RandomSource, int], Floats]

# The working precision of mpmath: far beyond 53 bits, and for reductions of huge angles
# to one turn beyond the exponent range too.
PRECISION = 140
WRAP_PRECISION = 1300


def span(low: float, high: float) -> Sampler:
    """Arguments spread evenly between two bounds."""

    def sample(source: RandomSource, n: int) -> Floats:
        return np.asarray(low + (high - low) * source.uniforms(0, n, 1)[:, 0])

    return sample


def scales(low: float, high: float, signs: tuple[float, ...] = (1.0, -1.0)) -> Sampler:
    """Arguments of all magnitudes from 2**low to 2**high, of the given signs."""

    def sample(source: RandomSource, n: int) -> Floats:
        draws = source.uniforms(0, n, 2)
        sizes = np.ldexp(1.0 + draws[:, 0], np.floor(low + (high - low) * draws[:, 1]).astype(int))
        return np.asarray(sizes * np.resize(np.array(signs), n))

    return sample


def around(points: list[float], radius_ulp: int = 200) -> Sampler:
    """Arguments within some ulp of places where the algorithm changes branch."""

    def sample(source: RandomSource, n: int) -> Floats:
        steps = np.floor(source.uniforms(0, n, 1)[:, 0] * (2 * radius_ulp + 1)) - radius_ulp
        centres = np.resize(np.array(points), n)
        return np.asarray(centres + steps * np.spacing(np.abs(centres)))

    return sample


POSITIVE = (1.0,)
SUBNORMAL = scales(-1074, -1022)


@dataclass(frozen=True)
class Subject:
    """A function, its true value, and where to look: one sampler per argument and region."""

    name: str
    truth: Callable[..., mpf]
    regions: tuple[tuple[Sampler, ...], ...]
    precision: int = PRECISION


def _wrapped(x: mpf) -> mpf:
    return x - 2 * mp.pi * mp.nint(x / (2 * mp.pi))


HUGE = (scales(20, 1023),)
TURNS = [math.pi / 4 * n for n in range(1, 33)]

SUBJECTS = (
    *(
        Subject(
            name,
            truth,
            (
                (span(-0.8, 0.8),),
                (span(-100, 100),),
                (scales(-40, 20),),
                HUGE,
                (around([*TURNS, 1647099.0, 2.0**-27]),),
                (SUBNORMAL,),
            ),
        )
        for name, truth in (("sin", mp.sin), ("cos", mp.cos), ("tan", mp.tan))
    ),
    *(
        Subject(
            name,
            truth,
            (
                (span(-1, 1),),
                (lambda source, n: 1.0 - scales(-52, -1, POSITIVE)(source, n),),
                (lambda source, n: scales(-52, -1, POSITIVE)(source, n) - 1.0,),
                (scales(-60, -1),),
                (around([0.5, -0.5, 2.0**-27]),),
                (SUBNORMAL,),
            ),
        )
        for name, truth in (("asin", mp.asin), ("acos", mp.acos))
    ),
    Subject(
        "atan",
        mp.atan,
        (
            (span(-3, 3),),
            (scales(-60, 70),),
            (scales(-1022, 1023),),
            (around([0.4375, 0.6875, 1.1875, 2.4375]),),
            (SUBNORMAL,),
        ),
    ),
    Subject(
        "atan2",
        mp.atan2,
        (
            (span(-3, 3), span(-3, 3)),
            (scales(-20, 20), scales(-20, 20)),
            (scales(-1074, 1023), scales(-1074, 1023)),
            (scales(-1074, -1000), scales(-1074, -1000)),
            (scales(990, 1023), scales(990, 1023)),
        ),
    ),
    *(
        Subject(
            name,
            truth,
            (
                (span(-3, 3),),
                (span(-711, 711),),
                (scales(-60, 9),),
                (around([0.125, 0.25, 0.5, 20.0, 22.0, 709.78]),),
                (SUBNORMAL,),
            ),
        )
        for name, truth in (
            ("sinh", mp.sinh),
            ("cosh", mp.cosh),
            ("tanh", mp.tanh),
            ("expm1", mp.expm1),
        )
    ),
    Subject(
        "exp",
        mp.exp,
        (
            (span(-1, 1),),
            (span(-746, 710),),
            (span(-746, -707),),
            (scales(-60, 9),),
            (around([math.log(2) * n / 256 for n in range(1, 600, 2)]),),
        ),
    ),
    Subject(
        "log",
        mp.log,
        (
            (span(0.5, 2),),
            (span(0.98, 1.02),),
            (scales(-1074, 1023, POSITIVE),),
            (around([(2 * i + 1) / 256 for i in range(90, 182)]),),
        ),
    ),
    Subject(
        "log1p",
        mp.log1p,
        (
            (span(-1, 1),),
            (span(-0.02, 0.02),),
            (scales(-80, 1023, POSITIVE),),
            (scales(-80, -1, (-1.0,)),),
            (lambda source, n: scales(-52, -1, POSITIVE)(source, n) - 1.0,),
            (around([(2 * i + 1) / 256 - 1 for i in range(90, 182)]),),
        ),
    ),
    Subject(
        "pow",
        mp.power,
        (
            (span(0.01, 10), span(-20, 20)),
            (scales(-1074, 1023, POSITIVE), span(-1, 1)),
            (span(0.99, 1.01), scales(5, 16)),
            (scales(-3, 3, POSITIVE), scales(0, 8)),
            (scales(-30, 30, POSITIVE), lambda _source, n: np.resize([2.0, 3.0, -1.0, 0.5], n)),
        ),
    ),
    Subject(
        "cbrt",
        lambda x: mp.sign(x) * mp.cbrt(abs(x)),
        ((span(-10, 10),), (scales(-1022, 1023),), (SUBNORMAL,)),
    ),
    Subject(
        "hypot",
        mp.hypot,
        (
            (span(-10, 10), span(-10, 10)),
            (scales(-30, 30), scales(-30, 30)),
            (scales(-1074, -900), scales(-1074, -900)),
            (scales(900, 1022), scales(900, 1022)),
        ),
    ),
    Subject("sqrt", mp.sqrt, ((span(0, 10),), (scales(-1074, 1023, POSITIVE),))),
    Subject(
        "wrap_angle",
        _wrapped,
        ((span(-100, 100),), (around(TURNS),), (scales(0, 20),), HUGE),
        WRAP_PRECISION,
    ),
)


@dataclass(frozen=True)
class Worst:
    """The largest error found, and where."""

    name: str
    count: int
    error_ulp: float
    arguments: tuple[float, ...]


def error_in_ulp(value: float, truth: mpf) -> float:
    """The distance from the truth, in units of the truth's last place."""
    if math.isinf(value):
        return 0.0 if abs(truth) >= mpf(2) ** 1024 * (1 - mpf(2) ** -54) else math.inf
    if truth == 0:
        return 0.0 if value == 0.0 else math.inf
    exponent = max(int(mp.frexp(truth)[1]) - 53, -1074)
    return float(abs(mpf(value) - truth) * mpf(2) ** -exponent)


def measure(subject: Subject, chunk: int, count: int) -> Worst:
    """The worst error over `count` arguments, spread over the regions; chunks differ."""
    worst, measured = -1.0, 0
    place: tuple[float, ...] = ()
    for number, samplers in enumerate(subject.regions):
        size = count // len(subject.regions)
        # ghost: allow[dynamic-label] one stream a region; nothing is simulated
        root = RandomSource(seed=chunk).child(subject.name).child(str(number))
        # ghost: allow[dynamic-label] as above
        columns = [sample(root.child(f"argument {i}"), size) for i, sample in enumerate(samplers)]
        values = getattr(arrays, subject.name)(*columns)
        with mp.workprec(subject.precision):
            for row in zip(values.tolist(), *(c.tolist() for c in columns), strict=True):
                error = error_in_ulp(row[0], subject.truth(*(mpf(x) for x in row[1:])))
                if error > worst:
                    worst, place = error, row[1:]
        measured += size
    return Worst(subject.name, measured, worst, place)


def measure_all(count: int, jobs: int) -> Iterator[Worst]:
    """The worst of each function, in order, measured in parallel with a progress bar."""
    chunks = max(1, -(-count // CHUNK))
    size = -(-count // chunks)
    with ProcessPoolExecutor(jobs) as pool, Progress(disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("measuring", total=len(SUBJECTS) * chunks)
        for number, subject in enumerate(SUBJECTS):
            found = []
            for part in pool.map(partial(_measure_by_number, number, size), range(chunks)):
                found.append(part)
                progress.advance(task)
            top = max(found, key=lambda worst: worst.error_ulp)
            yield Worst(subject.name, sum(w.count for w in found), top.error_ulp, top.arguments)


def _measure_by_number(number: int, size: int, chunk: int) -> Worst:
    return measure(SUBJECTS[number], chunk, size)


def markdown(results: list[Worst]) -> str:
    """The table as it stands in the documentation."""
    lines = ["| function | arguments | worst error (ulp) | at |", "| --- | ---: | ---: | --- |"]
    for w in results:
        place = ", ".join(repr(x) for x in w.arguments)
        lines.append(f"| `{w.name}` | {w.count:,} | {w.error_ulp:.3f} | `{place}` |")
    return "\n".join(lines)


def show(results: list[Worst]) -> None:
    """The table for a terminal."""
    table = Table(title="dmath against mpmath")
    table.add_column("function")
    table.add_column("arguments", justify="right")
    table.add_column("worst error (ulp)", justify="right")
    table.add_column("at")
    for w in results:
        place = ", ".join(repr(x) for x in w.arguments)
        table.add_row(w.name, f"{w.count:,}", f"{w.error_ulp:.4f}", place)
    Console().print(table)


def main() -> int:
    """Measure, show, and say whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=1_050_000, help="arguments for each function")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the table into docs/dmath.md")
    arguments = parser.parse_args()
    results = list(measure_all(arguments.n, arguments.jobs))
    show(results)
    if arguments.write:
        text = DOCUMENT.read_text(encoding="utf-8")
        before, after = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
        new = f"{before}{MARKS[0]}\n{markdown(results)}\n{MARKS[1]}{after}"
        DOCUMENT.write_text(new, encoding="utf-8")
        print(f"the table is in {DOCUMENT.name}")
    bad = [w.name for w in results if w.error_ulp > LIMITS_ULP[w.name]]
    if bad:
        print(f"worse than the limit: {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
