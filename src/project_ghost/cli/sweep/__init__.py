"""Run many runs: scenarios, planners, parameters and seeds.

docs/sweeps.md has the details.

General layout: `_new` writes a file to start from, `_run` (the default) runs it (`_executor` says
where), `_rerun` runs one run again, `_compare` compares two sweeps, `_report` writes a page,
`_finish` the tables, `_copy` copies the store.

  ghost sweep new sweep.yaml
  ghost sweep sweep.yaml -o results
  ghost sweep rerun results 3f07a1
  ghost sweep compare before after
  ghost sweep copy results s3://bucket/results
"""

import argparse

from project_ghost.cli._actions import add_actions, run_action

_ACTIONS = {
    "new": "write a sweep.yaml to start from",
    "run": "run a sweep, or what is missing of it; may be left out",
    "rerun": "run one run again, here, and compare it with its row",
    "finish": "write the tables of a sweep whose runs are all done",
    "compare": "compare two sweeps run by run",
    "report": "write the page of a sweep",
    "copy": "copy a sweep to another store, and check it",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions and their flags."""
    parser.default_command = "run"  # type: ignore[attr-defined]  # of our own Parser
    add_actions(parser, __name__, _ACTIONS)


def run(arguments: argparse.Namespace) -> int:
    """Run the action."""
    return run_action(__name__, arguments)
