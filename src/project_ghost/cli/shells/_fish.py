"""Completion for fish."""

from collections.abc import Sequence

from ._words import CommandWords, Flag, Place

__all__ = ["fish_script"]

_HEAD = r"""# fish completion for ghost; made by `ghost completion fish`

function __ghost_at  # whether the command line has these words behind ghost
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end

function __ghost_is  # whether these are all its words
    test (count (commandline -opc)) -eq (math 1 + (count $argv)); and __ghost_at $argv
end

complete -c ghost -f
"""


def fish_script(commands: Sequence[CommandWords], groups: dict[str, str]) -> str:
    """Return the script for fish; `groups` are the commands and what they do."""
    lines = [_HEAD]
    bare = "test (count (commandline -opc)) -eq 1"
    lines += [_word(bare, name, about) for name, about in groups.items()]
    for command in commands:
        path = " ".join(command.path)
        if len(command.path) > 1:
            lines.append(_word(f"__ghost_is {command.path[0]}", command.path[1], command.about))
        at = f"__ghost_at {path}"
        lines += [_flag(at, flag) for flag in command.flags]
        for i, place in enumerate(command.places):
            is_last = i == len(command.places) - 1
            lines += _place(at, place, taken=command.places[:i], only_once=not is_last)
    return "\n".join(lines) + "\n"


def _word(condition: str, word: str, about: str) -> str:
    return f"complete -c ghost -n {_quoted(condition)} -a {word} -d {_quoted(about)}"


def _flag(at: str, flag: Flag) -> str:
    names = [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in flag.names]
    parts = ["complete -c ghost -n", _quoted(at), *names, "-d", _quoted(flag.about)]
    if flag.value is not None:
        parts.append(_value(flag.value))
    return " ".join(parts)


def _value(place: Place) -> str:
    words = f" -a {_quoted(' '.join(place.words))}" if place.words else ""
    if place.folders:
        return "-r -f -a '(__fish_complete_directories)'"
    return f"-r -F{words}" if place.files else f"-x{words}"


def _place(at: str, place: Place, taken: Sequence[Place], *, only_once: bool) -> list[str]:
    """The words of a place; words of another place before it show that this one is reached."""
    condition = at
    if only_once and place.words:
        condition += f"; and not __fish_seen_subcommand_from {' '.join(place.words)}"
    for before in taken:
        if before.words:
            condition += f"; and __fish_seen_subcommand_from {' '.join(before.words)}"
    head = f"complete -c ghost -n {_quoted(condition)}"
    lines = [f"{head} -a {_quoted(' '.join(place.words))}"] if place.words else []
    if place.files:
        lines.append(f"{head} -F")
    elif place.folders:
        lines.append(f"{head} -a '(__fish_complete_directories)'")
    return lines


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
