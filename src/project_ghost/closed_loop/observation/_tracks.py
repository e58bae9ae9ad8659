"""Recorded objects, as they were recorded."""

from collections.abc import Mapping
from typing import Any, final

from ._abstract import AbstractObservation

__all__ = ["ScenarioObservation", "TracksObservation", "WalkingPedestrians"]


@final
class TracksObservation(AbstractObservation):
    """Recorded objects move as they were recorded, whatever the ego does."""

    def traffic_keys(self) -> Mapping[str, Any]:
        """Keys of the tracks' section."""
        return {"reacting": "replay", "people": "replay"}


@final
class WalkingPedestrians(AbstractObservation):
    """Recorded people walk their recorded ways and avoid all that is near.

    All others move as they were recorded.
    """

    def traffic_keys(self) -> Mapping[str, Any]:
        """Keys of the tracks' section."""
        return {"reacting": "replay", "people": "walk"}


@final
class ScenarioObservation(AbstractObservation):
    """Everything moves as the scenario file says."""

    def traffic_keys(self) -> Mapping[str, Any]:
        """None: the scenario has them."""
        return {}
