"""Compare two recordings."""

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

from ._chain import chain_start, first_different_tick, is_chain
from ._counter import DifferenceCounter
from ._result import Comparison, LaterStart
from ._streams import Cursor, pairs
from ._values import field_differences
from ._window import TimeWindow


def compare_recordings(
    a: Recording,
    b: Recording,
    *,
    channels: Iterable[str] | None = None,
    tolerance: float | None = None,
    start_ns: int | None = None,
    stop_ns: int | None = None,
) -> Comparison:
    """Compare all messages: channels, stamps, payloads bit by bit, and the order.

    If one recording starts later, because it continues from a checkpoint, earlier messages of
    the other are counted but not compared.

    `channels` are patterns; by default all channels are compared except observer and viewer
    channels, which are not part of a run. With a `tolerance`, numbers within it count as equal and
    the order is ignored; the state chain is reported, but does not decide the result.

    `start_ns` and `stop_ns`, which is not included, limit the times: only chunks that have such
    messages are read. A state that differs outside of them is reported, and not a difference.
    """
    window = TimeWindow(start_ns, stop_ns)
    window.require_some()
    if tolerance is not None and not (isfinite(tolerance) and tolerance >= 0.0):
        raise InputError(
            f"tolerance is {tolerance!r}", "compare_recordings", "a finite number, 0 or more"
        )
    chosen, left_out = _choose_channels(a, b, channels)
    later = _later_start(a, b)
    all_channels = window.is_all and all(_is_excluded(a, b, name) for name in left_out)
    counter = DifferenceCounter(a, b, tolerance, later, all_channels=all_channels)
    with_chain = CHANNEL_LINKS in chosen and is_chain(a, b)
    in_both = [n for n in chosen if n in a.channels and n in b.channels]
    compared = frozenset(n for n in chosen if n != CHANNEL_LINKS or not with_chain)
    left, right = Cursor(a, compared, window), Cursor(b, compared, window)
    for pair in pairs(left, right):
        counter.add(pair)
    notes = {name: _schema_note(a.channels[name], b.channels[name]) for name in in_both}
    return Comparison(
        counter.first(),
        tuple(
            counter.channel(name, notes.get(name, ""), (left.count(name), right.count(name)))
            for name in chosen
        ),
        first_different_tick(a, b) if with_chain else None,
        tuple(field_differences(a.manifest, b.manifest)),
        tuple(left_out),
        later,
        counter.one_sided(),
        tolerance,
        window,
    )


def _later_start(a: Recording, b: Recording) -> LaterStart | None:
    if a.manifest.get("begin_ns") == b.manifest.get("begin_ns"):
        return None  # the usual case: no chain has to be read
    one, two = chain_start(a), chain_start(b)
    if one is None or two is None or one.first_ns == two.first_ns:
        return None
    return LaterStart("a", *one) if one > two else LaterStart("b", *two)


def _choose_channels(
    a: Recording, b: Recording, patterns: Iterable[str] | None
) -> tuple[list[str], list[str]]:
    names = sorted({*a.channels, *b.channels})
    if patterns is None:
        chosen = [name for name in names if not _is_excluded(a, b, name)]
    else:
        chosen = matching_channels(names, patterns, f"{a.path} and {b.path}")
    others = set(names).difference(chosen)
    return chosen, [name for name in names if name in others]


def _is_excluded(a: Recording, b: Recording, name: str) -> bool:
    """Whether a channel is an observer's or derived for viewers."""
    present = [each.channels[name] for each in (a, b) if name in each.channels]
    return name.startswith(OBSERVER_PREFIX) or any(channel.is_view for channel in present)


def _schema_note(a: RecordedChannel, b: RecordedChannel) -> str:
    if a.message_encoding != b.message_encoding:
        return f"encoded as {a.message_encoding[:40]!r} and as {b.message_encoding[:40]!r}"
    if a.schema_name != b.schema_name:
        return f"has the schema {a.schema_name[:80]!r} and {b.schema_name[:80]!r}"
    if a.schema != b.schema:
        return "its schemas differ"
    if a.metadata != b.metadata:
        keys = [
            key
            for key in sorted({*a.metadata, *b.metadata})
            if a.metadata.get(key) != b.metadata.get(key)
        ]
        return f"its metadata differ: {', '.join(key[:40] for key in keys[:4])}"
    return ""
