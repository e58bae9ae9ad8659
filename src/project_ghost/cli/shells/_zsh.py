"""Completion for zsh."""

from collections.abc import Sequence

from ._words import CommandWords, Flag, Place

__all__ = ["zsh_script"]


def zsh_script(commands: Sequence[CommandWords], groups: dict[str, str]) -> str:
    """Return the script for zsh; `groups` are the commands and what they do."""
    nested = dict.fromkeys(each.path[0] for each in commands if len(each.path) > 1)
    lines = [
        "#compdef ghost",
        "# zsh completion for ghost; made by `ghost completion zsh`",
        "",
        "_ghost_names_or_files() {",
        '    _alternative "names:name:($*)" "files:file:_files"',
        "}",
        "",
        *_function("_ghost", groups),
        "",
    ]
    for name in nested:
        actions = {each.path[1]: each.about for each in commands if each.path[0] == name}
        lines += [*_function(f"_ghost_{name}", actions), ""]
    for command in commands:
        lines += [f"_ghost_{_joined(command.path)}() {{", "    _arguments -s \\"]
        specs = [_flag(flag) for flag in command.flags]
        specs += [_place(place, f"{i}") for i, place in enumerate(command.places, 1)]
        if command.repeats:
            specs[-1] = _place(command.places[-1], "*")
        lines += [f"        {each} \\" for each in specs[:-1]]
        lines += [f"        {specs[-1]}", "}", ""]
    lines += [
        "# Found on $fpath it is called at once; sourced, it registers itself.",
        'if [ "$funcstack[1]" = "_ghost" ]; then',
        '    _ghost "$@"',
        "else",
        "    compdef _ghost ghost",
        "fi",
        "",
    ]
    return "\n".join(lines)


def _function(name: str, words: dict[str, str]) -> list[str]:
    """A function that suggests words, or calls the function of the word that was typed."""
    listed = [f"            {_quoted(f'{word}:{about}')}" for word, about in words.items()]
    return [
        f"{name}() {{",
        "    if (( CURRENT == 2 )); then",
        "        local -a choices=(",
        *listed,
        "        )",
        "        _describe command choices",
        f"    elif (( $+functions[{name}_${{words[2]//-/_}}] )); then",
        f"        local called={name}_${{words[2]//-/_}}",
        "        shift words",
        "        (( CURRENT-- ))",
        "        $called",
        "    fi",
        "}",
    ]


def _joined(path: tuple[str, ...]) -> str:
    return "_".join(path).replace("-", "_")


def _flag(flag: Flag) -> str:
    about = flag.about.replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    names = flag.names
    star = "*" if flag.repeats else "" if len(names) == 1 else f"({' '.join(names)})"
    end = "" if flag.value is None else f":{_escaped(flag.value.label)}:{_action(flag.value)}"
    if len(names) == 1 or flag.repeats:
        return " ".join(_quoted(f"{star}{name}[{about}]{end}") for name in names)
    return f"{_quoted(star)}{{{','.join(names)}}}{_quoted(f'[{about}]{end}')}"


def _place(place: Place, number: str) -> str:
    return _quoted(f"{number}:{_escaped(place.label)}:{_action(place)}")


def _action(place: Place) -> str:
    words = " ".join(place.words)
    if place.files:
        return f"{{_ghost_names_or_files {words}}}" if words else "_files"
    return "_files -/" if place.folders else f"({words})" if words else " "


def _escaped(text: str) -> str:
    return text.replace(":", "\\:")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
