"""The recording of a scenario: poses, commands and signals, beside events."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from .draft import RECORDING, GraphDraft
from .file.section import CheckContext, KeyPath, PeriodNs, Section

__all__ = ["CHANNEL_SIGNALS", "Recording", "add_recorded"]

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
    """Publish commands, and sample the signals that the scenario asks for."""
    graph, recording = draft.graph, draft.spec.recording
    for commands in draft.commands:
        graph.publish(
            f"/commands/{commands.name}",
            [commands.signal],
            RECORDING,
            columns={commands.signal: commands.fields} if commands.fields else None,
            schema=f"ghost.Command.{commands.name}",
            about="The commands of drivers or of flight control.",
        )
    known = graph.signals()
    recorded: dict[str, None] = {}
    for number, pattern in enumerate(recording.signals):
        matching = [signal for signal in known if fnmatchcase(signal, pattern)]
        if not matching:
            raise draft.refused(
                ("recording", "signals", number),
                InputError(
                    f"no signal matches {pattern!r}{did_you_mean(pattern, known)}",
                    expected="a signal's name, Component.output, or a pattern such as 'Cars.*'",
                    fix=f"the components are {', '.join(graph.components)}",
                ),
            )
        recorded.update(dict.fromkeys(matching))
    if recorded:
        assert recording.every is not None, "it has a default"
        graph.group(_SIGNALS, period=recording.every)
        graph.sample(CHANNEL_SIGNALS, recorded, _SIGNALS)
