"""All rules, found by looking into the folders of the families."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache

from . import _rules
from ._rule import Rule

__all__ = ["all_rules", "by_word"]


@cache
def all_rules() -> tuple[Rule, ...]:
    """One instance of every rule, in the order of the codes."""
    rules = sorted(_instances(), key=lambda rule: rule.code)
    words = [word for rule in rules for word in (rule.code, rule.name)]
    assert len(words) == len(set(words)), "two rules share a code or a name"
    return tuple(rules)


@cache
def by_word() -> dict[str, Rule]:
    """The rules by code and by name."""
    return {word: rule for rule in all_rules() for word in (rule.code, rule.name)}


def _instances() -> Iterator[Rule]:
    for info in pkgutil.walk_packages(_rules.__path__, f"{_rules.__name__}."):
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            if (
                inspect.isclass(value)
                and issubclass(value, Rule)
                and value.__module__ == module.__name__
                and hasattr(value, "code")
            ):
                yield value()
