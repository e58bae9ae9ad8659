"""The flags that say which model is meant, and the model."""

import argparse
import shlex
from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from project_ghost.cli._run_flags import (
    add_execution,
    add_replacements,
    add_settings,
    replacements_of,
    settings_of,
)
from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.errors import InputError

from ._working import NO_LIMIT

if TYPE_CHECKING:
    from project_ghost.engine import Engine
    from project_ghost.symbolic import SymbolicModel

__all__ = [
    "Made",
    "add_model",
    "add_trim",
    "command_with",
    "make_model",
    "model_facts",
    "numbers_in",
    "with_flags",
]

_SHOWN_MAX = 8


def add_model(
    parser: argparse.ArgumentParser,
    rates: str = "snapshot",
    math: str = "native",
    limit: str = NO_LIMIT,
) -> None:
    """Declare the flags; `rates`, `math` and `limit` are the defaults of the action."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO",
        help="a built-in scenario, a scenario or schedule file, or FILE.py:NAME of a graph or of "
             "a function that returns one")  # fmt: skip
    add("--keep", action="append", default=[], metavar="NAME",
        help="keep only this component; may be repeated, and may have wildcards")  # fmt: skip
    add("--cut", action="append", default=[], metavar="NAME",
        help="leave a component out; its outputs become inputs")  # fmt: skip
    add("--freeze", action="append", default=[], metavar="NAME",
        help="keep a component, or a signal or state such as Cars.alive, at its present "
             "value")  # fmt: skip
    add("--parameter", dest="parameters", action="append", default=[], metavar="NAME",
        help="make a parameter an input; others are constants")  # fmt: skip
    add("--rate-transitions", choices=["snapshot", "embedded"], default=rates,
        help="every component once at the fastest rate, or one hyperperiod as it "
             f"runs [{rates}]")  # fmt: skip
    add("--math", choices=["native", "portable"], default=math,
        help=f"CasADi's functions, or the engine's bits [{math}]")  # fmt: skip
    add("--limits", choices=["clip", "constraints"], default="clip",
        help="clip as the engine does, or give limited expressions with their bounds "
             "[clip]")  # fmt: skip
    add("--inline", action="store_true", help="one expression without calls of components")
    add("--no-stops", action="store_true",
        help="leave out the checks at which the engine would stop: a third of the size if "
             "inline")  # fmt: skip
    add("--most-selections", type=int, default=100_000, metavar="N",
        help="refuse a function that selects more often, such as the search of a long route "
             "[100000]")  # fmt: skip
    add("--at", metavar="TIME", default="0s",
        help="export from the first period at or after this time [0s]")  # fmt: skip
    add("--time-limit", default=limit, metavar="TIME",
        help=f"give up after this time, such as 5min; none: never [{limit}]")  # fmt: skip
    add_settings(parser)
    add_replacements(parser)
    add_execution(parser, "how to run up to that time")


def add_trim(parser: argparse.ArgumentParser) -> None:
    """Declare the flags of a trim."""
    add = parser.add_argument
    add("--fix", dest="fixed", action="append", default=[], metavar="NAME=VALUE",
        help="a value of a state, input or output, such as quad.velocity=5,0,0; may be "
             "repeated")  # fmt: skip
    add("--moving", action="append", default=[], metavar="NAME",
        help="a state that may change, such as a position in flight")  # fmt: skip


class Made(NamedTuple):
    """A model and the engine that it was made from."""

    model: "SymbolicModel"
    engine: "Engine"


def make_model(
    arguments: argparse.Namespace,
    show: Callable[[str], None],
    more_flags: Callable[[argparse.Namespace], Sequence[str]] = lambda _arguments: (),
) -> Made:
    """Run the scenario to where a period begins, and export it.

    Where components stand in the way, the error has a command that leaves them out. `more_flags`
    are what else that command needs for its action, given its arguments.
    """
    from project_ghost.symbolic import ObstacleError, export, start_engine

    if arguments.most_selections < 0:
        raise InputError(
            f"--most-selections is {arguments.most_selections}", "--most-selections", "0 or more"
        )
    show("starting the engine")
    started = start_engine(
        arguments.scenario,
        settings_of(arguments),
        at_ns=parse_duration_ns(arguments.at, "--at"),
        rate_transitions=arguments.rate_transitions,
        components=replacements_of(arguments),
        execution=arguments.execution,
    )
    show("reading the components")
    try:
        model = export(
            started,
            rate_transitions=arguments.rate_transitions,
            math=arguments.math,
            keep=arguments.keep,
            cut=arguments.cut,
            freeze=arguments.freeze,
            parameters=arguments.parameters,
            limits=arguments.limits,
            inline=arguments.inline,
            stops=not arguments.no_stops,
            most_selections=arguments.most_selections,
        )
    except ObstacleError as error:
        if not error.flags:
            raise
        flags = [*error.flags, *more_flags(with_flags(arguments, error.flags))]
        fix = f"leave these out: {command_with(arguments, flags)}"
        raise InputError(error.what, arguments.scenario, error.expected, fix) from None
    return Made(model, started.engine)


def with_flags(arguments: argparse.Namespace, flags: Sequence[str]) -> argparse.Namespace:
    """The arguments, and flags such as `--cut NAME` that may be repeated."""
    named = vars(arguments).copy()
    for flag, value in zip(flags[::2], flags[1::2], strict=True):
        name = flag.removeprefix("--")
        named[name] = [*named[name], value]
    return argparse.Namespace(**named)


def command_with(arguments: argparse.Namespace, flags: Sequence[str]) -> str:
    """The command line that gave these arguments, with more flags."""
    return shlex.join([*_words(arguments), *flags])


def _words(arguments: argparse.Namespace) -> list[str]:
    from project_ghost.cli import COMMANDS, parser_of
    from project_ghost.cli._parser import leaf_parsers

    command = next(each for each in COMMANDS if each.name == "symbolic")
    leaf = leaf_parsers(parser_of(command))[f"symbolic {arguments.action}"]
    words = ["ghost", "symbolic", arguments.action, arguments.scenario]
    for action in leaf._actions:
        value = getattr(arguments, action.dest, action.default)
        if not action.option_strings or value == action.default:
            continue
        flag = action.option_strings[-1]
        if action.nargs == 0:
            words.append(flag)
        else:
            values = value if isinstance(value, list) else [value]
            words += [word for each in values for word in (flag, str(each))]
    return words


def numbers_in(texts: list[str], flag: str) -> dict[str, list[float]]:
    """The numbers by name of `NAME=VALUE` and `NAME=VALUE,VALUE`."""
    found = {}
    for text in texts:
        name, equals, values = text.partition("=")
        try:
            found[name] = [float(each) for each in values.split(",")]
        except ValueError:
            equals = ""
        if not equals or not name or not all(map(isfinite, found[name])):
            raise InputError(
                f"{text!r} is not a name and its numbers",
                flag,
                "a name, an equals sign and one number or several: quad.velocity=5,0,0",
                "`ghost symbolic export SCENARIO` prints the names",
            )
    return found


def model_facts(model: "SymbolicModel") -> dict[str, str]:
    """What there is to say about a model."""
    from project_ghost.core.duration import duration_text, seconds_text
    from project_ghost.core.wording import counted

    vectors = {
        "states": model.states,
        "inputs": model.inputs,
        "parameters": model.parameters,
        "noise": model.noise,
        "outputs": model.outputs,
    }
    facts = {
        "period": f"{duration_text(model.period_ns)}, {model.rate_transitions}, {model.math}",
        "begins": seconds_text(model.t0_ns),
    }
    for name, variables in vectors.items():
        if variables:
            labels = [f"{v.name} [{v.unit}]" if v.unit else v.name for v in variables]
            more = [f"and {len(labels) - _SHOWN_MAX} more"] if labels[_SHOWN_MAX:] else []
            count = sum(each.size for each in variables)
            facts[name] = "\n".join([counted(count, "number"), *labels[:_SHOWN_MAX], *more])
    if model.limited:
        facts["limits"] = f"{len(model.limited):,} expressions with bounds"
    if model.stop_names:
        facts["checks"] = f"{len(model.stop_names):,}, at which the engine would stop"
    facts["size"] = f"{model.step.n_instructions():,} instructions"
    return facts
