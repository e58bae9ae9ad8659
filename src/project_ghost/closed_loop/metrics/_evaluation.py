"""Evaluate metrics on a run: each once, also where several others build on it."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeAlias, final

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._result import MetricResult
from ._run_arrays import RunArrays
from .common.collisions import Collision, collisions_of
from .common.lanes import EgoLanes
from .common.reference import Reference, reference_of

__all__ = ["Evaluation", "Metric"]

# A metric is a function from the evaluation of a run to what it finds there.
Metric: TypeAlias = Callable[["Evaluation"], MetricResult]


@final
class Evaluation:
    """One run under evaluation: its arrays, what metrics share, and results as they are needed."""

    def __init__(self, run: RunArrays, metrics: Mapping[str, Metric]) -> None:
        self.run = run
        self._metrics = metrics
        self._results: dict[str, MetricResult] = {}

    def result(self, name: str) -> MetricResult:
        """What the metric of this name finds; computed once."""
        if name not in self._results:
            if name not in self._metrics:
                raise InputError(
                    f"there is no metric {name!r}{did_you_mean(name, list(self._metrics))}",
                    "metrics",
                    f"one of {', '.join(self._metrics)}",
                    "correct the name, or evaluate that metric too",
                )
            self._results[name] = self._metrics[name](self)
        return self._results[name]

    @cached_property
    def collisions(self) -> tuple[Collision, ...]:
        """All collisions of the ego, each body once."""
        return collisions_of(self.run)

    @cached_property
    def lanes(self) -> EgoLanes | None:
        """The lanes under the ego at each sample; None without a map."""
        return None if self.run.map is None else EgoLanes(self.run, self.run.map)

    @cached_property
    def reference(self) -> Reference:
        """What the ego's progress is compared with."""
        return reference_of(self.run)
