"""Check a rerun against its recording while it runs."""

from collections.abc import Iterator
from typing import NoReturn, final

import numpy as np

from project_ghost import __version__
from project_ghost.core.arrays import Integers
from project_ghost.core.bus import OBSERVER_PREFIX, Message
from project_ghost.core.errors import GhostError
from project_ghost.engine import Engine
from project_ghost.runs.record._channels import bus_channels
from project_ghost.runs.record._states import recorded_form
from project_ghost.runs.runnable._code import code_note
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.telemetry import (
    CHANNEL_LINKS,
    LinksBlock,
    RecordedMessage,
    Recording,
    decode_links,
    encode_to_bytes,
)

__all__ = ["DifferentRunError", "RecordingChecker"]

_LOW_32 = 0xFFFF_FFFF


class DifferentRunError(GhostError):
    """A rerun differs from its recording."""

    is_difference = True


@final
class RecordingChecker:
    """Compares a run with a recording: by the state chain if there is one, else by messages.

    The chain covers every signal and state, so nothing else needs to be compared. It is written in
    blocks, so in a recording that was cut off the messages reach further.
    """

    def __init__(self, recording: Recording, runnable: Runnable) -> None:
        self._recording = recording
        self._code_note = code_note(recording, runnable)
        self._recorded_form = recorded_form(runnable)
        self._encoders = {each.name: each.encode for each in bus_channels(runnable)}
        self.by_chain = CHANNEL_LINKS in recording.channels and not recording.is_partial
        self.count = 0
        self._difference: tuple[int, str] | None = None
        self._blocks = self._recorded_links() if self.by_chain else iter(())
        self._block: LinksBlock | None = None
        self._messages = iter(()) if self.by_chain else self._recorded_messages()

    def attach(self, engine: Engine) -> None:
        """Check a run from its first tick on."""
        self._step_ns = engine.plan.step_ns
        if self.by_chain:
            engine.on_links(self._check_links)
        else:
            engine.bus.subscribe("run: checker", self._check_message)

    @property
    def checked(self) -> str:
        """A description of what was compared."""
        if self.by_chain:
            return f"{self.count:,} ticks of the state chain"
        return f"{self.count:,} messages"

    @property
    def matches_so_far(self) -> bool:
        """Whether no difference has been found."""
        return self._difference is None

    def require_same(self) -> None:
        """Raise an error if a difference was found."""
        if self._difference is not None:
            self.fail(*self._difference)

    def fail(self, time_ns: int, what: str) -> NoReturn:
        """Raise the error about a difference from the recording."""
        recorded_by = self._recording.manifest.get("ghost", "another program")
        raise DifferentRunError(
            f"the rerun differs from the recording: {what}",
            f"{self._recording.path}, tick {time_ns // self._step_ns:,}, time {time_ns:_} ns",
            f"the same bits; the recording was made by Ghost {recorded_by}, this is {__version__}",
            "`ghost verify` shows more"
            + (f"; {self._code_note}" if self._code_note else "")
            + ("" if recorded_by == __version__ else "; reopen it with the version that made it"),
        )

    def _set_difference(self, time_ns: int, what: str) -> None:
        if self._difference is None:
            self._difference = time_ns, what

    # ---------------------------------------------------------------- chain

    def _recorded_links(self) -> Iterator[LinksBlock]:
        for message in self._recording[CHANNEL_LINKS].stored():
            yield decode_links(message.data, self._recording[CHANNEL_LINKS].where)

    def _check_links(self, first_tick: int, links: Integers) -> None:
        """Compare links with the recorded ones."""
        done = 0
        while done < len(links) and self._difference is None:
            tick = first_tick + done
            block = self._block_of(tick)
            if block is None:
                self._set_difference(tick * self._step_ns, "the recording ends here")
                return
            here = tick - block.first_tick
            recorded = block.links[here : here + len(links) - done]
            computed = links[done : done + len(recorded)]
            differing = np.flatnonzero(recorded != computed)
            if len(differing):
                index = int(differing[0])
                self._set_difference(
                    (tick + index) * self._step_ns,
                    f"the link of the state chain is {_hex(computed[index])}, "
                    f"recorded was {_hex(recorded[index])}",
                )
            done += len(recorded)
            self.count += len(recorded)

    def _block_of(self, tick: int) -> LinksBlock | None:
        while self._block is None or tick >= self._block.first_tick + len(self._block.links):
            self._block = next(self._blocks, None)
            if self._block is None:
                return None
        return self._block if tick >= self._block.first_tick else None

    # ------------------------------------------------------------- messages

    def _recorded_messages(self) -> Iterator[RecordedMessage]:
        channels = self._recording.channels
        return self._recording.messages(n for n, each in channels.items() if each.is_bus_channel)

    def _check_message(self, message: Message) -> None:
        if message.channel.startswith(OBSERVER_PREFIX) or self._difference is not None:
            return
        recorded = next(self._messages, None)
        if recorded is None:
            if not self._recording.is_partial:
                self._set_difference(message.stamp_sim_ns, "the recording ends here")
            return
        self.count += 1
        key = message.channel, message.stamp_sim_ns, message.sequence & _LOW_32
        if key != (recorded.channel, recorded.stamp_sim_ns, recorded.sequence):
            self._set_difference(
                message.stamp_sim_ns,
                f"a message on {message.channel} replaces the recorded one on {recorded.channel} "
                f"at {recorded.stamp_sim_ns:_} ns",
            )
        elif self._encode(message) != recorded.data:
            self._set_difference(
                message.stamp_sim_ns, f"a message on {message.channel} has different content"
            )

    def _encode(self, message: Message) -> bytes:
        encode = self._encoders.get(message.channel, encode_to_bytes)
        return encode(self._recorded_form(message).payload)


def _hex(link: np.int64) -> str:
    return f"{int(link) & (1 << 64) - 1:016x}"
