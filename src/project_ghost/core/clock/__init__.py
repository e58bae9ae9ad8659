"""Simulated time: the one clock of a run, and the clock of a replay.

General layout: `_agenda` orders callbacks by time and registration; `_event` is the handle of a
scheduled callback; `_abstract` reads the time and schedules; `_sim` and `_replay` advance it.
"""

from ._abstract import AbstractClock as AbstractClock
from ._event import ScheduledEvent as ScheduledEvent
from ._replay import ReplayClock as ReplayClock
from ._sim import SimClock as SimClock

__all__ = ["AbstractClock", "ReplayClock", "ScheduledEvent", "SimClock"]
