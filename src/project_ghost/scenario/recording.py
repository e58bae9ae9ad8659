"""The recording of a run: what is recorded, and how often."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import Graph

from .draft import GraphDraft
from .file.section import CheckContext, KeyPath, PeriodNs, Section

__all__ = ["CHANNEL_SIGNALS", "Recording", "add_recorded", "matching_signals", "sample_signals"]

CHANNEL_SIGNALS = "/signals"
_SIGNALS = "signals"


class Recording(Section):
    """What is recorded, and how often."""

    pose: PeriodNs = Field(
        default=100_000_000, description="time between two recorded poses of all actors"
    )
    signals: tuple[str, ...] = Field(
        default=(), description="more signals, as patterns: 'Cars/driver.*'"
    )
    every: PeriodNs | None = Field(
        default=None, description="time between two samples of these signals; default: as pose"
    )
    viewer: bool = Field(
        default=True, description="also write what Foxglove, Lichtblick and Rerun show"
    )

    def dependent_defaults(
        self,
        context: CheckContext,  # noqa: ARG002 - depends on a key of its own
        keys: KeyPath,  # noqa: ARG002
    ) -> Mapping[str, Any]:
        """Sample signals with the poses."""
        return {"every": self.pose}


def add_recorded(draft: GraphDraft) -> None:
    """Sample the signals that the scenario asks for."""
    graph, recording = draft.graph, draft.spec.recording
    recorded: list[str] = []
    for number, pattern in enumerate(recording.signals):
        try:
            recorded += matching_signals(graph, pattern)
        except InputError as error:
            raise draft.refused(("recording", "signals", number), error) from None
    if recorded:
        assert recording.every is not None, "it has a default"
        sample_signals(graph, recorded, recording.every)


def matching_signals(graph: Graph, pattern: str) -> list[str]:
    """The signals of a graph that match a pattern; an error if there are none."""
    known = graph.signals()
    matching = [signal for signal in known if fnmatchcase(signal, pattern)]
    if not matching:
        raise InputError(
            f"no signal matches {pattern!r}{did_you_mean(pattern, known)}",
            expected="a signal's name, Component.output, or a pattern such as 'Cars.*'",
            fix=f"the components are {', '.join(graph.components)}",
        )
    return matching


def sample_signals(graph: Graph, signals: Sequence[str], period_ns: int) -> None:
    """Record signals, each once, in a group of their own; also whether they are present."""
    graph.group(_SIGNALS, period=period_ns)
    both = dict.fromkeys((*signals, *graph.present_signals(signals)))
    graph.sample(CHANNEL_SIGNALS, both, _SIGNALS)
