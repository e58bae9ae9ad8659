"""Summarise a recording in one small document: counts, time window, hashes."""

from collections import Counter
from typing import Any

from project_ghost.telemetry import Recording

__all__ = ["RUN_SUMMARY_SCHEMA_VERSION", "summarize_recording"]

RUN_SUMMARY_SCHEMA_VERSION = "1"


def summarize_recording(recording: Recording) -> dict[str, Any]:
    """Return counts by channel and type, the time window, and the stored hashes.

    `final_state_sha256` is the run's hash of its full state at the end; null in a recording that
    was cut off or that is not of a run.
    """
    channels: dict[str, Any] = {}
    types: Counter[str] = Counter()
    for name, channel in recording.channels.items():
        stamps = [message.log_time for message in channel.stored()]
        kind = channel.schema_name
        types[kind] += len(stamps)
        channels[name] = {
            "count": len(stamps),
            "first_stamp_sim_ns": min(stamps, default=None),
            "last_stamp_sim_ns": max(stamps, default=None),
            "type": kind,
        }
    results = recording.results
    return {
        "schema_version": RUN_SUMMARY_SCHEMA_VERSION,
        "summary": {
            "channels": channels,
            "complete": recording.cut_off is None,
            "ended_by": results.get("ended_by"),
            "final_state_sha256": results.get("state_sha256"),
            "manifest": recording.manifest,
            "messages": sum(types.values()),
            "messages_by_type": dict(types),
            "order_sha256": results.get("order_sha256"),
            "window": {"start_ns": recording.start_ns, "stop_ns": recording.stop_ns},
        },
    }
