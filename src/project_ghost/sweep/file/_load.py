"""Read a sweep's file."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from project_ghost.closed_loop.challenges import CHALLENGES, NUPLAN_CHALLENGES, OBSERVATIONS
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.document import Node, parse_document, read_document
from project_ghost.core.duration import NS_PER_S, parse_duration_ns
from project_ghost.core.wording import did_you_mean
from project_ghost.results import IDENTITY, OUTCOME, TIMINGS

from ._hypercube import read_hypercube
from ._sweep import CallbackChoice, PlannerChoice, Sweep
from ._values import Value, values_of

__all__ = ["load_sweep", "parse_sweep"]

T = TypeVar("T")

_VERSION = 1
_SEEDS_MAX = 10_000_000
_CONTROLLERS = ("lqr", "tracker", "perfect", "log")
_KEYS = (
    "version", "name", "description", "planners", "seeds", "parameters", "latin_hypercube", "set",
    "challenge", "controller", "observation", "period", "nuplan_names", "record", "time_limit",
    "callbacks",
)  # fmt: skip


@checked_arguments
def load_sweep(path: Path | str) -> Sweep:
    """Read a sweep from its file."""
    return _sweep(read_document(Path(path)), Path(path))


@checked_arguments
def parse_sweep(text: str, path: Path | str = "sweep.yaml") -> Sweep:
    """Read a sweep from a text; what it names is looked for in the folder of `path`."""
    return _sweep(parse_document(text, str(path)), Path(path))


def _sweep(document: Node, path: Path) -> Sweep:
    keys = document.mapping(("scenarios",), _KEYS)
    if "version" in keys and keys["version"].whole() != _VERSION:
        raise keys["version"].refused(
            f"the version is {keys['version'].whole()}",
            f"{_VERSION}",
            "use the version of Ghost that wrote it",
        )
    sweep = Sweep(
        name=_optional(keys, "name", Node.text, path.stem),
        scenarios=_texts(keys["scenarios"]),
        planners=_optional(keys, "planners", _planners, ()),
        seeds=_optional(keys, "seeds", _seeds, (1,)),
        parameters=_optional(keys, "parameters", _parameters, {}),
        hypercube=_optional(keys, "latin_hypercube", read_hypercube, None),
        settings=_optional(keys, "set", _settings, {}),
        description=_optional(keys, "description", Node.text, ""),
        challenge=_optional(keys, "challenge", _challenge, None),
        controller=_optional(keys, "controller", _one_of(_CONTROLLERS), None),
        observation=_optional(keys, "observation", _one_of(tuple(OBSERVATIONS)[:3]), None),
        period=_optional(keys, "period", Node.quantity, None),
        nuplan_names=_optional(keys, "nuplan_names", Node.boolean, default=False),
        is_recorded=_optional(keys, "record", Node.boolean, default=False),
        time_limit_s=_optional(keys, "time_limit", _seconds, None),
        callbacks=_optional(keys, "callbacks", _callbacks, ()),
        folder=path.parent,
        source=document.file,
    )
    _check_together(sweep, keys)
    return sweep


def _optional(keys: Mapping[str, Node], key: str, read: Callable[[Node], T], default: T) -> T:
    return read(keys[key]) if key in keys else default


def _texts(node: Node) -> tuple[str, ...]:
    items = node.items() if isinstance(node.content, list) else [node]
    if not items:
        raise node.refused(f"{node.key} is an empty list", "at least one", "name one")
    return tuple(item.text() for item in items)


def _planners(node: Node) -> tuple[PlannerChoice, ...]:
    items = node.items() if isinstance(node.content, list) else [node]
    found: dict[str, PlannerChoice] = {}
    for item in items:
        planner = _planner(item)
        if planner.name in found:
            raise item.refused(
                f"there are two planners called {planner.name!r}",
                "a name for each",
                "give one another `name:`",
            )
        found[planner.name] = planner
    if not found:
        raise node.refused("planners is an empty list", "at least one", "name one, or remove it")
    return tuple(found.values())


def _planner(node: Node) -> PlannerChoice:
    if isinstance(node.content, str):
        return PlannerChoice(node.text(), node.text())
    keys = node.mapping(("planner",), ("name", "options"))
    planner = keys["planner"].text()
    return PlannerChoice(
        _optional(keys, "name", Node.text, planner),
        planner,
        _optional(keys, "options", _settings, {}),
    )


def _callbacks(node: Node) -> tuple[CallbackChoice, ...]:
    items = node.items() if isinstance(node.content, list) else [node]
    return tuple(_callback(item) for item in items)


def _callback(node: Node) -> CallbackChoice:
    if isinstance(node.content, str):
        return CallbackChoice(node.text())
    keys = node.mapping(("callback",), ("options",))
    return CallbackChoice(keys["callback"].text(), _optional(keys, "options", _settings, {}))


def _settings(node: Node) -> dict[str, Value]:
    return {key: value.plain() for key, value in node.entries().items()}


def _seeds(node: Node) -> Sequence[int]:
    """`100` is the seeds from 1 to 100; otherwise a list or a range."""
    if isinstance(node.content, int):
        count = node.whole()
        if not 1 <= count <= _SEEDS_MAX:
            raise node.refused(f"seeds is {count}", f"a number of seeds from 1 to {_SEEDS_MAX:_}")
        return range(1, count + 1)
    if isinstance(node.content, dict):
        keys = node.mapping(("from", "to"), ())
        first, last = keys["from"].whole(), keys["to"].whole()
        if not 0 <= first <= last < first + _SEEDS_MAX:
            raise node.refused(f"seeds are from {first} to {last}", "0 or more, and upwards")
        return range(first, last + 1)
    seeds = tuple(item.whole() for item in node.items())
    for seed, item in zip(seeds, node.items(), strict=True):
        if seed < 0:
            raise item.refused(f"the seed is {seed}", "0 or more")
    if not seeds:
        raise node.refused("there is no seed", "at least one", "name one, or remove the key")
    if len(set(seeds)) < len(seeds):
        raise node.refused("a seed is there twice", "each seed once", "remove one of them")
    return seeds


def _parameters(node: Node) -> dict[str, tuple[Value, ...]]:
    return {key: values_of(item) for key, item in node.entries().items()}


def _challenge(node: Node) -> str:
    text = NUPLAN_CHALLENGES.get(node.text(), node.text())
    return _one_of(tuple(CHALLENGES))(Node(text, node.file, node.line, node.key))


def _one_of(names: tuple[str, ...]) -> Callable[[Node], str]:
    def read(node: Node) -> str:
        text = node.text()
        if text not in names:
            raise node.refused(
                f"{node.key} is {text!r}{did_you_mean(text, names)}", f"one of {', '.join(names)}"
            )
        return text

    return read


def _seconds(node: Node) -> float:
    with node.located():
        duration_ns = parse_duration_ns(node.quantity())
    if duration_ns <= 0:
        raise node.refused(f"{node.key} is {duration_ns} ns", "more than 0")
    return duration_ns / NS_PER_S


def _check_together(sweep: Sweep, keys: Mapping[str, Node]) -> None:
    for key in ("challenge", "controller", "observation", "period", "nuplan_names"):
        if key in keys and not sweep.planners:
            raise keys[key].refused(
                f"{key} is about planners, and there is none", "planners", "add `planners:`"
            )
    if sweep.challenge is not None and (sweep.controller or sweep.observation):
        raise keys["challenge"].refused(
            f"the challenge {sweep.challenge} has a controller and an observation",
            "one of challenge, and controller with observation",
            "leave out one",
        )
    taken = {field.name for field in (*IDENTITY, *OUTCOME, *TIMINGS)} | {"seed"}
    axes = sweep.hypercube.axes if sweep.hypercube is not None else {}
    for key, names in (("parameters", sweep.parameters), ("latin_hypercube", axes)):
        for name in names:
            if name in taken:
                raise keys[key].refused(
                    f"{name} is no parameter", "a key of the scenario", "seeds are in `seeds:`"
                )
            if name in sweep.settings or (key == "latin_hypercube" and name in sweep.parameters):
                raise keys[key].refused(f"{name} is there twice", "each key once")
