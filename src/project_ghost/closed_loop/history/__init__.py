"""What has happened in a simulation: the samples of a run, and the latest ones for a planner.

General layout: `_sample` (one immutable sample), `_history` (the samples of a run), `_buffer` (the
latest ones).
"""

from ._buffer import SimulationHistoryBuffer as SimulationHistoryBuffer
from ._history import SimulationHistory as SimulationHistory
from ._sample import SimulationHistorySample as SimulationHistorySample

__all__ = ["SimulationHistory", "SimulationHistoryBuffer", "SimulationHistorySample"]
