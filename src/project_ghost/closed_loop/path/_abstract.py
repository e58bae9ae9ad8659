"""What a path is."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from project_ghost.closed_loop.states import ProgressStateSE2

__all__ = ["AbstractPath"]


class AbstractPath(ABC):
    """Poses by the distance along them."""

    @abstractmethod
    def get_start_progress(self) -> float:
        """The progress of the first pose."""

    @abstractmethod
    def get_end_progress(self) -> float:
        """The progress of the last pose."""

    @abstractmethod
    def get_state_at_progress(self, progress: float) -> ProgressStateSE2:
        """The pose at a progress within the path."""

    @abstractmethod
    def get_state_at_progresses(self, progresses: Sequence[float]) -> list[ProgressStateSE2]:
        """The poses at several progresses within the path."""

    @abstractmethod
    def get_sampled_path(self) -> list[ProgressStateSE2]:
        """The poses that the path was made of."""
