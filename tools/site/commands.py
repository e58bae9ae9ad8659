"""The reference of all commands, from their parsers."""

import re
from argparse import ArgumentParser, _SubParsersAction

from project_ghost.cli import COMMANDS, parser_of

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def commands_text() -> str:
    """One section for each command: its help, as `ghost COMMAND --help` prints it."""
    lines = ["# Commands", "", "`ghost COMMAND --help` prints the same.", ""]
    group = ""
    for command in COMMANDS:
        if command.group != group:
            group = command.group
            lines += [f"## {group}", ""]
        summary = f"{command.summary[:1].upper()}{command.summary[1:]}."
        lines += [f"### ghost {command.name}", "", summary, ""]
        for text in _helps(parser_of(command)):
            lines += ["```text", text, "```", ""]
    return "\n".join(lines)


def _helps(parser: ArgumentParser) -> list[str]:
    """The help of a parser, and of those of its subcommands."""
    texts = [_COLOUR.sub("", parser.format_help()).rstrip()]
    for action in parser._actions:  # argparse has no public way to list them
        if isinstance(action, _SubParsersAction):
            for each in action.choices.values():
                texts += _helps(each)
    return texts
