"""Perfect tracking: the ego is where its plan says."""

from collections.abc import Mapping
from typing import Any, final

from ._abstract import AbstractEgoController

__all__ = ["PerfectTrackingController"]


@final
class PerfectTrackingController(AbstractEgoController):
    """The ego is where its plan says, at every step of the engine."""

    def driver_keys(self) -> Mapping[str, Any]:
        """Keys of the driver's section."""
        return {"controller": "perfect"}
