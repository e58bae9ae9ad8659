"""For each decision in a recording: the messages available before it, and its output.

The inputs of a decision are the newest message of each channel before it in the total order; if
a channel has several messages with that stamp (one per actor, for example), all of them. The
recording does not show whether the decision used them.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.telemetry import RecordedMessage, Recording

__all__ = ["BEHAVIOR_TRACE_SCHEMA_VERSION", "DEFAULT_DECISIONS", "trace_behavior"]

BEHAVIOR_TRACE_SCHEMA_VERSION = "1"
# The channels on which runs publish the commands of drivers and motors.
DEFAULT_DECISIONS = "/commands/*"


def trace_behavior(
    recording: Recording, decisions: str = DEFAULT_DECISIONS, inputs: str = "*"
) -> dict[str, Any]:
    """Return the trace as a document; `decisions` and `inputs` are patterns of channel names."""
    names = [name for name, each in recording.channels.items() if each.is_readable]
    decision_channels = [name for name in names if fnmatchcase(name, decisions)]
    if not decision_channels:
        raise InputError(
            f"no channel matches {decisions!r}",
            recording.path,
            f"a pattern of decisions among {', '.join(names) or 'no channels'}",
            "name them with --decisions",
        )
    input_channels = [
        name
        for name in names
        if fnmatchcase(name, inputs)
        and name not in decision_channels
        and recording[name].is_bus_channel
    ]
    return {
        "schema_version": BEHAVIOR_TRACE_SCHEMA_VERSION,
        "trace": {
            "decision_channels": decision_channels,
            "decisions": list(_decisions(recording, decision_channels, input_channels)),
            "input_channels": input_channels,
        },
    }


def _decisions(
    recording: Recording, decision_channels: list[str], input_channels: list[str]
) -> Iterator[dict[str, Any]]:
    newest: dict[str, tuple[int, list[int]]] = {}
    for message in recording.messages([*decision_channels, *input_channels]):
        if message.channel in decision_channels:
            yield _decision(message, newest)
            continue
        stamp_ns, sequences = newest.get(message.channel, (-1, []))
        if message.stamp_sim_ns == stamp_ns:
            sequences.append(message.sequence)
        else:
            newest[message.channel] = message.stamp_sim_ns, [message.sequence]


def _decision(message: RecordedMessage, newest: dict[str, tuple[int, list[int]]]) -> dict[str, Any]:
    return {
        "channel": message.channel,
        "inputs": [
            {"channel": name, "sequences": list(sequences), "stamp_sim_ns": stamp_ns}
            for name, (stamp_ns, sequences) in sorted(newest.items())
        ],
        "output": message.payload,
        "sequence": message.sequence,
        "stamp_sim_ns": message.stamp_sim_ns,
    }
