"""A scenario with the defaults that depend on other keys filled in."""

from typing import Any

from project_ghost.core.arguments import checked_arguments
from project_ghost.scenario.spec import ScenarioSpec

from .section import CheckContext, KeyPath, Section

__all__ = ["resolved"]


@checked_arguments
def resolved(spec: ScenarioSpec) -> ScenarioSpec:
    """The scenario with a value for each key that has been left out and has a default.

    Recordings carry the scenario without these values: in a fork that changes a key, the
    defaults that depend on it must follow.
    """
    filled: ScenarioSpec = _filled(spec, CheckContext(spec), ())
    return filled


def _filled(value: Any, context: CheckContext, keys: KeyPath) -> Any:  # noqa: ANN401
    if isinstance(value, Section):
        known = {
            name: _filled(getattr(value, name), context, (*keys, name))
            for name in type(value).model_fields
        }
        defaults = value.dependent_defaults(context, keys)
        known |= {name: each for name, each in defaults.items() if known[name] is None}
        return value.model_copy(update=known)
    if isinstance(value, dict):
        return {name: _filled(each, context, (*keys, name)) for name, each in value.items()}
    if isinstance(value, tuple):
        return tuple(_filled(each, context, (*keys, i)) for i, each in enumerate(value))
    return value
