"""The base class of all kinds of actors."""

from abc import abstractmethod
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from project_ghost.models.truth import BodyTruth
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.estimators import AnyEstimator, publish_state
from project_ghost.scenario.file.section import Colour, Name
from project_ghost.scenario.kinds import AbstractKind, ByKind
from project_ghost.scenario.sensors import TRUTH_SIGNALS, AnySensor
from project_ghost.scenario.tables import Table
from project_ghost.world.objects import ObjectKind

__all__ = ["AbstractActor", "AnyActor"]


class AbstractActor(AbstractKind):
    """An actor that the scenario names."""

    family: ClassVar[str] = "actor"
    # The actuators of its kind.
    actuators: ClassVar[tuple[str, ...]] = ()
    has_wheels: ClassVar[bool] = False
    # Whether its true state is published even if it has no estimator: a pose has no roll and pitch.
    publishes_truth: ClassVar[bool] = False
    # Whether the acceleration of its true state is the mean over the last step.
    truth_has_mean_acceleration: ClassVar[bool] = True

    colour: Colour | None = Field(default=None, description="colour in pictures")
    sensors: dict[Name, AnySensor] = Field(default={}, description="its sensors, by name")
    estimators: dict[Name, AnyEstimator] = Field(
        default={}, description="estimators of its own state, by name"
    )

    @abstractmethod
    def table_key(self, name: str) -> tuple[str, ...]:
        """Actors with the same key share a table; it begins with the table's name."""

    def bodies_component(self, table: str) -> str:
        """The component of a table that has the bodies of its actors."""
        return table

    @classmethod
    @abstractmethod
    def add_table(cls, draft: GraphDraft, table: Table) -> None:
        """Add the plant, and the controller, of the actors of a table, and register them."""

    @property
    def working_actuators(self) -> tuple[str, ...]:
        """The actuators that faults may name, of this very actor."""
        return self.actuators

    @property
    def is_removable(self) -> bool:
        """Whether a fault may remove it."""
        return True

    @property
    def object_kind(self) -> ObjectKind:
        """What it is to planners and metrics."""
        return ObjectKind.GENERIC_OBJECT

    @property
    @abstractmethod
    def length_m(self) -> float:
        """The length of its body, for drivers that keep their distance to it."""

    @property
    @abstractmethod
    def above_m(self) -> float:
        """How far its body reaches over its z."""

    @property
    def below_m(self) -> float:
        """How far its body reaches under its z."""
        return 0.0

    def add_truth(self, draft: GraphDraft, name: str) -> str:
        """Add the component that has the actor's true state; its name."""
        truth = f"{name}/truth"
        draft.graph.add(truth, BodyTruth(rows=draft.rows, row=draft.row_of(name)), EVERY_STEP)
        draft.graph.connect("Scene.bodies", f"{truth}.bodies")
        return truth

    def add_sensors(self, draft: GraphDraft, name: str) -> None:
        """Add its sensors, and its true state for them."""
        if self.sensors or self.estimators or self.publishes_truth:
            draft.truths[name] = self.add_truth(draft, name)
        for sensor_name, sensor in self.sensors.items():
            sensor.add(draft, name, sensor_name)

    def add_estimators(self, draft: GraphDraft, name: str) -> None:
        """Add its estimators; publish its true state and the beliefs at the same times."""
        if self.estimators or self.publishes_truth:
            channel, truth = f"/truth/{name}/state", draft.truths[name]
            publish_state(draft, channel, name, truth, TRUTH_SIGNALS, is_belief=False)
        for estimator_name, estimator in self.estimators.items():
            estimator.add(draft, name, estimator_name)


AnyActor: TypeAlias = Annotated[AbstractActor, ByKind(AbstractActor)]
