"""The base class of all estimators."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, ClassVar, TypeAlias

from project_ghost.core.errors import GhostError, InputError
from project_ghost.estimation import BELIEF_SIGNALS
from project_ghost.scenario.draft import RECORDING, GraphDraft, StateChannel
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem, Sampled
from project_ghost.scenario.kinds import AbstractKind, ByKind

__all__ = ["AbstractEstimator", "AnyEstimator", "publish_state", "recorded_in_step_problems"]


class AbstractEstimator(AbstractKind):
    """An estimator of an actor's own state. Its component has the outputs `BELIEF_SIGNALS`."""

    family: ClassVar[str] = "estimator"

    @abstractmethod
    def add_component(self, draft: GraphDraft, actor: str, name: str, full: str) -> None:
        """Add the component `full` of the estimator `name` and connect its inputs."""

    def add(self, draft: GraphDraft, actor: str, name: str) -> None:
        """Add the estimator, and publish what it believes."""
        full = f"{actor}/{name}"
        self.add_component(draft, actor, name, full)
        channel = f"/belief/{actor}/{name}/state"
        publish_state(draft, channel, actor, full, BELIEF_SIGNALS, is_belief=True)

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a name that a sensor of the same actor has."""
        yield from super().problems(context, keys)
        actor, name = str(keys[1]), str(keys[-1])
        if name in context.spec.actors[actor].sensors:
            yield (
                keys,
                InputError(
                    f"{actor} also has a sensor {name!r}",
                    expected="different names for all sensors and estimators of an actor",
                    fix="rename one of the two",
                ),
            )


def publish_state(
    draft: GraphDraft,
    channel: str,
    actor: str,
    component: str,
    ports: tuple[str, ...],
    *,
    is_belief: bool,
) -> None:
    """Publish the state of an actor, true or believed, with the poses."""
    signals = tuple(f"{component}.{port}" for port in ports)
    draft.graph.publish(channel, signals, RECORDING)
    draft.states[channel] = StateChannel(actor, signals, is_belief)


def recorded_in_step_problems(
    context: CheckContext, keys: KeyPath, sampled: Sampled
) -> Iterator[Problem]:
    """Report an estimator without a sample at each pose, with which its belief is recorded."""
    if sampled.on_grid:
        yield (
            (*keys, "on_grid"),
            InputError(
                "an estimator on_grid is not sampled at every time of the recording",
                expected="a period that divides recording.pose",
                fix="choose such a rate, without on_grid",
            ),
        )
        return
    try:
        period_ns = sampled.period_ns(context.spec.step)
    except GhostError:
        return  # the rates have a check of their own
    pose_ns = context.spec.recording.pose
    if pose_ns % period_ns:
        yield (
            (*keys, "rate_hz" if sampled.rate_hz is not None else "period"),
            InputError(
                f"a sample every {period_ns:_} ns misses some times of the recording",
                expected=f"a period that divides recording.pose, {pose_ns:_} ns",
                fix="change one of the two",
            ),
        )


AnyEstimator: TypeAlias = Annotated[AbstractEstimator, ByKind(AbstractEstimator)]
