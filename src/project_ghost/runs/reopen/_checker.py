"""Whether a run that is made again is the one in the recording, told while it goes on."""

from collections.abc import Iterator
from typing import NoReturn, final

import numpy as np
from numpy.typing import NDArray

from project_ghost import __version__
from project_ghost.core.bus import OBSERVER_PREFIX, Message
from project_ghost.core.errors import GhostError
from project_ghost.engine import Engine
from project_ghost.runs.record._channels import bus_channels
from project_ghost.runs.record._states import as_recorded
from project_ghost.scenario.assembly import Assembly
from project_ghost.telemetry import (
    CHANNEL_LINKS,
    LinksBlock,
    RecordedMessage,
    Recording,
    decode_links,
    encode_to_bytes,
)

__all__ = ["DifferentRunError", "Witness"]

_LOW_32 = 0xFFFF_FFFF
_VIEW_KEY = "ghost.view"


class DifferentRunError(GhostError):
    """What was run again is not what was recorded."""


@final
class Witness:
    """Holds a run against a recording: tick by tick where it has the state chain, else by messages.

    The chain goes over every signal and state, so nothing else needs to be compared with it.
    It is written in blocks: of a recording that was cut off the messages go further.
    """

    def __init__(self, recording: Recording, assembly: Assembly) -> None:
        self._recording = recording
        self._as_recorded = as_recorded(assembly)
        self._encoders = {each.name: each.encode for each in bus_channels(assembly)}
        self.by_chain = CHANNEL_LINKS in recording.channels and not recording.is_partial
        self.count = 0
        self._difference: tuple[int, str] | None = None
        self._blocks = self._links() if self.by_chain else iter(())
        self._block: LinksBlock | None = None
        self._messages = iter(()) if self.by_chain else self._recorded()

    def attach(self, engine: Engine) -> None:
        """Look at a run from its first tick on."""
        self._step_ns = engine.plan.step_ns
        if self.by_chain:
            engine.on_links(self._take_links)
        else:
            engine.bus.subscribe("run: witness", self._take_message)

    @property
    def checked(self) -> str:
        """What was compared, in words."""
        if self.by_chain:
            return f"{self.count:,} ticks of the state chain"
        return f"{self.count:,} messages"

    @property
    def is_content(self) -> bool:
        """Whether there is no difference so far."""
        return self._difference is None

    def require_same(self) -> None:
        """Raise where a difference was found."""
        if self._difference is not None:
            self.refuse(*self._difference)

    def refuse(self, time_ns: int, what: str) -> NoReturn:
        """Raise because of what is not as it was recorded."""
        recorded_by = self._recording.manifest.get("ghost", "another program")
        raise DifferentRunError(
            f"run again, it is not the run that was recorded: {what}",
            f"{self._recording.path}, tick {time_ns // self._step_ns:,}, time {time_ns:_} ns",
            f"the same bits; it was recorded by Ghost {recorded_by}, this is {__version__}",
            "`ghost verify` tells more; "
            + (
                "where a component of your own took part, record its signals, and replay it with "
                "--with and --inputs recording"
                if recorded_by == __version__
                else "a recording is reopened by the version that made it"
            ),
        )

    def _note(self, time_ns: int, what: str) -> None:
        if self._difference is None:
            self._difference = time_ns, what

    # ---------------------------------------------------------------- chain

    def _links(self) -> Iterator[LinksBlock]:
        for message in self._recording[CHANNEL_LINKS].stored():
            yield decode_links(message.data, self._recording[CHANNEL_LINKS].where)

    def _take_links(self, first_tick: int, links: NDArray[np.int64]) -> None:
        """Compare links; what is recorded before them, or not at all, is passed over."""
        done = 0
        while done < len(links) and self._difference is None:
            tick = first_tick + done
            block = self._block_of(tick)
            if block is None:
                self._note(tick * self._step_ns, "it was recorded no further")
                return
            here = tick - block.first_tick
            known = block.links[here : here + len(links) - done]
            found = links[done : done + len(known)]
            differing = np.flatnonzero(known != found)
            if len(differing):
                place = int(differing[0])
                self._note(
                    (tick + place) * self._step_ns,
                    f"the link of the state chain is {_hex(found[place])}, "
                    f"{_hex(known[place])} was recorded",
                )
            done += len(known)
            self.count += len(known)

    def _block_of(self, tick: int) -> LinksBlock | None:
        while self._block is None or tick >= self._block.first_tick + len(self._block.links):
            self._block = next(self._blocks, None)
            if self._block is None:
                return None
        return self._block if tick >= self._block.first_tick else None

    # ------------------------------------------------------------- messages

    def _recorded(self) -> Iterator[RecordedMessage]:
        channels = self._recording.channels
        wanted = [
            name
            for name, channel in channels.items()
            if channel.message_encoding == "json"
            and _VIEW_KEY not in channel.metadata
            and not name.startswith(OBSERVER_PREFIX)
        ]
        return self._recording.messages(wanted)

    def _take_message(self, message: Message) -> None:
        if message.channel.startswith(OBSERVER_PREFIX) or self._difference is not None:
            return
        known = next(self._messages, None)
        if known is None:
            if not self._recording.is_partial:
                self._note(message.stamp_sim_ns, "it was recorded no further")
            return
        self.count += 1
        found = message.channel, message.stamp_sim_ns, message.sequence & _LOW_32
        if found != (known.channel, known.stamp_sim_ns, known.sequence):
            self._note(
                message.stamp_sim_ns,
                f"a message on {message.channel} comes where one on {known.channel} "
                f"of {known.stamp_sim_ns:_} ns was recorded",
            )
        elif self._encoded(message) != known.data:
            self._note(message.stamp_sim_ns, f"a message on {message.channel} has other content")

    def _encoded(self, message: Message) -> bytes:
        encode = self._encoders.get(message.channel, encode_to_bytes)
        return encode(self._as_recorded(message).payload)


def _hex(link: np.int64) -> str:
    return f"{int(link) & (1 << 64) - 1:016x}"
