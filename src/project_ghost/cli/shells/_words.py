"""What can be typed at each place of a command line, read from the commands' parsers."""

import argparse
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from project_ghost.core.errors import InputError

__all__ = ["CommandWords", "Flag", "Place", "Value", "words_of"]


class Value(Enum):
    """A kind of value; one of a list of names may have names and files."""

    FILE = "file"
    FOLDER = "folder"
    SCENARIO = "scenario"
    MAP = "map"
    RULE = "rule"
    FREE = "free"  # nothing to suggest: numbers, times, new names


# Every placeholder of the commands' help has one kind of value.
_KINDS = {
    **dict.fromkeys(("FILE", "RUN", "PATH", "A", "B", "LOG", "FILE.py:CLASS"), Value.FILE),
    **dict.fromkeys(("DIR", "FOLDER", "STORE", "FROM", "TO"), Value.FOLDER),
    **dict.fromkeys(("SCENARIO", "SCENARIO|RUN"), Value.SCENARIO),
    "MAP": Value.MAP,
    "RULE": Value.RULE,
    **dict.fromkeys(
        (
            "A,B", "ADDRESS", "CHANNEL", "COLUMN", "DURATION", "HOST:PORT", "ID", "K/N",
            "KEY=VALUE", "M", "N", "NAME", "NAME=FILE.py:CLASS", "NAME=VALUE", "NEW", "METRIC>=N",
            "N[,N...]", "P", "PATTERN", "PERCENT", "RULES", "SIZE", "TIME", "W,S,E,N",
            "WHAT=COLUMN[UNIT],...", "X",
        ),
        Value.FREE,
    ),
}  # fmt: skip


class Place(NamedTuple):
    """A value: its name in the help, the words to suggest, and whether files or folders fit."""

    label: str
    words: tuple[str, ...] = ()
    files: bool = False
    folders: bool = False


class Flag(NamedTuple):
    """A flag with all its names; `value` is None if it takes none."""

    names: tuple[str, ...]
    about: str
    value: Place | None
    repeats: bool


class CommandWords(NamedTuple):
    """The flags of a command such as `scenario show`, and its places; the last one may repeat."""

    path: tuple[str, ...]
    about: str
    flags: tuple[Flag, ...]
    places: tuple[Place, ...]
    repeats: bool


def words_of(
    path: tuple[str, ...],
    about: str,
    parser: argparse.ArgumentParser,
    names: Mapping[Value, tuple[str, ...]],
) -> CommandWords:
    """Return the words of one parser; `names` are the known words of some kinds of values."""
    actions = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    flags = tuple(
        Flag(
            tuple(action.option_strings),
            (action.help or "").replace("%%", "%"),
            None if action.nargs == 0 else _place(action, names),
            isinstance(action, argparse._AppendAction),
        )
        for action in actions
        if action.option_strings
    )
    positional = [action for action in actions if not action.option_strings]
    places = tuple(_place(action, names) for action in positional)
    repeats = bool(positional) and positional[-1].nargs in ("*", "+")
    return CommandWords(path, about, flags, places, repeats)


def _place(action: argparse.Action, names: Mapping[Value, tuple[str, ...]]) -> Place:
    if action.choices is not None:
        return Place(str(action.metavar or action.dest), tuple(map(str, action.choices)))
    label = str(action.metavar or action.dest.upper())
    if label not in _KINDS:
        raise InputError(
            f"the placeholder {label!r} has no kind of value",
            "_completion_words",
            f"one of {', '.join(_KINDS)}",
            "use one of them, or add it to _KINDS",
        )
    kind = _KINDS[label]
    return Place(
        label,
        names.get(kind, ()),
        files=kind in (Value.FILE, Value.SCENARIO, Value.MAP),
        folders=kind is Value.FOLDER,
    )
