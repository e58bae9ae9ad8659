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

from project_ghost.cli._exit_codes import OK
from project_ghost.cli.terminal._facts import print_facts
from project_ghost.cli.terminal._output import add_printed, put_document

from ._model_flags import add_model, add_trim, make_model, numbers_in


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_model(parser)
    add_trim(parser)
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Find the point and print it."""
    from project_ghost.symbolic import trim
    from project_ghost.symbolic.model._labels import labels_of

    model, _ = make_model(arguments)
    found = trim(model, fixed=numbers_in(arguments.fixed, "--fix"), moving=arguments.moving)
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
