"""A scenario as CasADi expressions: models for optimisation, matrices, trim, C.

docs/symbolic.md has the details. It needs the extra `symbolic`. The actions are `_export`,
`_linearize`, `_trim`, `_codegen` and `_check`; `_model_flags` has the flags that all share.

  ghost symbolic export t-junction-1 --keep Cars -o car
"""

import argparse
from importlib import import_module

_ACTIONS = {
    "export": "write a model that CasADi loads",
    "linearize": "print matrices, eigenvalues and stability",
    "trim": "find a state that stays",
    "codegen": "write the step as C",
    "check": "compare the model with the engine, bit by bit",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their flags."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, summary in _ACTIONS.items():
        module = _module(name)
        module.configure(actions.add_parser(name, help=summary, description=module.__doc__))


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand."""
    return int(_module(arguments.action).run(arguments))


def _module(action: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a module
    return import_module(f"{__name__}._{action}")
