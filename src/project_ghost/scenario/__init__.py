"""Scenarios: files that describe a simulation, and the graphs that are built from them.

General layout:

- `file`: read and check scenario files; `spec`: a scenario as a whole.
- `kinds`: the kinds of things in a scenario, found in these folders, one file per kind:
  `actors`, `vehicles` (models of cars), `drivers`, `sensors`, `estimators`, `populations`,
  `faults`. A file holds the section of the scenario file, its rules, and how it is added to the
  graph.
- `defaults`: the defaults of components as defaults of keys.
- `own`: classes of a user's own in any of these places; `components`: others of them, wired by
  the names of signals.
- `paths`: routes and the paths they mean on the map; `surroundings`: map, scenery, lights,
  weather, contacts; `recording`: what is recorded.
- `assembly`: builds the graph, on a `draft`; `tables`: the rows of the scene and their actors;
  `names`: the names of what is in it; `planned`: the actors that a planner drives;
  `controlled`: those that actions drive; `events`: the components that make events.
- `tracks`: files of recorded actors; `commonroad`: CommonRoad files as scenarios.

The built-in scenarios are YAML files in builtin/.
"""

from .file._canonical import canonical_json as canonical_json
from .file._canonical import scenario_digest as scenario_digest
from .file._canonical import scenario_from_canonical as scenario_from_canonical
from .file._canonical import scenario_schema as scenario_schema
from .file._library import builtin_names as builtin_names
from .file._library import builtin_path as builtin_path
from .file._library import scenario_path as scenario_path
from .file._load import ScenarioFile as ScenarioFile
from .file._load import load_scenario as load_scenario
from .file._load import parse_canonical as parse_canonical
from .file._load import parse_scenario as parse_scenario
from .file._load import with_settings as with_settings
from .file._resolved import resolved as resolved

__all__ = [
    "ScenarioFile",
    "builtin_names",
    "builtin_path",
    "canonical_json",
    "load_scenario",
    "parse_canonical",
    "parse_scenario",
    "resolved",
    "scenario_digest",
    "scenario_from_canonical",
    "scenario_path",
    "scenario_schema",
    "with_settings",
]
