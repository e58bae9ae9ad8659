"""The controller that a scenario file names."""

from collections.abc import Mapping
from typing import Any, final

from ._abstract import AbstractEgoController

__all__ = ["ScenarioEgoController"]


@final
class ScenarioEgoController(AbstractEgoController):
    """The ego drives its plans as the scenario file says."""

    def driver_keys(self) -> Mapping[str, Any]:
        """None: the scenario has them."""
        return {}
