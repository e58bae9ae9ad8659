"""An estimator of a class of the user's own."""

from collections.abc import Iterator
from typing import Literal

from project_ghost.estimation import BELIEF_SIGNALS
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem, Sampled
from project_ghost.scenario.own import OWN_KEYS, OwnClass
from project_ghost.scenario.sensors import TRUTH_SIGNALS

from ._abstract import AbstractEstimator, recorded_in_step_problems

__all__ = ["OwnEstimator"]


class OwnEstimator(OwnClass, Sampled, AbstractEstimator):
    """An estimator of your own class, with the outputs of a belief.

    `inputs` names the signals of sensors that it reads. An input called like a signal of the
    true state reads that.
    """

    model_config = OWN_KEYS

    kind: Literal["own"] = "own"

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a rate at which its belief cannot be recorded with the poses."""
        yield from super().problems(context, keys)
        yield from recorded_in_step_problems(context, keys, self)

    def add_component(self, draft: GraphDraft, actor: str, name: str, full: str) -> None:
        """Add the component of the user's class, and connect it."""
        keys = ("actors", actor, "estimators", name)
        component = self.own_component(draft, keys, {})
        self.require_outputs(draft, keys, component, *BELIEF_SIGNALS)
        draft.add(keys, full, component, draft.group_of(self))
        truth = {port: f"{draft.truths[actor]}.{port}" for port in TRUTH_SIGNALS}
        self.connect_inputs(draft, keys, full, truth)
