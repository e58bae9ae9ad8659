"""Run the model and the engine side by side, and name the first signal that differs.

A portable model must have every bit of the engine, a native one all numbers within the tolerance.
Components that were cut or frozen keep their values during a period on both sides. Exit code 1 if
something differs.

  ghost symbolic check quadrotor-figure-eight
  ghost symbolic check t-junction-1 --cut Cars/driver --cut Contacts --at 2s --periods 100
"""

import argparse

from project_ghost.cli._exit_codes import DIFFERENT, OK
from project_ghost.cli.terminal._facts import print_facts
from project_ghost.cli.terminal._output import add_printed, put_document
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted

from ._model_flags import add_model, make_model
from ._working import working


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_model(parser, rates="embedded", math="portable")
    add = parser.add_argument
    add("--periods", type=int, default=10, metavar="N", help="how many periods [10]")
    add("--tolerance", type=float, metavar="X",
        help="the largest relative difference [0 for portable, 1e-12 for native]")  # fmt: skip
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare, and print the first difference."""
    from project_ghost.core.duration import duration_text, seconds_text
    from project_ghost.symbolic import check

    if arguments.periods < 1:
        raise InputError(f"--periods is {arguments.periods}", "--periods", "1 or more")
    if arguments.tolerance is not None and not arguments.tolerance >= 0.0:
        raise InputError(f"--tolerance is {arguments.tolerance}", "--tolerance", "0 or more")
    with working(arguments) as show:
        model, engine = make_model(arguments, show)
        show(f"comparing {counted(arguments.periods, 'period')}")
        compared = check(model, engine, arguments.periods, arguments.tolerance)
    first = compared.difference
    if arguments.json:
        put_document(
            {
                "difference": None
                if first is None
                else {
                    "engine": first.engine,
                    "model": first.model,
                    "name": first.name,
                    "time_ns": first.time_ns,
                },
                "numbers": compared.numbers,
                "periods": compared.periods,
                "worst": compared.worst,
            }
        )
    else:
        facts = {
            "compared": f"{compared.numbers:,} numbers in {compared.periods} periods of "
            f"{duration_text(model.period_ns)}, {model.rate_transitions}, {model.math}",
            "largest difference": f"{compared.worst:.3g}",
        }
        if first is not None:
            facts["first difference"] = (
                f"{first.name}, in the period at {seconds_text(first.time_ns)}\n"
                f"engine {first.engine!r}\nmodel  {first.model!r}"
            )
        print_facts({**facts, "result": "the same" if first is None else "different"})
    return OK if first is None else DIFFERENT
