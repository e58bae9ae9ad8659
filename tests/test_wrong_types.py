"""Goal: every public function answers a wrong type with one of our errors, and takes text as paths.

Method: the functions are found, so that none is forgotten. Each argument in turn is a thing of no
type that anything takes, while the others are stand-ins of the types that are declared.
"""

import importlib
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

import project_ghost
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import GhostError, InputTypeError
from project_ghost.engine import Block
from project_ghost.runs import load, prepare
from project_ghost.scenario import load_scenario
from project_ghost.telemetry import open_recording

ROOMS = ("runs", "telemetry", "scenario", "analysis", "study", "engine")
PACKAGES = [project_ghost, *(importlib.import_module(f"project_ghost.{room}") for room in ROOMS)]

# What runs at each message or declaration checks in its own way: one wrong call of each.
BY_HAND = {
    "project_ghost.open_run": lambda run, thing: run(thing),
    "project_ghost.run": lambda run, thing: run(thing),
    "analysis.compute_orientation_error": lambda error, thing: error(thing, np.zeros(4)),
    "analysis.compute_position_error": lambda error, thing: error(thing, np.zeros(3)),
    "engine.Continuous": lambda declare, thing: type("Own", (Block,), {"x": declare(thing)})(),
    "engine.array": lambda declare, thing: declare(thing),
    "engine.number": lambda declare, thing: declare(thing),
    "runs.settings_from": lambda settings, thing: settings(thing),
    "study.simulator_of": lambda prepare, thing: prepare(thing),
    "telemetry.decode_message": lambda decode, thing: decode(thing),
    "telemetry.encode_to_bytes": lambda encode, thing: encode(thing),
    "telemetry.from_json_dict": lambda decode, thing: decode(dict, thing),
    "telemetry.open_recording": lambda opened, thing: opened(thing),
    "telemetry.to_json_safe": lambda encode, thing: encode(thing),
    "telemetry.warn_if_incomplete": lambda warn, thing: warn(thing),
}


def public_functions() -> dict[str, Callable[..., object]]:
    return {
        f"{package.__name__.removeprefix('project_ghost.')}.{name}": value
        for package in PACKAGES
        for name in getattr(package, "__all__", vars(package))
        if inspect.isfunction(value := getattr(package, name))
        and value.__module__.startswith("project_ghost")
        and inspect.signature(value).parameters
    }


FUNCTIONS = public_functions()
DECLARED = {name: FUNCTIONS[name] for name in FUNCTIONS if name not in BY_HAND}
ARGUMENTS = [
    (name, parameter.name)
    for name, function in DECLARED.items()
    for parameter in inspect.signature(function).parameters.values()
    if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    and typing.get_type_hints(function)[parameter.name] not in (object, typing.Any)
]


class Thing:
    """Of no type that any function takes."""


def stand_in(hint: object) -> object:
    """A value of a declared type, good enough to be looked at."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return None if types.NoneType in parts else stand_in(parts[0])
    if hint in (str, int, float, bool, bytes):
        return hint()
    if hint is Path:
        return Path("nowhere")
    if origin is not None and issubclass(origin, Mapping):
        return {}
    if origin in (Sequence, Iterable, tuple):
        return ()
    return Thing if origin is type else Mock(spec=origin or hint)


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_an_argument_of_another_type_is_refused_by_name(name, argument, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    function = DECLARED[name]
    hints = typing.get_type_hints(function)
    arguments = {
        each.name: stand_in(hints[each.name])
        for each in inspect.signature(function).parameters.values()
        if each.default is each.empty and each.kind is not each.VAR_KEYWORD
    }
    with pytest.raises(InputTypeError, match=f"^{argument} is ") as caught:
        function(**arguments | {argument: Thing()})
    assert caught.value.key == argument
    assert caught.value.where.endswith(name)
    assert caught.value.expected
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", BY_HAND)
def test_functions_that_check_by_hand_raise_an_error_of_ours(name) -> None:
    with pytest.raises(GhostError):
        BY_HAND[name](FUNCTIONS[name], Thing())


OBJECTS = ("run", "recording", "prepared", "engine", "graph")


@pytest.fixture(scope="module")
def objects(tmp_path_factory) -> dict[str, object]:
    """What people hold in a notebook."""
    folder = tmp_path_factory.mktemp("types")
    run = project_ghost.run("t-junction-4", duration="50ms", output=folder)
    prepared = prepare("t-junction-4")
    made = (run, open_recording(folder), prepared, prepared.engine, prepared.runnable.graph)
    return dict(zip(OBJECTS, made, strict=True))


@pytest.mark.parametrize("held", OBJECTS)
def test_methods_raise_errors_of_ours(objects, held) -> None:
    subject = objects[held]
    tried = 0
    for name, method in inspect.getmembers(subject, inspect.ismethod):
        things = {name: Thing() for name in inspect.signature(method).parameters}
        if not things or name.startswith("_") or name in ("attach", "subscribe"):
            continue
        tried += 1
        with pytest.raises(GhostError):
            method(**things)
    assert tried > 0


@pytest.mark.parametrize("name", DECLARED)
def test_a_path_may_be_text(name) -> None:
    for hint in typing.get_type_hints(DECLARED[name]).values():
        parts = typing.get_args(hint)
        assert hint is not Path or hint is typing.get_type_hints(DECLARED[name]).get("return")
        assert Path not in parts or str in parts


@pytest.mark.parametrize("wrong", [5, 3.5, b"seed=3"], ids=repr)
def test_settings_are_texts_or_a_mapping(wrong) -> None:
    with pytest.raises(InputTypeError, match="settings is "):
        load("t-junction-4", wrong)


def test_text_is_not_read_letter_by_letter() -> None:
    with pytest.raises(InputTypeError, match="settings is 'seed=3'"):
        load_scenario("t-junction-4", "seed=3")


@checked_arguments
def counted(
    count: int, size: float = 1.0, *, names: tuple[str, ...] = (), on: bool = False
) -> tuple[object, ...]:
    return count, size, names, on


class TestCheckedArguments:
    function: Callable[..., object] = staticmethod(counted)  # what no type checker has seen

    def test_numbers_of_numpy_are_numbers(self) -> None:
        assert self.function(count=np.int64(3), size=np.float32(2.0), on=np.True_) == (
            3,
            2.0,
            (),
            True,
        )

    @pytest.mark.parametrize(
        ("arguments", "named", "noun"),
        [
            ({"count": True}, "count", "a whole number"),
            ({"count": 3.0}, "count", "a whole number"),
            ({"count": 3, "size": "4"}, "size", "a number"),
            ({"count": 3, "names": ("a", 4)}, "names", "several of: text"),
            ({"count": 3, "names": "ab"}, "names", "several of: text"),
            ({"count": 3, "on": 1}, "on", "True or False"),
        ],
    )
    def test_what_is_refused(self, arguments, named, noun) -> None:
        with pytest.raises(InputTypeError) as caught:
            self.function(**arguments)
        assert (caught.value.key, caught.value.expected) == (named, noun)

    def test_a_missing_argument_stays_an_error_of_python(self) -> None:
        with pytest.raises(TypeError, match="missing 1 required positional argument"):
            self.function()

    def test_an_iterator_is_not_used_up(self) -> None:
        @checked_arguments
        def total(numbers: typing.Iterable[int]) -> int:
            return sum(numbers)

        assert total(iter([1, 2, 3])) == 6
