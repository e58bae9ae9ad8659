"""The sections of a scenario, and the types of their keys."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from project_ghost.scenario.kinds import OWN, AbstractKind, kinds_of

from .section import KeyPath, Section

__all__ = ["names_to", "section_of", "sections_in", "type_of_key"]


def sections_in(value: object, keys: KeyPath = ()) -> Iterator[tuple[KeyPath, Section]]:
    """All sections of a value, with the keys that lead to them."""
    if isinstance(value, Section):
        yield keys, value
        for name in type(value).model_fields:
            yield from sections_in(getattr(value, name), (*keys, name))
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from sections_in(each, (*keys, name))
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from sections_in(each, (*keys, number))


def section_of(annotation: Any, value: object) -> type[Section] | None:  # noqa: ANN401
    """The class of a value's section, by the type of its key and by its `kind`."""
    if not isinstance(value, Mapping):
        return None
    section = _section_in(annotation)
    if section is not None and issubclass(section, AbstractKind):
        chosen = value.get("kind", OWN if "type" in value else None)
        return kinds_of(section).get(str(chosen))
    return section


def type_of_key(section: type[Section] | None, key: str) -> Any:  # noqa: ANN401
    """The type of a key of a section; None where there is no such key."""
    field = None if section is None else section.model_fields.get(key)
    return None if field is None else field.annotation


def names_to(annotation: Any) -> Any:  # noqa: ANN401
    """The type of the values where a key holds a mapping from names; else None."""
    return get_args(annotation)[1] if get_origin(annotation) is dict else None


def _section_in(annotation: Any) -> type[Section] | None:  # noqa: ANN401
    """The section that an annotation has in it: `Box | None`, `tuple[Route, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return annotation
    sections = (_section_in(each) for each in get_args(annotation))
    return next((each for each in sections if each is not None), None)
