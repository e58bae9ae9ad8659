"""The determinism linter: finds what makes a simulation answer differently.

General layout, from a file's bytes to a report:

- `_source`, `_syntax`, `_scopes`, `_tree`, `_builder`, `_classes`, `_names`, `_type`, `_inference`,
  `_components`, `_module`: one file, parsed, its names resolved, its types as far as
  they are plain.
- `_rule`, `_rules/<family>/<rule>`, `_registry`: what is looked for, one rule a file.
- `_selection`, `_globs`, `_config`, `_files`: what the user asked for.
- `_allow`, `_check`, `_cache`, `_run`: from a file to its findings, from many files to
  one report.
- `_formats/<format>`: the report as text, JSON, SARIF or annotations.

Why: ADR 13.
"""

from ._finding import Finding, Severity
from ._formats import FORMATS
from ._formats.text import write as write_text
from ._formats.text import write_statistics
from ._registry import all_rules
from ._rule import Rule
from ._run import Report, lint_paths
from .settings._config import Config, load_config
from .settings._selection import find

__all__ = [
    "FORMATS",
    "Config",
    "Finding",
    "Report",
    "Rule",
    "Severity",
    "all_rules",
    "find",
    "lint_paths",
    "load_config",
    "write_statistics",
    "write_text",
]
