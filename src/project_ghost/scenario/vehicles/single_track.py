"""The single-track model."""

from typing import ClassVar, Literal

from project_ghost.engine import AbstractComponent
from project_ghost.models.vehicles import SingleTracks

from ._abstract import AbstractVehicleModel

__all__ = ["SingleTrack"]


class SingleTrack(AbstractVehicleModel):
    """A single-track vehicle with linear tyres."""

    component: ClassVar[type[AbstractComponent]] = SingleTracks
    table: ClassVar[str] = "Tracks"

    kind: Literal["single_track"]
