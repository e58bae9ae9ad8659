"""What two recordings have in common, and where they part."""

from collections.abc import Iterable
from math import isfinite

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError
from project_ghost.telemetry import (
    CHANNEL_LINKS,
    RecordedChannel,
    Recording,
    matching_channels,
)

from ._answer import Comparison, LaterBeginning
from ._chain import beginning, first_different_tick, is_chain
from ._streams import pairs
from ._tally import Tally
from ._values import field_differences


def compare_recordings(
    a: Recording,
    b: Recording,
    *,
    channels: Iterable[str] | None = None,
    tolerance: float | None = None,
) -> Comparison:
    """Compare all messages: channels, stamps, payloads to the last bit, and the order.

    Where one begins later by its state chain, because it went on from a checkpoint, messages
    of the other from before that are counted and not compared.

    `channels` are patterns of those to compare; without them all are, but for observers'
    and viewers', which are no part of a run. Within a `tolerance` numbers count as the same,
    and so does every order; the state chain, which is of bits, is told and not judged.
    """
    if tolerance is not None and not (isfinite(tolerance) and tolerance >= 0.0):
        raise InputError(
            f"tolerance is {tolerance!r}", "compare_recordings", "a finite number, 0 or more"
        )
    chosen, left_out = _chosen(a, b, channels)
    later = _later(a, b)
    all_channels = all(_is_aside(a, b, name) for name in left_out)
    tally = Tally(a, b, tolerance, later, all_channels=all_channels)
    with_chain = CHANNEL_LINKS in chosen and is_chain(a, b)
    in_both = [n for n in chosen if n in a.channels and n in b.channels]
    for pair in pairs(a, b, frozenset(n for n in chosen if n != CHANNEL_LINKS or not with_chain)):
        tally.take(pair)
    notes = {name: _note(a.channels[name], b.channels[name]) for name in in_both}
    return Comparison(
        tally.first(),
        tuple(tally.channel(name, notes.get(name, "")) for name in chosen),
        first_different_tick(a, b) if with_chain else None,
        tuple(field_differences(a.manifest, b.manifest)),
        tuple(left_out),
        later,
        tally.one_sided(),
        tolerance,
    )


def _later(a: Recording, b: Recording) -> LaterBeginning | None:
    if a.manifest.get("begin_ns") == b.manifest.get("begin_ns"):
        return None  # so that usually nothing has to be read for this
    one, two = beginning(a), beginning(b)
    if one is None or two is None or one.first_ns == two.first_ns:
        return None
    return LaterBeginning("a", *one) if one > two else LaterBeginning("b", *two)


def _chosen(
    a: Recording, b: Recording, patterns: Iterable[str] | None
) -> tuple[list[str], list[str]]:
    names = sorted({*a.channels, *b.channels})
    if patterns is None:
        chosen = [name for name in names if not _is_aside(a, b, name)]
    else:
        chosen = matching_channels(names, patterns, f"{a.path} and {b.path}")
    others = set(names).difference(chosen)
    return chosen, [name for name in names if name in others]


def _is_aside(a: Recording, b: Recording, name: str) -> bool:
    """Whether a channel is an observer's, or made of the others for viewers."""
    found = [each.channels[name] for each in (a, b) if name in each.channels]
    return name.startswith(OBSERVER_PREFIX) or any(channel.is_view for channel in found)


def _note(a: RecordedChannel, b: RecordedChannel) -> str:
    if a.message_encoding != b.message_encoding:
        return f"encoded as {a.message_encoding[:40]!r} and as {b.message_encoding[:40]!r}"
    if a.schema_name != b.schema_name:
        return f"has the schema {a.schema_name[:80]!r} and {b.schema_name[:80]!r}"
    if a.schema != b.schema:
        return "its schemas differ"
    return ""
