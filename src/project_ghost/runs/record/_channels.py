"""The channels of a run's recording, with complete schemas, from what its graph publishes."""

from collections.abc import Iterator, Mapping

from project_ghost.engine import EventPublication, Graph, Publication
from project_ghost.scenario.assembly import Assembly
from project_ghost.state import VehicleState
from project_ghost.telemetry import (
    ChannelSpec,
    Column,
    JsonSchema,
    described_schema,
    message_channel,
    number_schema,
    table_schema,
)

from ._channel_descriptions import (
    COLUMNS,
    EVENTS,
    KINDS,
    PLAN,
    SIGNALS,
    VALID,
    EventMeaning,
    Meaning,
)

__all__ = ["CHANNEL_PLANS", "bulk_channels", "bus_channels", "plans_of"]

CHANNEL_PLANS = "/plans"

# The unit that the end of a field's name tells.
_UNITS = {
    "mps2": "m/s2",
    "mps": "m/s",
    "rps": "rad/s",
    "rad": "rad",
    "kg": "kg",
    "ns": "ns",
    "m": "m",
    "s": "s",
}


def bus_channels(assembly: Assembly) -> list[ChannelSpec]:
    """Every channel of the bus: the plans, and what the graph publishes, in its order."""
    found = {}
    if assembly.ways:
        found[CHANNEL_PLANS] = _plans()
    for each in assembly.graph.publications:
        if isinstance(each, EventPublication):
            found[each.channel] = _events(assembly.graph, each)
        elif each.channel in assembly.states:
            found[each.channel] = message_channel(each.channel, VehicleState)
        elif not each.bulk:
            found[each.channel] = _signals(assembly.graph, each)
    return list(found.values())


def bulk_channels(graph: Graph) -> dict[str, list[Column]]:
    """Every channel of samples in bulk, and its columns."""
    return {
        each.channel: [
            Column(name, graph.shape(name), graph.output(name, each.channel).unit or "")
            for name in each.signals
        ]
        for each in graph.publications
        if isinstance(each, Publication) and each.bulk
    }


def plans_of(assembly: Assembly) -> Iterator[Mapping[str, object]]:
    """What is published at the start: the way of each actor that has one, in actor order."""
    for table in assembly.tables:
        for name in table.names:
            if name in assembly.ways:
                x, y, speed = zip(*assembly.ways[name], strict=True)
                yield {"actor": name, "x_m": list(x), "y_m": list(y), "speed_mps": list(speed)}


def _plans() -> ChannelSpec:
    properties: dict[str, JsonSchema] = {
        "actor": {"type": "string", "description": "the actor's name in the scenario"}
    }
    for name, meaning in PLAN.fields.items():
        properties[name] = {
            "type": "array",
            "items": {"type": "number"},
            "minItems": 1,
            "description": f"{meaning.text} [{meaning.unit}]",
        }
    return ChannelSpec(
        CHANNEL_PLANS, PLAN.name, described_schema(PLAN.name, PLAN.about, properties)
    )


def _events(graph: Graph, each: EventPublication) -> ChannelSpec:
    meaning = EVENTS.get(each.channel)
    if meaning is None:
        component = each.records.partition(".")[0]
        about = f"A record of {component}: {_about(graph, component)}"
        meaning = EventMeaning(_schema_name(each.channel), about, {})
    properties = {
        field: _number(meaning.fields.get(field) or _guess(field)) for field in each.fields
    }
    return ChannelSpec(
        each.channel, meaning.name, described_schema(meaning.name, meaning.about, properties)
    )


def _signals(graph: Graph, each: Publication) -> ChannelSpec:
    name = _schema_name(each.channel)
    kind = each.channel.split("/")[1]
    about = KINDS[kind][1] if kind in KINDS else "Signals together, at every sample."
    columns = dict(each.columns)
    properties = {
        signal: _signal(graph, signal, columns.get(signal, ())) for signal in each.signals
    }
    return ChannelSpec(each.channel, name, described_schema(name, about, properties))


def _signal(graph: Graph, signal: str, columns: tuple[str, ...]) -> JsonSchema:
    component, _, port = signal.partition(".")
    kind = type(graph.components[component]).__name__
    meaning = SIGNALS.get((kind, port))
    if meaning is None:
        meaning = VALID if port == "valid" else f"{port} of {component}: {_about(graph, component)}"
    shape = graph.shape(signal)
    if columns:
        fields = {name: _number(COLUMNS.get(name) or _guess(name)) for name in columns}
        return table_schema(meaning, shape[0], fields)
    return number_schema(meaning, graph.output(signal, signal).unit or "", shape)


def _number(meaning: Meaning) -> JsonSchema:
    return number_schema(meaning.text, meaning.unit, whole=meaning.whole)


def _guess(field: str) -> Meaning:
    """What the name itself tells."""
    words, _, end = field.rpartition("_")
    unit = _UNITS.get(end, "") if words else ""
    return Meaning((words if unit else field).replace("_", " "), unit)


def _about(graph: Graph, component: str) -> str:
    """The first sentence of what a component says of itself."""
    text = (type(graph.components[component]).__doc__ or "").strip()
    return " ".join(text.partition("\n\n")[0].split()) or type(graph.components[component]).__name__


def _schema_name(channel: str) -> str:
    kind, *rest = channel.strip("/").split("/")
    first = KINDS[kind][0] if kind in KINDS else kind[:1].upper() + kind[1:]
    return ".".join(["ghost", first, *rest])
