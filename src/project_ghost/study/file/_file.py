"""study.yaml: which scenarios are repeated, how often and under which conditions."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, final

from project_ghost.analysis.trace_files import parse_mapping
from project_ghost.analysis.variance import DEFAULT_TOLERANCE_M
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.document import Node, parse_document, read_document
from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.errors import InputError
from project_ghost.study.execute._command import check_command
from project_ghost.study.execute._simulator import Settings

from ._conditions import FACTORS, Conditions, ProcessMode
from ._confidence import DEFAULT_BUDGET_NS, Confidence

__all__ = ["COMMAND", "Scenario", "Study", "checked_stages", "load_study", "parse_study"]

T = TypeVar("T")

# The simulator of a study whose file has `command:`.
COMMAND = "project_ghost.study.execute._command:prepare"
_VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_NUMBERS = re.compile(r"any|[0-9]+([,][0-9]+)*")
_NICE = range(-20, 20)
_REPEATS_MAX = 1_000_000
_EMPTY: Mapping[str, object] = MappingProxyType({})


@final
@dataclass(frozen=True)
class Scenario:
    """One scenario of a study. `collision` is whether one is expected; None: unknown."""

    name: str
    settings: Settings = field(default_factory=lambda: _EMPTY)
    collision: bool | None = None
    actors: tuple[str, ...] = ()  # none: all
    kinds: Mapping[str, str] = field(default_factory=dict)  # of actors, where the file has them


@final
@dataclass(frozen=True)
class Study:
    """The content of a study's file. Times are in nanoseconds."""

    name: str
    scenarios: tuple[Scenario, ...]
    simulator: str = "ghost"
    description: str = ""
    settings: Settings = field(default_factory=lambda: _EMPTY)
    seed: int = 1
    tolerance_m: float = DEFAULT_TOLERANCE_M
    duration_ns: int | None = None
    end_at_first_collision: bool = False
    end_at_last_waypoint: bool = False
    controllers: Mapping[str, Settings] = field(default_factory=lambda: {"default": _EMPTY})
    baseline: Conditions = field(default_factory=Conditions)
    factors: Mapping[str, tuple[str | int, ...]] = field(default_factory=lambda: _EMPTY)  # type: ignore[return-value, arg-type]
    nice_at_loads: tuple[int, ...] = ()  # empty: at the baseline's load
    repeats: tuple[int, ...] = field(default_factory=lambda: Confidence().stages())
    confidence: Confidence = field(default_factory=Confidence)
    budget_ns: int | None = None  # for the repeats of one experiment, in real time; None: no limit
    stop_early: bool = True
    fresh_repeats: int = 20
    time_limit_ns: int = 300_000_000_000
    log_every_ns: int = 1_000_000_000
    restricted_load_percent: int = 75
    memory_test_mb: int = 64

    @property
    def is_command(self) -> bool:
        """Whether each repeat calls a program."""
        return self.simulator == COMMAND

    def settings_of(self, scenario: Scenario, controller: str) -> dict[str, object]:
        """The simulator's settings: those of the study, then the scenario, then the controller.

        Later settings replace earlier ones; lists are joined.
        """
        settings: dict[str, object] = {
            "scenario": scenario.name,
            "duration_ns": self.duration_ns,
            "end_at_first_collision": self.end_at_first_collision,
            "end_at_last_waypoint": self.end_at_last_waypoint,
        }
        if self.is_command:
            settings["controller"] = controller
            settings["time_limit_ns"] = self.time_limit_ns
        for layer in (self.settings, scenario.settings, self.controllers[controller]):
            for key, value in layer.items():
                before = settings.get(key)
                joins = isinstance(before, tuple) and isinstance(value, tuple)
                settings[key] = (*before, *value) if joins else value  # type: ignore[misc]
        return settings


@checked_arguments
def load_study(path: Path | str) -> Study:
    """Read a study from its file."""
    return _study(read_document(Path(path)), Path(path).stem)


@checked_arguments
def parse_study(text: str, name: str = "study.yaml") -> Study:
    """Read a study from a text."""
    return _study(parse_document(text, name), Path(name).stem)


_KEYS = (
    "version", "name", "description", "simulator", "command", "columns", "suffix", "settings",
    "seed", "tolerance_m", "duration", "end", "controllers", "baseline", "factors", "repeats",
    "confidence", "budget", "stop_early", "fresh_repeats", "time_limit", "log_every", "restricted",
    "memory_test_mb",
)  # fmt: skip


def _study(document: Node, name: str) -> Study:
    keys = document.mapping(("scenarios",), _KEYS)
    if "version" in keys and keys["version"].whole() != _VERSION:
        raise keys["version"].refused(
            f"the version is {keys['version'].whole()}",
            f"{_VERSION}",
            "use the version of Ghost that wrote it",
        )
    simulator, settings = _simulator(document, keys)
    controllers = _controllers(keys.get("controllers"))
    is_command = simulator == COMMAND
    baseline = _baseline(keys.get("baseline"), is_command=is_command)
    factors, nice_at_loads = _factors(keys.get("factors"))
    end = keys["end"].mapping((), ("first_collision", "last_waypoint")) if "end" in keys else {}
    repeats, confidence = _repeats(keys)
    # What the file states is run whatever it takes; the default is for what is cheap.
    budget_ns = None if {"repeats", "confidence"} & keys.keys() else DEFAULT_BUDGET_NS
    restricted = keys["restricted"].mapping((), ("load",)) if "restricted" in keys else {}
    study = Study(
        name=_optional(keys, "name", _name, name),
        scenarios=_scenarios(keys["scenarios"]),
        simulator=simulator,
        description=_optional(keys, "description", Node.text, ""),
        settings=settings,
        seed=_optional(keys, "seed", Node.whole, 1),
        tolerance_m=_optional(keys, "tolerance_m", _not_negative, DEFAULT_TOLERANCE_M),
        duration_ns=_optional(keys, "duration", _duration, None),
        end_at_first_collision=_optional(end, "first_collision", Node.boolean, default=False),
        end_at_last_waypoint=_optional(end, "last_waypoint", Node.boolean, default=False),
        controllers=controllers,
        baseline=baseline,
        factors=factors,
        nice_at_loads=nice_at_loads,
        repeats=repeats,
        confidence=confidence,
        budget_ns=_optional(keys, "budget", _budget, budget_ns),
        stop_early=_optional(keys, "stop_early", Node.boolean, default=True),
        fresh_repeats=_optional(keys, "fresh_repeats", _count, 20),
        time_limit_ns=_optional(keys, "time_limit", _duration, 300_000_000_000),
        log_every_ns=_optional(keys, "log_every", _duration, 1_000_000_000),
        restricted_load_percent=_optional(restricted, "load", _percent, 75),
        memory_test_mb=_optional(keys, "memory_test_mb", _count, 64),
    )
    _check_controllers(study, keys)
    if is_command:
        _check_command(study, keys["command"])
    return study


def _optional(keys: Mapping[str, Node], key: str, read: Callable[[Node], T], default: T) -> T:
    return read(keys[key]) if key in keys else default


def _simulator(document: Node, keys: Mapping[str, Node]) -> tuple[str, Settings]:
    settings = _settings(keys["settings"]) if "settings" in keys else {}
    if ("simulator" in keys) == ("command" in keys):
        raise document.refused(
            "the file has both a simulator and a command"
            if "command" in keys
            else "the file has neither a simulator nor a command",
            "simulator: ghost (or another), or command: [program, '{seed}', '{out}']",
            "give one of the two",
        )
    if "simulator" in keys:
        for key in ("columns", "suffix"):
            if key in keys:
                raise keys[key].refused(
                    f"{key} describes the output of a command", "a file with `command:`"
                )
        return keys["simulator"].text(), settings
    settings["command"] = tuple(
        str(part.content) if isinstance(part.content, int | float) else part.text()
        for part in keys["command"].items()
    )
    for key in ("columns", "suffix"):
        if key in keys:
            settings[key] = keys[key].text()
    if "columns" in keys:
        with keys["columns"].located():
            parse_mapping(keys["columns"].text())
    return COMMAND, settings


def _settings(node: Node) -> dict[str, object]:
    return {key: value.plain() for key, value in node.entries().items()}


def _name(node: Node) -> str:
    text = str(node.content) if isinstance(node.content, int) else node.text()
    if not _NAME.fullmatch(text):
        raise node.refused(
            f"{text!r} is not a valid name", "letters, digits, points, hyphens and underscores"
        )
    return text


def _scenarios(node: Node) -> tuple[Scenario, ...]:
    if isinstance(node.content, list):
        found = [Scenario(_name(item)) for item in node.items()]
    else:
        found = [_scenario(key, item) for key, item in node.entries().items()]
    if not found:
        raise node.refused("the study has no scenario", "at least one", "name one")
    if len({scenario.name for scenario in found}) < len(found):
        raise node.refused("a scenario is listed twice", "each once", "remove one of them")
    return tuple(found)


def _scenario(name: str, node: Node) -> Scenario:
    if not _NAME.fullmatch(name):
        raise node.refused(
            f"{name!r} is not a valid name", "letters, digits, points, hyphens and underscores"
        )
    if node.content is None:
        return Scenario(name)
    keys = node.mapping((), ("collision", "settings", "actors"))
    return Scenario(
        name,
        _settings(keys["settings"]) if "settings" in keys else _EMPTY,
        _optional(keys, "collision", Node.boolean, None),
        *(_actors(keys["actors"]) if "actors" in keys else ((), {})),
    )


def _actors(node: Node) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names of actors: a list, or a mapping to their kinds."""
    if isinstance(node.content, dict):
        kinds = {name: item.text() for name, item in node.entries().items()}
        return tuple(kinds), kinds
    return tuple(item.text() for item in node.items()), {}


def _controllers(node: Node | None) -> dict[str, Settings]:
    found: dict[str, Settings] = {"default": _EMPTY}
    for name, item in (node.entries() if node is not None else {}).items():
        found[name] = _settings(item) if item.content is not None else _EMPTY
    return found


def _baseline(node: Node | None, *, is_command: bool) -> Conditions:
    base = Conditions(process=ProcessMode.FRESH) if is_command else Conditions()
    if node is None:
        return base
    keys = node.mapping((), tuple(FACTORS))
    for key, item in keys.items():
        base = base.with_level(key, _level(key, item))
    return base


def _factors(node: Node | None) -> tuple[dict[str, tuple[str | int, ...]], tuple[int, ...]]:
    found: dict[str, tuple[str | int, ...]] = {}
    at_loads: tuple[int, ...] = ()
    for key, item in (node.mapping((), tuple(FACTORS)) if node is not None else {}).items():
        levels = item
        if key == "nice" and isinstance(item.content, dict):
            parts = item.mapping(("levels",), ("at_load",))
            levels = parts["levels"]
            if "at_load" in parts:
                at_loads = tuple(_percent(load) for load in parts["at_load"].items())
        found[key] = tuple(_level(key, level) for level in levels.items())
    return found, at_loads


def _level(factor: str, node: Node) -> str | int:
    if factor in ("load", "gpu_load"):
        return _percent(node)
    if factor == "instances":
        count = _count(node)
        if count < 1:
            raise node.refused(f"instances is {count}", "1 or more")
        return count
    if factor == "nice":
        nice = node.whole()
        if nice not in _NICE:
            raise node.refused(f"nice is {nice}", "from -20 (highest priority) to 19 (lowest)")
        return nice
    if factor == "process":
        text = node.text()
        if text not in tuple(ProcessMode):
            raise node.refused(f"process is {text!r}", f"one of {', '.join(ProcessMode)}")
        return ProcessMode(text)
    if factor in ("cpus", "memory"):
        text = str(node.content) if isinstance(node.content, int) else node.text()
        text = text.replace(" ", "")
        if not _NUMBERS.fullmatch(text):
            things = "CPUs" if factor == "cpus" else "NUMA nodes"
            raise node.refused(
                f"{factor} is {text!r}", f"any, or numbers of {things} like '0' or '0,1'"
            )
        return text
    return node.text()


def _percent(node: Node) -> int:
    value = node.whole()
    if not 0 <= value <= 100:
        raise node.refused(f"{node.key} is {value}", "percent, from 0 to 100")
    return value


def _count(node: Node) -> int:
    value = node.whole()
    if not 0 <= value <= _REPEATS_MAX:
        raise node.refused(f"{node.key} is {value}", f"from 0 to {_REPEATS_MAX:_}")
    return value


def _not_negative(node: Node) -> float:
    value = node.number()
    if value < 0.0:
        raise node.refused(f"{node.key} is {value!r}", "0 or more")
    return value


def _duration(node: Node) -> int:
    with node.located():
        value = parse_duration_ns(node.quantity() if node.content is not None else "")
    if value <= 0:
        raise node.refused(f"{node.key} is {value} ns", "more than 0")
    return value


def _budget(node: Node) -> int | None:
    return None if node.content == "none" else _duration(node)


def _repeats(keys: Mapping[str, Node]) -> tuple[tuple[int, ...], Confidence]:
    """The stages of repeats, and the confidence, which decides them if the file states none."""
    confidence = _optional(keys, "confidence", _confidence, Confidence())
    if "repeats" in keys:
        return _stages(keys["repeats"]), confidence
    needed = confidence.repeats_needed()
    if needed > _REPEATS_MAX:
        raise keys["confidence"].refused(
            f"it takes {needed:_} repeats",
            f"at most {_REPEATS_MAX:_} repeats",
            "state a larger share",
        )
    return confidence.stages(), confidence


def _confidence(node: Node) -> Confidence:
    keys = node.mapping((), ("differing_runs_below", "at"))
    default = Confidence()
    return Confidence(
        _optional(keys, "differing_runs_below", _share, default.differing_runs_below),
        _optional(keys, "at", _share, default.at),
    )


def _share(node: Node) -> float:
    value = node.number()
    if not 0.0 < value < 1.0:
        raise node.refused(f"{node.key} is {value!r}", "a share between 0 and 1, such as 0.003")
    return value


def _stages(node: Node) -> tuple[int, ...]:
    items = node.items() if isinstance(node.content, list) else [node]
    with node.located():
        return checked_stages(_count(item) for item in items)


@checked_arguments
def checked_stages(stages: Iterable[int]) -> tuple[int, ...]:
    """The numbers of repeats after each stage; raises unless they rise from 2 or more."""
    counts = tuple(stages)
    rises = all(a < b for a, b in pairwise(counts))
    if not counts or counts[0] < 2 or counts[-1] > _REPEATS_MAX or not rises:
        raise InputError(
            f"repeats are {list(counts)}",
            "repeats",
            "rising numbers, from 2 on, such as [10, 100, 1000]",
            "compare at least 2 repeats",
        )
    return counts


def _check_controllers(study: Study, keys: Mapping[str, Node]) -> None:
    used = [study.baseline.controller, *map(str, study.factors.get("controller", ()))]
    for name in used:
        if name not in study.controllers:
            raise keys["factors" if "factors" in keys else "baseline"].refused(
                f"there is no controller {name!r}",
                f"one of {', '.join(study.controllers)}",
                f"add `{name}: {{...}}` below `controllers:`",
            )


def _check_command(study: Study, node: Node) -> None:
    for scenario in study.scenarios:
        for controller in study.controllers:
            settings = study.settings_of(scenario, controller)
            command = settings["command"]
            assert isinstance(command, tuple)
            with node.located():
                check_command(command, [*settings, "seed", "repeat", "out"])
