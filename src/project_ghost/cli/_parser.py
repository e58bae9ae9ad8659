"""The argument parser of all commands: one style of help and of mistakes.

A command's description is text in paragraphs, then its examples, one a line, indented by two
spaces and beginning with `ghost`. The help shows them last. A paragraph that begins with
"General layout:" is for readers of the source, and is not shown.
"""

import argparse
import re
from textwrap import fill
from typing import Any, NoReturn

from ._exit_codes import BAD_INPUT

__all__ = ["Parser", "leaf_parsers"]
# An example with its continued lines.
_EXAMPLE = re.compile(r"^  ghost (?:.*\\\n)*.*", re.MULTILINE)
_LAYOUT = re.compile(r"^General layout:.*?\n\n", re.MULTILINE | re.DOTALL)


class _Formatter(argparse.HelpFormatter):
    """Fills paragraphs to the width of the terminal; keeps indented lines as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # noqa: ARG002 - argparse's
        paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
        return "\n\n".join(
            each if re.search(r"^  ", each, re.MULTILINE) else fill(" ".join(each.split()), width)
            for each in paragraphs
        )


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one message with a fix.

    Abbreviated flags are refused: adding a flag could change their meaning.
    """

    # The subcommand that is meant where none is named: `ghost sweep FILE`.
    default_command: str | None = None

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - argparse's options
        text = _LAYOUT.sub("", options.pop("description", None) or "")
        self.examples = [each.strip() for each in _EXAMPLE.findall(text)]
        shown = "\n".join(f"  {each}" for each in self.examples)
        options["description"] = _EXAMPLE.sub("", text).strip()
        options["epilog"] = f"examples:\n{shown}" if shown else None
        options["formatter_class"] = _Formatter
        super().__init__(**options, allow_abbrev=False)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401
        """Parse the arguments, with the default subcommand where they begin with no other."""
        if self.default_command is not None and args and args[0] not in ("-h", "--help"):
            known = {name.split()[1] for name in leaf_parsers(self)}
            if args[0] not in known:
                args = [self.default_command, *args]
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Print the message and its fix, and exit."""
        self.exit(BAD_INPUT, f"ghost: {message}\n  fix: see `{self.prog} --help`\n")


def leaf_parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a command by what follows `ghost`: itself, or its subcommands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return {
                name: leaf
                for child in action.choices.values()
                for name, leaf in leaf_parsers(child).items()
            }
    return {parser.prog.removeprefix("ghost "): parser}
