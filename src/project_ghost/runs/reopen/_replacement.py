"""Another implementation of a component, from a file: `mine.py:Planner`."""

import copy
import inspect
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import AbstractComponent, Parameter, Size, State

__all__ = ["load_replacement", "replaced"]

# What makes the component that stands in for another.
Maker = Callable[[AbstractComponent], Any]


def load_replacement(text: str, where: str = "--with") -> Maker:
    """What `FILE.py:NAME` means: a component's class, or a function of the original component."""
    file, colon, name = text.rpartition(":")
    path = Path(file)
    if not colon or not name.isidentifier() or path.suffix != ".py":
        raise InputError(
            f"{text!r} names no class in a file",
            where,
            "a Python file, a colon and the name of a class: mine.py:MyPlanner",
            _meant(text),
        )
    module = _module(path, where)
    found = getattr(module, name, None)
    if inspect.isclass(found) and issubclass(found, AbstractComponent):
        return lambda original: _made(found, original, where)
    if callable(found) and not inspect.isclass(found):
        maker: Maker = found
        return maker
    known = [n for n, x in vars(module).items() if _is_component(x, module)]
    what = "is no component" if found is not None else "does not exist"
    raise InputError(
        f"{name!r} in {path} {what}{did_you_mean(name, known)}",
        where,
        f"one of {', '.join(known) or 'none: the file has no components'}",
        "name a class that is a Block, Kernel or Host, or a function that makes one",
    )


def _meant(text: str) -> str:
    file, _, name = text.partition(":")
    return f"write {file.removesuffix('.py') or 'mine'}.py:{name or 'MyClass'}"


def _is_component(thing: object, module: ModuleType) -> bool:
    return (
        inspect.isclass(thing)
        and issubclass(thing, AbstractComponent)
        and thing.__module__ == module.__name__
    )


def _module(path: Path, where: str) -> ModuleType:
    if not path.is_file():
        raise InputError(f"there is no file {path}", where, "a Python file", "correct the name")
    name = f"ghost_replacement_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # where compiling and copying look for it
    sys.path.append(str(path.parent))  # for what stands beside it, as where Python runs it
    try:
        spec.loader.exec_module(module)
    except GhostError as error:
        # Such as a declaration that is refused: said already, but for the file.
        place = error.where.removeprefix(f"{name}.")
        raise InputError(error.what, f"{path}: {place}", error.expected, error.fix) from error
    except (Exception, SystemExit) as error:
        raise InputError(
            f"the file {path} cannot be imported: {type(error).__name__}: {error}",
            where,
            "a Python file that can be imported",
            f"run `python {path}` to see where it fails",
        ) from error
    return module


def _made(cls: type[AbstractComponent], original: AbstractComponent, where: str) -> Any:  # noqa: ANN401
    """An instance with the sizes, parameters and initial states that the original has."""
    if issubclass(cls, type(original)) and cls.declarations == type(original).declarations:
        # Made as the original was made, whatever its __init__ did.
        made = copy.copy(original)
        made.__class__ = cls
        return made
    values = {**original.sizes, **original.parameters, **original.initial}
    taken = {
        name: value
        for name, value in values.items()
        if isinstance(cls.declarations.get(name), Parameter | Size | State)
    }
    try:
        return cls(**taken)
    except GhostError:
        raise
    except Exception as error:
        raise InputError(
            f"{cls.__name__} cannot be made: {type(error).__name__}: {error}",
            where,
            f"a class that is made with some of {', '.join(values) or 'nothing'}, by name",
            "name a function of the file instead, which takes the original component "
            "and returns its replacement",
        ) from error


def replaced(maker: Maker, original: AbstractComponent, name: str) -> AbstractComponent:
    """The replacement of a component, which must have its ports."""
    where = f"the replacement of {name!r}"
    try:
        made = maker(original)
    except GhostError:
        raise
    except Exception as error:
        raise InputError(
            f"it cannot be made: {type(error).__name__}: {error}",
            where,
            "a function that takes the original component and returns another",
            "correct the function",
        ) from error
    if not isinstance(made, AbstractComponent):
        raise InputError(f"it is {made!r}", where, "a Block, Kernel or Host", "return a component")
    problems = [
        *_differing(original, made, list(original.outputs()), "output"),
        *_differing(
            original,
            made,
            [n for n, port in made.inputs().items() if n in original.inputs() or not _may(port)],
            "input",
        ),
    ]
    if problems:
        raise InputError(
            f"it does not fit: {'; '.join(problems[:5])}",
            where,
            f"the outputs of {type(original).__name__}, and inputs that it has: "
            f"{', '.join(original.inputs()) or 'none'}",
            "declare the ports with the same names and shapes",
        )
    return made


def _may(port: Any) -> bool:  # noqa: ANN401 - an Input
    """Whether an input may stay unconnected."""
    return port.default is not None


def _differing(
    original: AbstractComponent, made: AbstractComponent, names: list[str], kind: str
) -> list[str]:
    found = []
    for name in names:
        shapes = []
        for component in (original, made):
            ports = component.outputs() if kind == "output" else component.inputs()
            shapes.append(component.shape_of(name) if name in ports else None)
        if shapes[0] is None:
            found.append(f"the original has no {kind} {name!r}")
        elif shapes[1] is None:
            found.append(f"it has no {kind} {name!r}")
        elif shapes[0] != shapes[1]:
            found.append(f"the {kind} {name!r} has the shape {shapes[1]}, not {shapes[0]}")
    return found
