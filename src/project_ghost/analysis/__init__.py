"""Pure functions over recordings and traces; no analysis takes part in a run.

General layout:

- `traces` (repeats of one experiment), `trace_files` (reads them), `variance` (their spread),
  `binomial` (bounds on a proportion of all runs), `parting` (when actors part, in words),
  `gap_texts` (samples that are missing or not finite, in words).
- `scores` (those of a planner, beside the recording of its run).
- `divergence` (the first difference of two recordings).
- `belief_traceability` (truth and belief side by side; also exported here, where other programs
  import it), `belief` (the same from recordings, and the evaluation of estimators).
- `trajectories` (imported trajectories), `_stamps` (times in text files), `run_summary`,
  `behavior_trace`.
"""

from .belief_traceability import (
    BELIEF_TRACEABILITY_ANALYSIS_VERSION as BELIEF_TRACEABILITY_ANALYSIS_VERSION,
)
from .belief_traceability import (
    BELIEF_TRACEABILITY_REPORT_SCHEMA_VERSION as BELIEF_TRACEABILITY_REPORT_SCHEMA_VERSION,
)
from .belief_traceability import BeliefTraceabilityReport as BeliefTraceabilityReport
from .belief_traceability import BeliefTraceRecord as BeliefTraceRecord
from .belief_traceability import StreamsDifferError as StreamsDifferError
from .belief_traceability import build_traceability_report as build_traceability_report
from .belief_traceability import compute_orientation_error as compute_orientation_error
from .belief_traceability import compute_position_error as compute_position_error
from .belief_traceability import encode_belief_report_to_bytes as encode_belief_report_to_bytes
from .belief_traceability import generate_belief_report as generate_belief_report
from .belief_traceability import report_of_blocks as report_of_blocks
from .belief_traceability import report_of_pairs as report_of_pairs
from .belief_traceability import write_belief_report as write_belief_report

__all__ = [
    "BELIEF_TRACEABILITY_ANALYSIS_VERSION",
    "BELIEF_TRACEABILITY_REPORT_SCHEMA_VERSION",
    "BeliefTraceRecord",
    "BeliefTraceabilityReport",
    "StreamsDifferError",
    "build_traceability_report",
    "compute_orientation_error",
    "compute_position_error",
    "encode_belief_report_to_bytes",
    "generate_belief_report",
    "report_of_blocks",
    "report_of_pairs",
    "write_belief_report",
]
