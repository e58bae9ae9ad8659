"""Other implementations of a component, from a file (`mine.py:Planner`) or from Python."""

import copy
import inspect
import sys
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.import_path import importable
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import AbstractComponent, Graph, Parameter, Size, State

from ._code import REPLACEMENT_PREFIX
from ._runnable import Runnable

__all__ = [
    "Replacement",
    "ReplacementFactory",
    "import_file",
    "load_replacement",
    "replaced",
    "replacement_of",
    "require_component",
]

# Builds the replacement from the original component.
ReplacementFactory = Callable[[AbstractComponent], Any]

# Another implementation of a component: an instance, a function of the original, or `FILE.py:NAME`.
Replacement: TypeAlias = AbstractComponent | ReplacementFactory | str


def require_component(graph: Graph, name: str, where: str = "--component") -> None:
    """Raise an error unless the graph has a component of this name."""
    known = list(graph.components)
    if name not in known:
        raise InputError(
            f"there is no component {name!r}{did_you_mean(name, known)}",
            where,
            f"one of {', '.join(known)}",
            "correct the name",
        )


def replaced(runnable: Runnable, replacements: Mapping[str, Replacement]) -> Runnable:
    """Return the runnable with other implementations of some of its components.

    Wiring, rates and names stay, so the replacements must have the same ports.
    """
    components = dict(runnable.graph.components)
    for name, given in replacements.items():
        require_component(runnable.graph, name, "--replace")
        replacement = load_replacement(given, "--replace") if isinstance(given, str) else given
        if isinstance(replacement, AbstractComponent):
            replacement = _constant(replacement)
        components[name] = replacement_of(replacement, components[name], name)
    runnable.graph.components.update(components)
    return runnable


def _constant(component: AbstractComponent) -> ReplacementFactory:
    return lambda _: component


@checked_arguments
def load_replacement(text: str, where: str = "--with") -> ReplacementFactory:
    """Load `FILE.py:NAME`: a component class, or a function of the original component."""
    file, colon, name = text.rpartition(":")
    path = Path(file)
    if not colon or not name.isidentifier() or path.suffix != ".py":
        raise InputError(
            f"{text!r} does not name a class in a file",
            where,
            "a Python file, a colon and the name of a class: mine.py:MyPlanner",
            _suggestion(text),
        )
    module = import_file(path, where)
    value = getattr(module, name, None)
    if inspect.isclass(value) and issubclass(value, AbstractComponent):
        return lambda original: _instantiate(value, original, where)
    if callable(value) and not inspect.isclass(value):
        factory: ReplacementFactory = value
        return factory
    known = [n for n, x in vars(module).items() if _is_component(x, module)]
    what = "is not a component" if value is not None else "does not exist"
    raise InputError(
        f"{name!r} in {path} {what}{did_you_mean(name, known)}",
        where,
        f"one of {', '.join(known) or 'none: the file has no components'}",
        "name a class that is a Block, Kernel or Host, or a function that returns one",
    )


def _suggestion(text: str) -> str:
    file, _, name = text.partition(":")
    return f"write {file.removesuffix('.py') or 'mine'}.py:{name or 'MyClass'}"


def _is_component(thing: object, module: ModuleType) -> bool:
    return (
        inspect.isclass(thing)
        and issubclass(thing, AbstractComponent)
        and thing.__module__ == module.__name__
    )


def import_file(path: Path, where: str) -> ModuleType:
    """Import a file of a user, once; its neighbours can be imported while it is."""
    if not path.is_file():
        raise InputError(f"there is no file {path}", where, "a Python file", "correct the name")
    name = f"{REPLACEMENT_PREFIX}{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # needed by compiling and copying
    try:
        with importable([path.parent]):  # for files beside it
            spec.loader.exec_module(module)
    except GhostError as error:
        # For example an invalid declaration: the message lacks only the file.
        place = error.where.removeprefix(f"{name}.")
        raise InputError(error.what, f"{path}: {place}", error.expected, error.fix) from error
    except (Exception, SystemExit) as error:
        raise InputError(
            f"the file {path} cannot be imported: {type(error).__name__}: {error}",
            where,
            "an importable Python file",
            f"run `python {path}` to see where it fails",
        ) from error
    return module


def _instantiate(cls: type[AbstractComponent], original: AbstractComponent, where: str) -> Any:  # noqa: ANN401
    """Create an instance with the sizes, parameters and initial states of the original."""
    if issubclass(cls, type(original)) and cls.declarations == type(original).declarations:
        # Keep what the original's __init__ did.
        instance = copy.copy(original)
        instance.__class__ = cls
        return instance
    values = {**original.sizes, **original.parameters, **original.initial}
    arguments = {
        name: value
        for name, value in values.items()
        if isinstance(cls.declarations.get(name), Parameter | Size | State)
    }
    try:
        return cls(**arguments)
    except GhostError:
        raise
    except Exception as error:
        raise InputError(
            f"{cls.__name__} cannot be created: {type(error).__name__}: {error}",
            where,
            f"a class with the keyword arguments {', '.join(values) or '(none)'}, or some of them",
            "name a function of the file instead, which takes the original component "
            "and returns its replacement",
        ) from error


def replacement_of(
    factory: ReplacementFactory, original: AbstractComponent, name: str
) -> AbstractComponent:
    """Create the replacement of a component and check that its ports match."""
    where = f"the replacement of {name!r}"
    try:
        replacement = factory(original)
    except GhostError:
        raise
    except Exception as error:
        raise InputError(
            f"it cannot be created: {type(error).__name__}: {error}",
            where,
            "a function that takes the original component and returns another",
            "correct the function",
        ) from error
    if not isinstance(replacement, AbstractComponent):
        raise InputError(
            f"it is {replacement!r}", where, "a Block, Kernel or Host", "return a component"
        )
    problems = [
        *_port_problems(original, replacement, list(original.outputs()), "output"),
        *_port_problems(
            original,
            replacement,
            [
                n
                for n, port in replacement.inputs().items()
                if n in original.inputs() or not _is_optional(port)
            ],
            "input",
        ),
    ]
    if problems:
        raise InputError(
            f"its ports do not match: {'; '.join(problems[:5])}",
            where,
            f"the outputs of {type(original).__name__}, and inputs that it has: "
            f"{', '.join(original.inputs()) or 'none'}",
            "declare the ports with the same names and shapes",
        )
    return replacement


def _is_optional(port: Any) -> bool:  # noqa: ANN401 - an Input
    """Whether an input may be unconnected."""
    return port.default is not None


def _port_problems(
    original: AbstractComponent, replacement: AbstractComponent, names: list[str], kind: str
) -> list[str]:
    problems = []
    for name in names:
        shapes = []
        for component in (original, replacement):
            ports = component.outputs() if kind == "output" else component.inputs()
            shapes.append(component.shape_of(name) if name in ports else None)
        if shapes[0] is None:
            problems.append(f"the original has no {kind} {name!r}")
        elif shapes[1] is None:
            problems.append(f"it has no {kind} {name!r}")
        elif shapes[0] != shapes[1]:
            problems.append(f"the {kind} {name!r} has the shape {shapes[1]}, not {shapes[0]}")
    return problems
