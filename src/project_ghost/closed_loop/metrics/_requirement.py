"""What a run has to achieve, such as `goal_reached` or `score>=0.8`."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._evaluate import RunScore, builtin_metrics

__all__ = ["Requirement"]

SCORE = "score"
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_FORM = re.compile(
    r"\s*(\w+)\s*(?:(>=|<=|==|>|<)\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*)?"
)


@final
@dataclass(frozen=True)
class Requirement:
    """A bound for the score of a run or for the value of a metric.

    The value of a metric is its score, or its first statistic where it has no score.
    """

    name: str
    comparison: str = "=="
    bound: float = 1.0

    @classmethod
    def parse(
        cls, text: str, where: str = "Requirement.parse", names: Sequence[str] | None = None
    ) -> "Requirement":
        """The requirement of `NAME>=NUMBER`; a name alone is required to be 1, or true.

        The name is one of `names`: the score and the built-in metrics, unless there are others.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise InputError(
                f"{text!r} is not a requirement",
                where,
                f"a metric, or a metric, one of {' '.join(_COMPARISONS)}, and a number",
                "write goal_reached, or score>=0.8",
            )
        name, comparison, bound = found.groups()
        known = (SCORE, *builtin_metrics()) if names is None else names
        if name not in known:
            raise InputError(
                f"there is no metric {name!r}{did_you_mean(name, known)}",
                where,
                f"one of {', '.join(known)}",
                "correct the name",
            )
        return cls(name) if comparison is None else cls(name, comparison, float(bound))

    def is_met(self, run: RunScore | None) -> bool:
        """Whether a run achieves it; one without metrics does not, nor one without this value."""
        return self.is_met_by(None if run is None else self._value(run))

    def is_met_by(self, value: float | None) -> bool:
        """Whether a value is within the bound; none at all is not."""
        return value is not None and _COMPARISONS[self.comparison](value, self.bound)

    def _value(self, run: RunScore) -> float | None:
        if self.name == SCORE:
            return run.score
        result = run.results[self.name]
        value = next(iter(result.statistics.values()), None)
        if result.score is not None:
            value = result.score
        return float(value) if isinstance(value, bool | int | float) else None
