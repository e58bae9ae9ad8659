"""Checkers that users call on their own parts of a simulation.

General layout: `_check` (what users call), `_finding` (how a finding reads), `_bench` (a
component alone, with random inputs), and one file for each kind of check: `_calls`,
`_agreement`, `_level`, `_snapshot`.
"""

from ._check import check_component as check_component
from ._finding import ComponentError as ComponentError

__all__ = ["ComponentError", "check_component"]
