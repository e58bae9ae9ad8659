"""The determinism linter: finds code that makes a simulation non-deterministic.

General layout, from a file's bytes to a report:

- `python`: one file: parsed, its names resolved, its types inferred where the file states them.
- `project`: the whole program: what files know about each other.
- `_rule`, `_rules` and `_registry`: the rules, one per file, found in their folders.
- `settings`: configuration, selected rules, files.
- `_finding`, `_allow`, `_check`, `_fixes`, `_cache` and `_run`: from a file to its findings and
  fixes, from many files to one report.
- `_formats`: the report as text, JSON, SARIF or annotations.

Why: ADR 13.
"""

from ._finding import Finding, Severity
from ._formats import FORMATS
from ._formats.text import write as write_text
from ._formats.text import write_statistics
from ._registry import all_rules
from ._rule import Rule
from ._run import Report, fix_paths, lint_paths
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
    "fix_paths",
    "lint_paths",
    "load_config",
    "write_statistics",
    "write_text",
]
