"""Print a script that lets a shell complete commands, flags, scenario names and files.

Bash reads it from ~/.local/share/bash-completion/completions/ghost, fish from
~/.config/fish/completions/ghost.fish, zsh from a file _ghost in a folder of its $fpath. Make it
again after an update of Ghost.

  ghost completion bash -o ~/.local/share/bash-completion/completions/ghost
  ghost completion zsh -o ~/.zfunc/_ghost
  ghost completion fish -o ~/.config/fish/completions/ghost.fish
"""

import argparse
import sys
from collections.abc import Iterator

from ._parser import leaf_parsers
from .shells._words import CommandWords, Value, words_of
from .terminal._output import add_printed, put_document

_SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("shell", choices=_SHELLS, help="the shell that will read the script")
    add_printed(parser, "print all commands and their flags as JSON instead of a script")


def run(arguments: argparse.Namespace) -> int:
    """Print the script of a shell."""
    from project_ghost.cli import COMMANDS

    commands = tuple(_all_words())
    groups = {command.name: command.summary for command in COMMANDS}
    if arguments.json:
        put_document([each._asdict() for each in commands])
    elif arguments.shell == "bash":
        from .shells._bash import bash_script

        sys.stdout.write(bash_script(commands))
    elif arguments.shell == "zsh":
        from .shells._zsh import zsh_script

        sys.stdout.write(zsh_script(commands, groups))
    else:
        from .shells._fish import fish_script

        sys.stdout.write(fish_script(commands, groups))
    return 0


def _all_words() -> Iterator[CommandWords]:
    """Yield the words of every command and subcommand."""
    from project_ghost.cli import COMMANDS, parser_of
    from project_ghost.lint import all_rules
    from project_ghost.scenario import builtin_names
    from project_ghost.world.maps import builtin_maps

    names = {
        Value.SCENARIO: tuple(builtin_names()),
        Value.MAP: tuple(builtin_maps()),
        Value.RULE: tuple(rule.name for rule in all_rules()),
    }
    for command in COMMANDS:
        for path, parser in leaf_parsers(parser_of(command)).items():
            words = tuple(path.split())
            about = command.summary if len(words) == 1 else (parser.description or "")
            yield words_of(words, about.partition(".")[0], parser, names)
