"""Find a state and inputs at which nothing changes but what may move.

`--fix` gives values of states, inputs or outputs, `--moving` names states that may change. All
others are found, as near to where the scenario stands as they can be. What is left of each
equation is printed by name; if there is no such state, the error names the equations that do not
balance.

  ghost symbolic trim examples/symbolic/quadrotor_lqr.py:plant \\
      --fix Drone.velocity_mps=5,0,0 --fix Drone.position_m=0,0,0 \\
      --fix 'Drone.attitude_q[3]=0' --moving Drone.position_m
"""

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from project_ghost.cli._exit_codes import OK
from project_ghost.cli.terminal._facts import print_facts
from project_ghost.cli.terminal._output import add_printed, put_document
from project_ghost.core.errors import InputError

from ._model_flags import (
    add_model,
    add_trim,
    command_with,
    make_model,
    numbers_in,
    with_flags,
)
from ._working import working

if TYPE_CHECKING:
    from project_ghost.symbolic import SymbolicModel, Trim, TrimError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_model(parser, limit="60s")
    add_trim(parser)
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Find the point and print it."""
    from project_ghost.symbolic.model._labels import labels_of

    numbers_in(arguments.fixed, "--fix")
    with working(arguments) as show:
        model, _ = make_model(arguments, show, lambda smaller: _needed_flags(smaller, show))
        found = trim_model(model, arguments, show)
    states = dict(zip(labels_of(model.states), found.x.tolist(), strict=True))
    inputs = dict(zip(labels_of(model.inputs), found.u.tolist(), strict=True))
    if arguments.json:
        put_document(
            {
                "inputs": inputs,
                "iterations": found.iterations,
                "residual": found.residual,
                "residuals": found.residuals,
                "states": states,
            }
        )
        return OK
    print_facts(
        {
            "residual": f"{found.residual:.3g}, after {found.iterations} iterations",
            **{name: f"{value:.9g}" for name, value in {**states, **inputs}.items()},
        }
    )
    return OK


def trim_model(
    model: "SymbolicModel", arguments: argparse.Namespace, show: Callable[[str], None]
) -> "Trim":
    """The trim of a model; where there is none, the error has a command that finds one."""
    from project_ghost.symbolic import TrimError, trim

    show("looking for a trim")
    try:
        return trim(model, fixed=numbers_in(arguments.fixed, "--fix"), moving=arguments.moving)
    except TrimError as error:
        flags = _advice(model, error, arguments, show)
        if not flags:
            raise
        command = command_with(arguments, flags)
        what = "leave out" if "--cut" in flags else "let move"
        fix = f"{what} what keeps changing: {command}"
        raise InputError(error.what, arguments.scenario, error.expected, fix) from None


def _needed_flags(arguments: argparse.Namespace, show: Callable[[str], None]) -> list[str]:
    """The flags that a command needs to find a trim, if any."""
    from project_ghost.symbolic import TrimError, trim

    model, _ = make_model(arguments, show)
    show("looking for a trim")
    try:
        trim(model, fixed=numbers_in(arguments.fixed, "--fix"), moving=arguments.moving)
    except TrimError as error:
        return _advice(model, error, arguments, show)
    return []


def _advice(
    model: "SymbolicModel",
    error: "TrimError",
    arguments: argparse.Namespace,
    show: Callable[[str], None],
) -> list[str]:
    """The flags with which there is a trim; none where they were not found."""
    from project_ghost.symbolic.analysis._trim_advice import trim_advice

    def without(cut: Sequence[str]) -> "SymbolicModel":
        flags = [word for name in cut for word in ("--cut", name)]
        smaller, _ = make_model(with_flags(arguments, flags), lambda _text: None)
        return smaller

    show("looking for what to leave out")
    fixed = numbers_in(arguments.fixed, "--fix")
    advice = trim_advice(model, error, without, fixed=fixed, moving=arguments.moving)
    if advice is None:
        return []
    cut = [word for name in advice.cut for word in ("--cut", name)]
    return [*cut, *(word for name in advice.moving for word in ("--moving", name))]
