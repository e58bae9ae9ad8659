"""The channels of a recording with complete schemas, derived from the graph's publications."""

from collections.abc import Iterable, Iterator, Mapping

from project_ghost.engine import EventPublication, Graph, Publication, RecordField, TextField
from project_ghost.runs.runnable._runnable import Runnable
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
    text_schema,
)

__all__ = ["CHANNEL_PLANS", "bulk_channels", "bus_channels", "plans_of"]

CHANNEL_PLANS = "/plans"

# The descriptions of labels, by their names.
_LABELS = {"actor": "the actor's name in the scenario"}
_PLAN = "ghost.Plan"
_PLAN_ABOUT = "The path of an actor, as planned at the start: a message for each, in actor order."
_PLAN_FIELDS = (
    RecordField("x_m", "east, of the points of its path", "m"),
    RecordField("y_m", "north, of the points of its path", "m"),
    RecordField("speed_mps", "the speed up to each of the points", "m/s"),
)


def bus_channels(runnable: Runnable) -> list[ChannelSpec]:
    """Return every bus channel: the plans, and the graph's publications in order."""
    channels = {}
    graph, scene = runnable.graph, runnable.scene
    if scene is not None and scene.paths:
        channels[CHANNEL_PLANS] = _plans()
    states = {} if scene is None else scene.states
    for each in graph.publications:
        if isinstance(each, EventPublication):
            channels[each.channel] = _events(each)
        elif each.channel in states:
            actor = states[each.channel].actor
            channels[each.channel] = message_channel(each.channel, VehicleState, actor)
        elif not each.bulk:
            channels[each.channel] = _signals(graph, each)
    return list(channels.values())


def bulk_channels(graph: Graph) -> dict[str, list[Column]]:
    """Return every bulk channel and its columns."""
    return {
        each.channel: [_column(graph, signal) for signal in each.signals]
        for each in graph.publications
        if each.bulk
    }


def _column(graph: Graph, signal: str) -> Column:
    (present,) = graph.present_signals([signal]) or ("",)
    return Column(signal, graph.shape(signal), graph.output(signal, signal).unit or "", present)


def plans_of(scene: Assembly) -> Iterator[Mapping[str, object]]:
    """Yield the plan messages for the start: the path of each actor that has one, in order."""
    for table in scene.tables:
        for name in table.names:
            if name in scene.paths:
                x, y, speed = zip(*scene.paths[name], strict=True)
                yield {"actor": name, "x_m": list(x), "y_m": list(y), "speed_mps": list(speed)}


def _plans() -> ChannelSpec:
    properties: dict[str, JsonSchema] = {"actor": text_schema(_LABELS["actor"])}
    for field in _PLAN_FIELDS:
        properties[field.name] = {
            "type": "array",
            "items": {"type": "number"},
            "minItems": 1,
            "description": f"{field.about} [{field.unit}]",
        }
    return ChannelSpec(CHANNEL_PLANS, _PLAN, described_schema(_PLAN, _PLAN_ABOUT, properties))


def _events(each: EventPublication) -> ChannelSpec:
    about = each.about or f"A record of {each.records.partition('.')[0]}."
    return _described(each, about, _records(each.fields))


def _signals(graph: Graph, each: Publication) -> ChannelSpec:
    columns, counts = dict(each.columns), dict(each.counts)
    properties = {name: text_schema(_LABELS.get(name, name)) for name, _ in each.labels}
    for signal, name in each.shown:
        if signal in columns:
            rows, about = graph.shape(signal)[0], _about(graph, signal)
            records, least = _records(columns[signal]), 0 if signal in counts else rows
            properties[name] = table_schema(about, least, rows, records)
        else:
            unit = graph.output(signal, signal).unit or ""
            properties[name] = number_schema(_about(graph, signal), unit, graph.shape(signal))
    return _described(each, each.about or "Signals together, at every sample.", properties)


def _described(
    each: EventPublication | Publication, about: str, properties: Mapping[str, JsonSchema]
) -> ChannelSpec:
    name = each.schema or _schema_name(each.channel)
    return ChannelSpec(each.channel, name, described_schema(name, about, properties))


def _about(graph: Graph, signal: str) -> str:
    component, _, port = signal.partition(".")
    return graph.output(signal, signal).about or f"{port} of {component}"


def _records(fields: Iterable[RecordField | TextField]) -> dict[str, JsonSchema]:
    return {
        field.name: text_schema(field.about)
        if isinstance(field, TextField)
        else number_schema(
            field.about or field.name.replace("_", " "), field.unit, whole=field.is_whole
        )
        for field in fields
    }


def _schema_name(channel: str) -> str:
    """Return a schema name for messages whose publication does not name one."""
    kind, *rest = channel.strip("/").split("/")
    return ".".join(["ghost", kind[:1].upper() + kind[1:], *rest])
