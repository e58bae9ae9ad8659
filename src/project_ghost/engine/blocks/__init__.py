"""The block library: sources, arithmetic, dynamics, control, noise, routing, logic.

General layout: one file per block; `_require` (parameter checks for their constructors).
"""

from ._clock import Clock as Clock
from ._constant import Constant as Constant
from ._delay import Delay as Delay
from ._demux import Demux as Demux
from ._first_order_lag import FirstOrderLag as FirstOrderLag
from ._gain import Gain as Gain
from ._integrator import Integrator as Integrator
from ._lookup_table import LookupTable as LookupTable
from ._mux import Mux as Mux
from ._noise_source import NoiseSource as NoiseSource
from ._pid import PID as PID
from ._random_walk import RandomWalk as RandomWalk
from ._sample_and_hold import SampleAndHold as SampleAndHold
from ._saturation import Saturation as Saturation
from ._state_machine import StateMachine as StateMachine
from ._state_machine import Transition as Transition
from ._sum import Sum as Sum

__all__ = [
    "PID",
    "Clock",
    "Constant",
    "Delay",
    "Demux",
    "FirstOrderLag",
    "Gain",
    "Integrator",
    "LookupTable",
    "Mux",
    "NoiseSource",
    "RandomWalk",
    "SampleAndHold",
    "Saturation",
    "StateMachine",
    "Sum",
    "Transition",
]
