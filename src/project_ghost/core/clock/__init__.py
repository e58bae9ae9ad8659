"""Simulated time: the one clock of a run, and the clock of a replay.

General layout: `_agenda` orders what is to be called and when; `_event` is the handle a
caller gets; `_abstract` reads time and schedules; `_sim` and `_replay` move it.
"""

from ._abstract import AbstractClock as AbstractClock
from ._event import ScheduledEvent as ScheduledEvent
from ._replay import ReplayClock as ReplayClock
from ._sim import SimClock as SimClock

__all__ = ["AbstractClock", "ReplayClock", "ScheduledEvent", "SimClock"]
