"""Completion for bash."""

from collections.abc import Sequence

from ._words import CommandWords, Place

__all__ = ["bash_script"]

_SCRIPT = r"""# bash completion for ghost; made by `ghost completion bash`

_ghost_suggest() {  # words, then -f for files or -d for folders
    local IFS=$'\n'
    COMPREPLY=($(compgen -W "${1// /$'\n'}" -- "$current"))
    case $2 in
        -f) COMPREPLY+=($(compgen -f -- "$current")) ;;
        -d) COMPREPLY+=($(compgen -d -- "$current")) ;;
    esac
}

_ghost() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command=${COMP_WORDS[1]} first=2 place=0 i word
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _ghost_suggest "@COMMANDS@ --help --version"
        return
    fi
    case $command in
@ACTIONS@
    esac
    local flags= valued=
    case $command in
@FLAGS@
        *) return ;;
    esac
    case "$command $previous" in
@VALUES@
    esac
    if [[ $current == -* ]]; then
        _ghost_suggest "$flags"
        return
    fi
    for ((i = first; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ " $valued " == *" $word "* ]]; then
            ((i++))
        elif [[ $word != -* ]]; then
            ((place++))
        fi
    done
    case "$command $place" in
@PLACES@
    esac
}

complete -o filenames -o bashdefault -F _ghost ghost
"""


def bash_script(commands: Sequence[CommandWords]) -> str:
    """Return the script for bash."""
    actions: dict[str, list[str]] = {}
    for each in commands:
        if len(each.path) > 1:
            actions.setdefault(each.path[0], []).append(each.path[1])
    names = dict.fromkeys(each.path[0] for each in commands)
    parts = {
        "COMMANDS": " ".join(names),
        "ACTIONS": "\n".join(_actions(name, words) for name, words in actions.items()),
        "FLAGS": "\n".join(map(_flags, commands)),
        "VALUES": "\n".join(line for each in commands for line in _values(each)),
        "PLACES": "\n".join(line for each in commands for line in _places(each)),
    }
    script = _SCRIPT
    for name, text in parts.items():
        script = script.replace(f"@{name}@", text)
    return script


def _actions(name: str, words: Sequence[str]) -> str:
    return (
        f"        {name})\n"
        "            if ((COMP_CWORD == 2)); then\n"
        f'                _ghost_suggest "{" ".join(words)} --help"\n'
        "                return\n"
        "            fi\n"
        '            command="$command ${COMP_WORDS[2]}" first=3 ;;'
    )


def _flags(command: CommandWords) -> str:
    flags = " ".join(name for flag in command.flags for name in flag.names)
    valued = " ".join(name for f in command.flags if f.value is not None for name in f.names)
    return f'        "{" ".join(command.path)}") flags="{flags}" valued="{valued}" ;;'


def _values(command: CommandWords) -> list[str]:
    name = " ".join(command.path)
    lines = []
    for flag in command.flags:
        if flag.value is not None:
            pattern = "|".join(f'"{name} {each}"' for each in flag.names)
            lines.append(f"        {pattern}) {_suggest(flag.value)}; return ;;")
    return lines


def _places(command: CommandWords) -> list[str]:
    name = " ".join(command.path)
    lines = [
        f'        "{name} {i}") {_suggest(place)} ;;' for i, place in enumerate(command.places)
    ]
    if command.repeats:
        lines.append(f'        "{name} "*) {_suggest(command.places[-1])} ;;')
    return lines


def _suggest(place: Place) -> str:
    files = " -f" if place.files else " -d" if place.folders else ""
    return f'_ghost_suggest "{" ".join(place.words)}"{files}'
