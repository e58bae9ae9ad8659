"""Linearise a scenario: A, B, C, D and the noise matrices, with names and units.

Printed are the sizes and the largest eigenvalues; --json, or -o with a name that ends in .json,
gives the matrices. The point is where the scenario stands (`--at`); `--point` changes some of its
numbers, `--fix` and `--moving` trim it first (`ghost symbolic trim`). An embedded model is stable
if its spectral radius is below 1, with all delays and rates as they run.

  ghost symbolic linearize examples/symbolic/unstable_loop.py:loop --rate-transitions embedded
  ghost symbolic linearize t-junction-1 --keep Cars --point 'Cars[car1].speed=5' -o car.json
"""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from project_ghost.cli._exit_codes import OK
from project_ghost.cli.terminal._facts import print_facts
from project_ghost.cli.terminal._output import add_printed, put_document
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted

from ._model_flags import add_model, add_trim, make_model, numbers_in
from ._trim import trim_model
from ._working import working

if TYPE_CHECKING:
    import numpy as np

    from project_ghost.symbolic import LinearModel, SymbolicModel

_SHOWN_MAX = 5


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_model(parser)
    add = parser.add_argument
    add("--continuous", action="store_true",
        help="the derivative of continuous states instead of a step")  # fmt: skip
    add("--periods", type=int, default=1, metavar="N", help="so many periods as one step [1]")
    add("--point", dest="points", action="append", default=[], metavar="NAME=VALUE",
        help="a number of the operating point, such as Cars[car1].speed=5; may be "
             "repeated")  # fmt: skip
    add_trim(parser)
    add_printed(parser, "print the matrices as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Linearise the model."""
    from project_ghost.symbolic import linearize

    numbers_in(arguments.fixed, "--fix")
    point = numbers_in(arguments.points, "--point")
    with working(arguments) as show:
        model, _ = make_model(arguments, show)
        x, u = model.x0.copy(), model.u0.copy()
        if arguments.fixed or arguments.moving:
            found = trim_model(model, arguments, show)
            x, u = found.x, found.u
        _move(model, x, u, point)
        show("computing slopes")
        linear = linearize(
            model, x=x, u=u, continuous=arguments.continuous, periods=arguments.periods
        )
        facts = {} if arguments.json else _facts(linear, show)
    if arguments.json:
        put_document(linear.document())
    else:
        print_facts(facts)
    return OK


def _move(
    model: "SymbolicModel", x: "np.ndarray", u: "np.ndarray", point: dict[str, list[float]]
) -> None:
    from project_ghost.symbolic.model._labels import places_of, require_places

    for name, numbers in point.items():
        vector, places = u, places_of(model.inputs, name)
        if not places:
            vector, places = x, require_places(model.states, name, "--point")
        if len(numbers) not in (1, len(places)):
            raise InputError(
                f"{name} gets {counted(len(numbers), 'number')}",
                "--point",
                f"one, or {len(places)}",
                "give all, or name one as in the output of `ghost symbolic trim`",
            )
        vector[places] = numbers


def _facts(linear: "LinearModel", show: Callable[[str], None]) -> dict[str, str]:
    from project_ghost.core.duration import duration_text

    show(f"computing {counted(len(linear.states), 'eigenvalue')}")
    values = sorted(linear.eigenvalues, key=abs, reverse=True)[:_SHOWN_MAX]
    shown = "\n".join(f"{value if value.imag else value.real:.6g}" for value in values)
    sizes = ("states", "inputs", "outputs", "noise")
    facts = {name: f"{len(getattr(linear, name)):,}" for name in sizes}
    if linear.is_discrete:
        radius = linear.spectral_radius
        verdict = "unstable" if radius > 1.0 else "stable" if radius < 1.0 else "at the border"
        facts["step"] = duration_text(linear.period_ns)
        facts["spectral radius"] = f"{radius:.9g}, {verdict}"
    else:
        largest = max((value.real for value in linear.eigenvalues), default=0.0)
        verdict = "unstable" if largest > 0.0 else "stable" if largest < 0.0 else "at the border"
        facts["largest real part"] = f"{largest:.9g} 1/s, {verdict}"
    return {**facts, "eigenvalues": shown or "none", "matrices": "--json prints them"}
