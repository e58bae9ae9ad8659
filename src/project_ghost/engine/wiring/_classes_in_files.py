"""A component from its entry in a file: the class, checked values, the instance.

This is the one place where a file makes the program import something.

Why a file from elsewhere may not: ADR 29.
"""

import inspect
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.document import Node
from project_ghost.core.errors import GhostError
from project_ghost.core.import_path import importable
from project_ghost.core.wording import did_you_mean
from project_ghost.engine.component._components import AbstractComponent, Block, Host, Kernel, Port
from project_ghost.engine.component._declarations import Parameter, Size, State

_PACKAGE = "project_ghost."
_BLOCKS = "project_ghost.engine.blocks"
_KINDS = (AbstractComponent, Block, Kernel, Host, Port)
_NOTHING: Mapping[str, Any] = MappingProxyType({})
# The entry-point group for short names of classes.
ENTRY_POINTS = "ghost.components"


@checked_arguments
def component_from(
    node: Node, folders: Sequence[Path | str] | None = (), offered: Mapping[str, Any] = _NOTHING
) -> AbstractComponent:
    """The component that `{type: ..., name: value, ...}` describes.

    Of the offered values it takes those that the class knows and that the entry does not give.

    Its class is in an installed module, in one beside the file, or in one of the folders. With
    None the file is from elsewhere, and only classes of Ghost and those that installed packages
    register for it are imported.

    The names are the arguments of the class; where it takes `**values`, also the parameters,
    sizes and states that it declares.
    """
    cls = component_class(node, folders)
    arguments = inspect.signature(cls).parameters.values()
    own = {a.name: a for a in arguments if a.kind in (a.POSITIONAL_OR_KEYWORD, a.KEYWORD_ONLY)}
    declared = {}
    if any(a.kind is a.VAR_KEYWORD for a in arguments):
        settable = ((n, d) for n, d in cls.declarations.items() if n not in own)
        declared = {n: d for n, d in settable if isinstance(d, Parameter | Size | State)}
    taken = {name: value for name, value in offered.items() if name in own or name in declared}
    required = [
        name
        for name, argument in own.items()
        if argument.default is argument.empty and name not in taken
    ]
    optional = [name for name in (*own, *declared) if name not in required]
    keys = node.mapping(("type", *required), tuple(optional))
    values: dict[str, Any] = {name: value for name, value in taken.items() if name not in keys}
    for name, value in keys.items():
        if isinstance(declared.get(name), Size):
            values[name] = value.whole()
        elif name in declared:
            values[name] = value.numbers()
        elif name != "type":
            values[name] = value.plain()
    with node.located(keys):
        try:
            return cls(**values)
        except GhostError:
            raise
        except (Exception, SystemExit) as error:
            raise node.refused(
                f"{cls.__name__} cannot be made: {type(error).__name__}: {error}",
                "values that its __init__ accepts",
                "see the documentation of the class",
            ) from error


@checked_arguments
def component_class(
    node: Node, folders: Sequence[Path | str] | None = ()
) -> type[AbstractComponent]:
    """The class that `{type: ...}` names; `folders` as in `component_from`."""
    named = node.entries_with("type")["type"]
    if folders is None:
        return _class_of(named, None)
    beside = [Path(node.file).parent] if Path(node.file).is_file() else []
    return _class_of(named, [*beside, *map(Path, folders)])


def is_foreign_module(name: str) -> bool:
    """Whether a module is none of Ghost's; a program's start (`__main__`) is nobody's."""
    return not name.startswith(_PACKAGE) or name.endswith("__main__")


def _is_by_user(node: Node) -> bool:
    """Whether the user named the class, with --set, and not the file."""
    return node.file.startswith("--set ")


def _class_of(node: Node, folders: Sequence[Path] | None) -> type[AbstractComponent]:
    """The class of `package.module:Class`, or of the short name of a block."""
    path = node.text()
    module_name, colon, class_name = path.partition(":")
    if not colon and "." not in path:
        point = next(iter(entry_points(group=ENTRY_POINTS, name=path)), None)
        module_name, class_name = (_BLOCKS, path) if point is None else (point.module, point.attr)
    elif not (module_name and class_name):
        package, _, last = path.strip(":").rpartition(".")
        raise node.refused(
            f"the type is {path!r}, which has no {'class' if module_name else 'module'}",
            "package.module:Class",
            f"write {package or 'package.module'}:{last or 'Class'}",
        )
    elif folders is None and is_foreign_module(module_name) and not _is_by_user(node):
        raise node.refused(
            f"the file names code of the module {module_name[:80]!r}, which is not Ghost's",
            "a file that names classes of Ghost only, or one whose code you trust",
            "if you trust that module, give --trust (in Python: trust=True)",
        )
    module = _module(node, module_name, folders or ())
    cls = getattr(module, class_name, None)
    if not inspect.isclass(cls) or not issubclass(cls, AbstractComponent) or cls in _KINDS:
        known = [
            name
            for name, thing in vars(module).items()
            if inspect.isclass(thing)
            and issubclass(thing, AbstractComponent)
            and thing not in _KINDS
        ]
        what = "is not a component" if cls is not None else "does not exist"
        raise node.refused(
            f"{class_name!r} in {module_name} {what}{did_you_mean(class_name, known)}",
            f"one of {', '.join(known) or 'none: the module has no components'}",
            "name a class that is a Block, Kernel, Host or Port",
        )
    return cls


def _module(node: Node, name: str, folders: Sequence[Path]) -> ModuleType:
    file = f"{name.replace('.', '/')}.py"
    try:
        with importable(folders):
            module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            place = f"put {file} into {folders[0]}/" if folders else "name its folder with --code"
            raise node.refused(
                f"there is no module {name!r}",
                "an installed module, or one beside the file",
                f"correct the name, or {place}",
            ) from None
        raise _broken(node, name, error) from error
    except (Exception, SystemExit) as error:
        raise _broken(node, name, error) from error
    beside = next((folder / file for folder in folders if (folder / file).is_file()), None)
    if beside is not None and not beside.samefile(module.__file__ or beside.parent):
        raise node.refused(
            f"the module {name!r} is {module.__file__}, not the file beside this one",
            "one module of that name",
            f"rename {beside}",
        )
    return module


def _broken(node: Node, name: str, error: Exception | SystemExit) -> GhostError:
    if isinstance(error, GhostError):
        # For example an invalid declaration: the message lacks only the place in the file.
        what = f"{error.where}: {error.what}" if error.where else error.what
        return node.refused(what, error.expected, error.fix)
    return node.refused(
        f"the module {name!r} cannot be imported: {type(error).__name__}: {error}",
        "a module that can be imported",
        f'run `python -c "import {name}"` to see where it fails',
    )
