"""For each decision in a recording: which messages were there before it, and what it put out.

Traceability, not explanation. What a decision had is the newest message of each channel that
came before it in the total order; where a channel has several messages of that stamp (one
for each actor, say), all of these. Whether it looked at them, the recording cannot tell.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.telemetry import RecordedMessage, Recording

__all__ = ["BEHAVIOR_TRACE_SCHEMA_VERSION", "DEFAULT_DECISIONS", "trace_behavior"]

BEHAVIOR_TRACE_SCHEMA_VERSION = "1"
# Where runs publish what drivers want and what motors are told.
DEFAULT_DECISIONS = "/commands/*"


def trace_behavior(
    recording: Recording, decisions: str = DEFAULT_DECISIONS, inputs: str = "*"
) -> dict[str, Any]:
    """The document; `decisions` and `inputs` are patterns of channels' names."""
    names = [name for name, each in recording.channels.items() if each.is_readable]
    deciding = [name for name in names if fnmatchcase(name, decisions)]
    if not deciding:
        raise InputError(
            f"no channel matches {decisions!r}",
            recording.path,
            f"a pattern of decisions among {', '.join(names) or 'no channels'}",
            "name them with --decisions",
        )
    feeding = [
        name
        for name in names
        if fnmatchcase(name, inputs) and name not in deciding and recording[name].is_bus_channel
    ]
    return {
        "schema_version": BEHAVIOR_TRACE_SCHEMA_VERSION,
        "trace": {
            "decision_channels": deciding,
            "decisions": list(_decisions(recording, deciding, feeding)),
            "input_channels": feeding,
        },
    }


def _decisions(
    recording: Recording, deciding: list[str], feeding: list[str]
) -> Iterator[dict[str, Any]]:
    newest: dict[str, tuple[int, list[int]]] = {}
    for message in recording.messages([*deciding, *feeding]):
        if message.channel in deciding:
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
