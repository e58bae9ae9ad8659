"""Callbacks: observers of a simulation, which cannot change it.

General layout: `_abstract` (the interface), `_multi` (several as one), `_timing`, `_metric`,
`_visualization`. The callback that writes a recording is `project_ghost.runs.RecordingCallback`.
"""

from ._abstract import AbstractCallback as AbstractCallback
from ._metric import MetricCallback as MetricCallback
from ._multi import MultiCallback as MultiCallback
from ._timing import TimingCallback as TimingCallback
from ._visualization import AbstractVisualization as AbstractVisualization
from ._visualization import VisualizationCallback as VisualizationCallback

__all__ = [
    "AbstractCallback",
    "AbstractVisualization",
    "MetricCallback",
    "MultiCallback",
    "TimingCallback",
    "VisualizationCallback",
]
