"""What is simulated: a scenario as a file, checked, and as a graph of components.

General layout: `file` (reading and checking files), `spec` (the parts of a file as typed
values), `actors`, `faults`, `events` (components), `assembly` (the graph), builtin/ (files).
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

__all__ = [
    "ScenarioFile",
    "builtin_names",
    "builtin_path",
    "canonical_json",
    "load_scenario",
    "parse_canonical",
    "parse_scenario",
    "scenario_digest",
    "scenario_from_canonical",
    "scenario_path",
    "scenario_schema",
]
