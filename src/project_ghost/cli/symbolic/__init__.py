"""A scenario as CasADi expressions: models for optimisation, matrices, trim, C.

docs/symbolic.md has the details. It needs the extra `symbolic`.

General layout: the actions are `_export`, `_linearize`, `_trim`, `_codegen` and `_check`;
`_model_flags` has the flags that all share, `_working` shows and limits long work.

  ghost symbolic export t-junction-1 --keep Cars -o car
"""

import argparse

from project_ghost.cli._actions import add_actions, run_action

_ACTIONS = {
    "export": "write a model that CasADi loads",
    "linearize": "print matrices, eigenvalues and stability",
    "trim": "find a state that stays",
    "codegen": "write the step as C",
    "check": "compare the model with the engine, bit by bit",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions and their flags."""
    add_actions(parser, __name__, _ACTIONS)


def run(arguments: argparse.Namespace) -> int:
    """Run the action."""
    return run_action(__name__, arguments)
