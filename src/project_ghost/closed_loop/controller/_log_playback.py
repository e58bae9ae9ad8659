"""Log playback: the ego drives as recorded, whatever is planned."""

from collections.abc import Mapping
from typing import Any, final

from ._abstract import AbstractEgoController

__all__ = ["LogPlaybackController"]


@final
class LogPlaybackController(AbstractEgoController):
    """The ego drives as the expert of the scenario did; plans are recorded and not driven."""

    def driver_keys(self) -> Mapping[str, Any]:
        """Keys of the driver's section."""
        return {"controller": "log"}
