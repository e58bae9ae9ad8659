"""The experiments of a study: each factor varied on its own from the baseline."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.study.results._conclusions import level_name
from project_ghost.study.results._results import BASELINE

from ._conditions import FACTORS, Conditions, ProcessMode
from ._file import Scenario, Study

__all__ = ["Experiment", "planned_experiments"]

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9.+=_-]")


@final
@dataclass(frozen=True)
class Experiment:
    """One scenario under one set of conditions."""

    id: str
    scenario: Scenario
    factor: str
    level: str
    conditions: Conditions
    settings: Mapping[str, object]

    def identity(self, study: Study) -> dict[str, Any]:
        """Everything that its traces depend on; a folder with another identity is refused."""
        return {
            "actors": list(self.scenario.actors),
            "conditions": {
                name: value
                for name, field in FACTORS.items()
                # Folders of older versions do not have it.
                if (value := getattr(self.conditions, field)) != "any" or name != "memory"
            },
            "scenario": self.scenario.name,
            "seed": study.seed,
            "settings": {
                key: value for key, value in self.settings.items() if key != "time_limit_ns"
            },
            "simulator": study.simulator,
        }

    def is_fresh(self, repeat: int, study: Study) -> bool:
        """Whether a repeat (from 1) runs in a new process.

        With `mixed`, every second one does until there are enough, so that each stage compares
        both kinds.
        """
        if study.is_command or self.conditions.process is ProcessMode.FRESH:
            return True
        is_in_turn = repeat % 2 == 1 and repeat < 2 * study.fresh_repeats
        return self.conditions.process is ProcessMode.MIXED and is_in_turn


@checked_arguments
def planned_experiments(study: Study) -> tuple[Experiment, ...]:
    """The baseline of all scenarios, then each level of each factor."""
    base = study.baseline
    factor_of: dict[Conditions, str] = {base: BASELINE}
    for factor in FACTORS:
        loads = study.nice_at_loads if factor == "nice" and study.nice_at_loads else None
        for load in loads or (base.load_percent,):
            for level in study.factors.get(factor, ()):
                conditions = base.with_level("load", load).with_level(factor, level)
                factor_of.setdefault(conditions, factor)
    return tuple(
        Experiment(
            f"{scenario.name}.{_difference(conditions, base)}",
            scenario,
            factor,
            "" if factor == BASELINE else level_name(factor, conditions, base),
            conditions,
            study.settings_of(scenario, conditions.controller),
        )
        for conditions, factor in factor_of.items()
        for scenario in study.scenarios
    )


def _difference(conditions: Conditions, base: Conditions) -> str:
    parts = [
        f"{name}={getattr(conditions, field)}".replace(",", "+")
        for name, field in FACTORS.items()
        if getattr(conditions, field) != getattr(base, field)
    ]
    return _NOT_IN_NAMES.sub("_", ".".join(parts)) or BASELINE
