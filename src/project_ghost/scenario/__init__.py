"""What is simulated: a scenario as a file, checked, and as a graph of components.

General layout: `spec` (the parts of a file as typed values), `_load` with `_explain`,
`_overrides` and `_rules` (a file, checked), `_canonical` (one text for one scenario),
`_library` (those that come with the package, in builtin/).
"""

from ._canonical import canonical_json as canonical_json
from ._canonical import scenario_digest as scenario_digest
from ._canonical import scenario_from_canonical as scenario_from_canonical
from ._canonical import scenario_schema as scenario_schema
from ._library import builtin_names as builtin_names
from ._library import builtin_path as builtin_path
from ._library import scenario_path as scenario_path
from ._load import ScenarioFile as ScenarioFile
from ._load import load_scenario as load_scenario
from ._load import parse_canonical as parse_canonical
from ._load import parse_scenario as parse_scenario

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
