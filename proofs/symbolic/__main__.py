"""Run the proof: `make proof-symbolic`, or `python -m proofs.symbolic --arguments 3000`."""

import argparse
import sys
import time

from project_ghost.core import dmath
from project_ghost.core.wording import counted

from .components import compared
from .dmath_bits import ARGUMENTS, differing
from .graphs import any_graphs, checked, random_graph
from .library import shipped
from .loops import LOOPS, PERIODS, differing_ways, native_difference

INPUTS = 400
GRAPHS = 40


def main(given: list[str] | None = None) -> int:
    """Return 0 where no bit differs, 1 where one does."""
    parser = argparse.ArgumentParser(prog="python -m proofs.symbolic", description=__doc__)
    add = parser.add_argument
    add("--arguments", type=int, default=ARGUMENTS, help=f"of each function ({ARGUMENTS})")
    add("--inputs", type=int, default=INPUTS, help=f"of each component ({INPUTS})")
    add("--graphs", type=int, default=GRAPHS, help=f"how many of each kind ({GRAPHS})")
    options = parser.parse_args(given)
    # ghost: allow[wall-clock] only to tell how long the proof took
    start = time.monotonic()
    problems = [
        *_functions(options.arguments),
        *_components(options.inputs),
        *_graphs(options.graphs),
        *_loops(),
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    # ghost: allow[wall-clock] only to tell how long the proof took
    seconds = time.monotonic() - start
    verdict = counted(len(problems), "difference") if problems else "no bit differs"
    print(f"{verdict}, in {seconds:.0f} s.")
    return 1 if problems else 0


def _functions(count: int) -> list[str]:
    problems = [text for name in dmath.__all__ for text in differing(name, count)]
    print(f"{len(dmath.__all__)} functions of dmath, {count:,} arguments and special ones each")
    return problems


def _components(inputs: int) -> list[str]:
    verdicts = [compared(kind, inputs) for kind in shipped()]
    for each in verdicts:
        print(f"  {each.name:<18} {each.text}")
    exported = [each for each in verdicts if not each.refusal]
    numbers = sum(each.numbers for each in exported)
    print(
        f"{len(exported)} of {len(verdicts)} Blocks and Kernels, {inputs} inputs of each function: "
        f"{numbers:,} numbers"
    )
    return [f"{each.name}: {each.text}" for each in verdicts if each.difference]


def _graphs(count: int) -> list[str]:
    found = [checked(random_graph(number), PERIODS) for number in range(count)]
    print(f"{count} random graphs: {sum(each.numbers for each in found):,} numbers")
    others = any_graphs(count, PERIODS)
    cut = sum(each.cut for each in others)
    print(
        f"{len(others)} graphs of any wiring: {sum(each.numbers for each in others):,} numbers, "
        f"{counted(cut, 'component')} cut"
    )
    return [each.difference for each in (*found, *others) if each.difference]


def _loops() -> list[str]:
    problems = []
    for name in LOOPS:
        ways = differing_ways(name)
        ways["native, one hyperperiod within 1e-12"] = native_difference(name)
        print(f"{name}, {PERIODS} hyperperiods: {', '.join(ways)}")
        problems += [f"{name}, {way}: {text}" for way, text in ways.items() if text]
    return problems


if __name__ == "__main__":
    sys.exit(main())
