"""The base class of all sensors."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeAlias, final

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent, RecordField, TextField
from project_ghost.scenario.draft import SAMPLES_MAX, GraphDraft
from project_ghost.scenario.file.ranges import Fraction01
from project_ghost.scenario.file.section import LatencyNs, Sampled
from project_ghost.scenario.kinds import AbstractKind, ByKind

__all__ = ["TRUTH_SIGNALS", "AbstractSensor", "AnySensor", "ObjectList"]

# The signals of an actor's true state, by the names of the inputs that read them.
TRUTH_SIGNALS = ("position", "attitude", "velocity", "rate", "acceleration")


@final
@dataclass(frozen=True)
class ObjectList:
    """An output that is a list of objects: its columns, and the output with their number."""

    fields: Sequence[RecordField | TextField]
    count: str


class AbstractSensor(Sampled, AbstractKind):
    """A sensor on an actor. Numbers that are left out are the defaults of its component.

    A kind names the class of its component; its keys are the component's parameters, unless it
    overrides `make`. Inputs of the component that are called like signals of the truth, or
    `bodies`, are connected. A message has all outputs, with their units in their names, except
    those with `bias` in their names and those that say whether others are present.
    """

    family: ClassVar[str] = "sensor"
    component: ClassVar[type[AbstractComponent]]

    latency: LatencyNs = Field(
        default=0, description="delay of a measurement; a whole number of samples"
    )
    dropout: Fraction01 = Field(default=0.0, description="probability that a sample is lost")

    @property
    def named_inputs(self) -> Collection[str]:
        """The inputs for which the file names a signal."""
        return ()

    def make(self, draft: GraphDraft, actor: str, **values: Any) -> AbstractComponent:  # noqa: ANN401, ARG002
        """The component with these parameters, on an actor."""
        return self.component(**values)

    def new_component(
        self, draft: GraphDraft, actor: str, name: str, group: str
    ) -> AbstractComponent:
        """The component with the values of the file."""
        values = self.model_dump(exclude={"kind", *Sampled.model_fields}, exclude_none=True)
        return self.make(draft, actor, **values | self.link_parameters(draft, actor, name, group))

    def add(self, draft: GraphDraft, actor: str, name: str) -> None:
        """Add the sensor in its own rate group, and publish its measurements."""
        keys = ("actors", actor, "sensors", name)
        graph, full = draft.graph, f"{actor}/{name}"
        group = draft.group_of(self)
        component = self.new_component(draft, actor, name, group)
        draft.add(keys, full, component, group)
        for port in component.inputs():
            if port in self.named_inputs:
                continue
            if port in TRUTH_SIGNALS:
                graph.connect(f"{draft.truths[actor]}.{port}", f"{full}.{port}")
            elif port == "bodies":
                graph.connect("Scene.bodies", f"{full}.bodies")
        tables = self.object_lists(draft)
        biases = (port for port in component.outputs() if "bias" in port)
        graph.publish(
            f"/sensors/{actor}/{name}",
            draft.message_fields(full, *biases, *(table.count for table in tables.values())),
            group,
            columns={f"{full}.{port}": table.fields for port, table in tables.items()},
            counts={f"{full}.{port}": f"{full}.{table.count}" for port, table in tables.items()},
            labels={"actor": actor},
            schema=f"ghost.Sensor.{actor}.{name}",
            about="A measurement of a sensor, at every sample that has one.",
        )

    def object_lists(self, draft: GraphDraft) -> Mapping[str, ObjectList]:  # noqa: ARG002
        """The outputs that are lists of objects, by their names."""
        return {}

    def link_parameters(
        self, draft: GraphDraft, actor: str, name: str, group: str
    ) -> dict[str, Any]:
        """The probability of dropouts, and the latency in samples with what faults add to it."""
        values: dict[str, Any] = {"dropout": self.dropout}
        keys = ("actors", actor, "sensors", name, "latency")
        values["latency"] = draft.samples(self.latency, group, keys)
        extra = [
            draft.samples(delay_ns, group, ("faults", number, "extra"))
            for number, fault in enumerate(draft.spec.faults)
            if (delay_ns := fault.sensor_delay_ns(actor, name))
        ]
        if values["latency"] + sum(extra) > SAMPLES_MAX:
            raise draft.refused(
                keys,
                InputError(
                    f"{actor}.{name} would be {values['latency'] + sum(extra)} samples late",
                    expected=f"{SAMPLES_MAX} at most, with the latency of faults",
                    fix="shorten the latency, or sample less often",
                ),
            )
        if extra:
            values["extra_latency_max"] = sum(extra)
        return values


AnySensor: TypeAlias = Annotated[AbstractSensor, ByKind(AbstractSensor)]
