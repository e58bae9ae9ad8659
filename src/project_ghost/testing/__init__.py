"""Checkers for users' own components.

General layout: `_check` (what users call), `_finding` (a finding as text), `_bench` (a component
alone, with random inputs), `_bits` (values as text that shows every bit), and one file for each
kind of check: `_calls`, `_agreement`, `_level`, `_snapshot`.
"""

from ._agreement import InterpretedOnlyWarning as InterpretedOnlyWarning
from ._check import check_component as check_component
from ._finding import ComponentError as ComponentError

__all__ = ["ComponentError", "InterpretedOnlyWarning", "check_component"]
