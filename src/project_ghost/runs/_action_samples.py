"""Short scenarios with a car that recorded actions drive: every kind of action.

No built-in scenario has such a car; these say what machine code environments for learning need.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from project_ghost.scenario import ScenarioFile, parse_scenario
from project_ghost.scenario.controlled import actions_text

__all__ = ["action_samples"]

_ACTIONS = "actions.csv"
# By kind: an action, again and again.
_KINDS = {
    "control": [0.1, 0.0],
    "manoeuvre": [1.0],
    "trajectory": [number for state in range(1, 7) for number in (5.0 * state, 0.0)],
}


def action_samples() -> Iterator[ScenarioFile]:
    """A scenario for each kind of action, among cars that react."""
    for action, numbers in _KINDS.items():
        driver = {"kind": "actions", "action": action, "period": "100ms", "file": _ACTIONS}
        text = json.dumps(
            {
                "version": 1,
                "name": "action-sample",
                "step": "10ms",
                "duration": "3s",
                "map": "motorway",
                "actors": {
                    "ego": {
                        "kind": "car",
                        "start": {"lane": "south_2", "at_m": 20.0, "speed_mps": 10.0},
                        "speed_mps": 10.0,
                        "route": {"lanes": ["south_2"]},
                        "driver": driver,
                    }
                },
                "populations": {
                    "traffic": {
                        "kind": "car",
                        "count": 3,
                        "speed_mps": 10.0,
                        "routes": [{"lanes": ["south_1"]}],
                    }
                },
            }
        )
        table = actions_text(np.array([numbers]))
        yield replace(parse_scenario(text), attached={_ACTIONS: table.encode()})
