"""Commands with actions, one module each: `ghost sweep report`, `ghost symbolic trim`."""

import argparse
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

__all__ = ["add_actions", "run_action"]


def add_actions(
    parser: argparse.ArgumentParser, package: str, summaries: Mapping[str, str]
) -> None:
    """Declare the actions of a command; the module of `report` is `package._report`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, summary in summaries.items():
        module = _module(package, name)
        module.configure(actions.add_parser(name, help=summary, description=module.__doc__))


def run_action(package: str, arguments: argparse.Namespace) -> int:
    """Run the action that was chosen; returns the exit code."""
    return int(_module(package, arguments.action).run(arguments))


def _module(package: str, action: str) -> ModuleType:
    return import_module(f"{package}._{action}")
