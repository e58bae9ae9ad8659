"""Run many runs: scenarios, planners, parameters and seeds.

docs/sweeps.md has the details. `_new` writes a file to start from, `_run` (the default) runs it,
`_rerun` runs one run again, `_compare` compares two sweeps, `_report` writes a page, `_finish` the
tables, `_copy` copies the store.

  ghost sweep new sweep.yaml
  ghost sweep sweep.yaml -o results
  ghost sweep rerun results 3f07a1
  ghost sweep compare before after
  ghost sweep copy results s3://bucket/results
"""

import argparse
from importlib import import_module

_ACTIONS = {
    "new": "write a sweep.yaml to start from",
    "run": "run a sweep, or what is missing of it",
    "rerun": "run one run again, here, and compare it with its row",
    "finish": "write the tables of a sweep whose runs are all done",
    "compare": "compare two sweeps run by run",
    "report": "write the page of a sweep",
    "copy": "copy a sweep to another store, and check it",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their flags."""
    parser.default_command = "run"  # type: ignore[attr-defined]  # of our own Parser
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, summary in _ACTIONS.items():
        module = _module(name)
        module.configure(actions.add_parser(name, help=summary, description=module.__doc__))


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand."""
    return int(_module(arguments.action).run(arguments))


def _module(action: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a module
    return import_module(f"{__name__}._{action}")
