"""What pickles of maps hold: their data, and not what was computed from it."""

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["stored_fields"]


def stored_fields(instance: "DataclassInstance") -> dict[str, object]:
    """The fields of a dataclass without the values that it caches, as the state to pickle."""
    return {each.name: getattr(instance, each.name) for each in fields(instance)}
