"""The kinds of actors, sensors, drivers, faults and so on that a scenario may hold.

A kind is a section that the key `kind` of a file chooses. Each built-in kind is a module in one
of the folders below. Another package adds kinds through the entry-point group
`ghost.scenario`, whose values are classes or modules of them, or by calling `register`.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Any, ClassVar, Literal, TypeVar, final, get_args, get_origin

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from project_ghost.core.errors import InputError

from .file.section import Section

__all__ = [
    "ENTRY_POINTS",
    "KINDS_KEY",
    "OWN",
    "AbstractKind",
    "ByKind",
    "all_kinds",
    "kind_name",
    "kind_named",
    "kinds_of",
    "register",
]

ENTRY_POINTS = "ghost.scenario"
# In a JSON Schema: stands for all kinds of a family until `schema_document` lists them.
KINDS_KEY = "ghost:kinds"

# The kind of a section that has `type`, a class of the user's, instead of a kind.
OWN = "own"

_PACKAGE = __name__.rpartition(".")[0]
# Called like the families of the kinds in them, in the plural.
_FOLDERS = ("actors", "drivers", "estimators", "faults", "populations", "sensors", "vehicles")

Kind = TypeVar("Kind", bound="AbstractKind")


class AbstractKind(Section):
    """A section that its key `kind` chooses among all kinds of its family.

    A family is an abstract subclass that names itself in `family`, such as `AbstractSensor`. A
    kind is a subclass of a family with `kind: Literal["..."]`.
    """

    family: ClassVar[str]
    # Whether a kind without further keys is written as its name alone: `model: kinematic`.
    has_short_form: ClassVar[bool] = False

    kind: str

    @property
    def is_short(self) -> bool:
        """Whether the name of the kind says all that there is to say."""
        return self.has_short_form and set(type(self).model_fields) == {"kind"}


def kind_name(cls: type[AbstractKind]) -> str | None:
    """The name of a kind; None for a family and other classes in between."""
    annotation = cls.model_fields["kind"].annotation
    if get_origin(annotation) is not Literal:
        return None
    (name,) = get_args(annotation)
    return str(name)


def kinds_of(base: type[Kind]) -> dict[str, type[Kind]]:
    """All kinds of a family by name, sorted."""
    return {
        name: cls for name, cls in sorted(_by_name(base.family).items()) if issubclass(cls, base)
    }


def kind_named(base: type[Kind], name: str) -> type[Kind] | None:
    """The kind of a family with this name, or None.

    A built-in kind is in the module of its name, and nothing else is imported for it as long as
    no package adds kinds: a run needs few of them, and starts sooner.
    """
    if not _kinds.cache_info().currsize and not _entry_points():
        module = f"{_PACKAGE}.{base.family}s.{name}"
        if name.isidentifier() and not name.startswith("_") and find_spec(module) is not None:
            for cls in _classes_in(importlib.import_module(module)):
                if kind_name(cls) == name and issubclass(cls, base):
                    return cls
    return kinds_of(base).get(name)


def all_kinds() -> tuple[type[AbstractKind], ...]:
    """All kinds, by family and name."""
    return tuple(cls for _, kinds in sorted(_kinds().items()) for _, cls in sorted(kinds.items()))


def register(cls: type[AbstractKind]) -> None:
    """Add a kind: scenarios that are read from now on may have it."""
    _add(cls, _kinds())


def _by_name(family: str) -> Mapping[str, type[AbstractKind]]:
    return _kinds().get(family, {})


@cache
def _kinds() -> dict[str, dict[str, type[AbstractKind]]]:
    """By family and name: the built-in kinds, then those of entry points."""
    by_family: dict[str, dict[str, type[AbstractKind]]] = {}
    for cls in _builtin():
        _add(cls, by_family)
    for point in _entry_points():
        loaded = _loaded(point)
        named = _classes_in(loaded) if isinstance(loaded, ModuleType) else (loaded,)
        for each in named:
            _add(each, by_family)
    return by_family


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    points = entry_points(group=ENTRY_POINTS)
    return tuple(sorted(points, key=lambda each: (each.name, each.value)))


def _loaded(point: EntryPoint) -> object:
    """The module or class that an entry point names."""
    try:
        return point.load()
    except Exception as error:
        raise InputError(
            f"the entry point {point.name} = {point.value} cannot be loaded: {error!r}",
            ENTRY_POINTS,
            "a module or a class that can be imported",
            "correct the package that has it, or uninstall it",
        ) from error


def _builtin() -> Iterator[type[AbstractKind]]:
    for folder in _FOLDERS:
        parent = importlib.import_module(f"{_PACKAGE}.{folder}")
        for info in sorted(pkgutil.iter_modules(parent.__path__), key=lambda each: each.name):
            if not info.name.startswith("_"):
                yield from _classes_in(importlib.import_module(f"{parent.__name__}.{info.name}"))


def _classes_in(module: ModuleType) -> Iterator[type[AbstractKind]]:
    for value in vars(module).values():
        if (
            inspect.isclass(value)
            and issubclass(value, AbstractKind)
            and value.__module__ == module.__name__
            and kind_name(value) is not None
        ):
            yield value


def _add(given: object, by_family: dict[str, dict[str, type[AbstractKind]]]) -> None:
    cls = given if isinstance(given, type) and issubclass(given, AbstractKind) else None
    name = None if cls is None else kind_name(cls)
    if cls is None or name is None or not hasattr(cls, "family") or inspect.isabstract(cls):
        raise InputError(
            f"{given!r} is not a kind of a scenario",
            ENTRY_POINTS,
            'a class of a family such as AbstractSensor, with `kind: Literal["..."]`, '
            "and without abstract methods",
            "correct the class, or the entry point that names it",
        )
    kinds = by_family.setdefault(cls.family, {})
    other = kinds.setdefault(name, cls)
    if other is not cls:
        raise InputError(
            f"there are two kinds {name!r} of {cls.family}: {_place(other)} and {_place(cls)}",
            ENTRY_POINTS,
            "a different name for each kind of a family",
            "rename one of them",
        )


def _place(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


@final
@dataclass(frozen=True)
class ByKind:
    """Marks a field that holds any kind of a family: `Annotated[AbstractSensor, ByKind(...)]`.

    The kind is looked up when a file is read, so a kind may be registered at any time.
    """

    base: type[AbstractKind]

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Choose the class by the value's `kind`, and let that class check the value."""
        return core_schema.no_info_plain_validator_function(self._checked)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """A placeholder for all kinds of the family."""
        return {KINDS_KEY: self.base.family}

    def _checked(self, value: Any) -> AbstractKind:  # noqa: ANN401 - whatever a file holds
        if isinstance(value, self.base):
            return value
        if self.base.has_short_form and isinstance(value, str):
            value = {"kind": value}
        if not isinstance(value, Mapping):
            raise PydanticCustomError("not_a_mapping", "")
        if "kind" not in value and "type" in value and kind_named(self.base, OWN) is not None:
            value = {**value, "kind": OWN}
        if "kind" not in value:
            raise PydanticCustomError("missing_kind", "")
        name = value["kind"]
        cls = kind_named(self.base, name) if isinstance(name, str) else None
        if cls is None:
            context = {"kind": str(name), "known": tuple(kinds_of(self.base))}
            raise PydanticCustomError("unknown_kind", "", context)
        return cls.model_validate(value)
