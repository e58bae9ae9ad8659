"""A study with all defaults filled in, as a file that can be run again."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml

from project_ghost.core.duration import duration_literal
from project_ghost.core.files import write_whole

from ._conditions import FACTORS
from ._file import COMMAND, Scenario, Study

__all__ = ["STUDY_YAML", "resolved_text", "write_resolved"]

STUDY_YAML = "study.yaml"
_COMMAND_KEYS = ("command", "columns", "suffix")


def write_resolved(study: Study, folder: Path) -> None:
    """Write FOLDER/study.yaml."""
    write_whole(folder / STUDY_YAML, resolved_text(study))


def resolved_text(study: Study) -> str:
    """The text of study.yaml with every key."""
    document: dict[str, Any] = {"version": 1, "name": study.name}
    if study.description:
        document["description"] = study.description
    settings = dict(study.settings)
    if study.simulator == COMMAND:
        document |= {key: settings.pop(key) for key in _COMMAND_KEYS if key in settings}
    else:
        document["simulator"] = study.simulator
    if settings:
        document["settings"] = settings
    document |= {"seed": study.seed, "tolerance_m": study.tolerance_m}
    if study.duration_ns is not None:
        document["duration"] = duration_literal(study.duration_ns)
    document |= {
        "end": {
            "first_collision": study.end_at_first_collision,
            "last_waypoint": study.end_at_last_waypoint,
        },
        "scenarios": {scenario.name: _scenario(scenario) for scenario in study.scenarios},
        "controllers": dict(study.controllers),
        "baseline": {name: getattr(study.baseline, field) for name, field in FACTORS.items()},
        "factors": dict(study.factors),
        "confidence": asdict(study.confidence),
        "repeats": study.repeats,
        "budget": "none" if study.budget_ns is None else duration_literal(study.budget_ns),
        "stop_early": study.stop_early,
        "fresh_repeats": study.fresh_repeats,
        "time_limit": duration_literal(study.time_limit_ns),
        "log_every": duration_literal(study.log_every_ns),
        "restricted": {"load": study.restricted_load_percent},
        "memory_test_mb": study.memory_test_mb,
    }
    if study.nice_at_loads:
        nice = {"levels": study.factors["nice"], "at_load": study.nice_at_loads}
        document["factors"]["nice"] = nice
    return yaml.safe_dump(_plain(document), sort_keys=False, allow_unicode=True, width=100)


def _scenario(scenario: Scenario) -> dict[str, object]:
    found: dict[str, object] = {}
    if scenario.collision is not None:
        found["collision"] = scenario.collision
    if scenario.settings:
        found["settings"] = scenario.settings
    if scenario.actors:
        found["actors"] = scenario.kinds or scenario.actors
    return found


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value
