"""Evaluate all metrics on a run."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import final

from project_ghost.core.errors import InputError

from ._evaluation import Evaluation, Metric
from ._result import MetricResult
from ._run_arrays import RunArrays
from ._score import CLOSED_LOOP, OPEN_LOOP, Challenge

__all__ = ["RunScore", "builtin_metrics", "evaluate"]


@final
@dataclass(frozen=True)
class RunScore:
    """The score of a run, and what each metric found in it."""

    score: float
    challenge: str
    results: Mapping[str, MetricResult]


@cache
def builtin_metrics() -> Mapping[str, Metric]:
    """All built-in metrics by name; each is the function `measure` of a module of this package."""
    package = __name__.rpartition(".")[0]
    modules = pkgutil.iter_modules(importlib.import_module(package).__path__)
    names = sorted(info.name for info in modules if not info.name.startswith("_"))
    found = {name: importlib.import_module(f"{package}.{name}") for name in names}
    return MappingProxyType(
        {name: module.measure for name, module in found.items() if hasattr(module, "measure")}
    )


def evaluate(
    run: RunArrays, own: Iterable[Metric] = (), *, challenge: Challenge = CLOSED_LOOP
) -> RunScore:
    """Evaluate the built-in metrics and those of the user's own on a run.

    A metric of one's own is a function that takes the `Evaluation` and returns a `MetricResult`; it
    is called by its name, and weighs 1 in the score where it has one.
    """
    metrics = dict(builtin_metrics())
    for metric in own:
        name = getattr(metric, "__name__", type(metric).__name__)
        if name in metrics:
            raise InputError(
                f"there are two metrics called {name!r}",
                "evaluate",
                f"another name than {', '.join(builtin_metrics())}",
                "rename the function",
            )
        metrics[name] = metric
    evaluation = Evaluation(run, metrics)
    results = {name: evaluation.result(name) for name in metrics}
    other = OPEN_LOOP if challenge is CLOSED_LOOP else CLOSED_LOOP
    counted = {
        name: result
        for name, result in results.items()
        if name in challenge.metrics or name not in other.metrics
    }
    return RunScore(challenge.score(counted), challenge.name, MappingProxyType(results))
