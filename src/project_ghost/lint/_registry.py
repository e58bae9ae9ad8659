"""All rules, collected from the folders of their families."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache

from . import _rules
from ._rule import Rule

__all__ = ["all_rules", "rules_by_name"]


@cache
def all_rules() -> tuple[Rule, ...]:
    """One instance of every rule, sorted by code."""
    rules = sorted(_instances(), key=lambda rule: rule.code)
    names = [name for rule in rules for name in (rule.code, rule.name)]
    assert len(names) == len(set(names)), "two rules share a code or a name"
    return tuple(rules)


@cache
def rules_by_name() -> dict[str, Rule]:
    """All rules by their code and by their name."""
    return {name: rule for rule in all_rules() for name in (rule.code, rule.name)}


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
