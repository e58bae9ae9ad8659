"""Find where two recordings part: the first difference, exactly, and how much differs after it.

Messages of the same channel and simulated time are compared to the last bit. Exit code 0 if
the two hold the same, 1 if not. Where one of them goes on from a checkpoint, they are compared
from ._document import finite_or_text, put_document
from there. Observers' channels are left out unless they are named.
"""

import argparse
from collections.abc import Iterable
from math import isfinite, nan
from reprlib import Repr
from typing import Any

from rich.console import Console
from rich.markup import escape

from project_ghost.analysis.divergence import (
    ChainDifference,
    ChannelComparison,
    Comparison,
    Divergence,
    FieldDifference,
    LaterStart,
    compare_recordings,
)
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted
from project_ghost.telemetry import CHANNEL_LINKS

from ._document import finite_or_text, put_document
from ._recordings import console, opened, printable, seconds, table
from ._watch import reading_bar

SHOWN_MAX = 10
# Lists and objects as a text of bounded length and depth.
SHORT = Repr()
SHORT.maxlist = SHORT.maxdict = SHORT.maxstring = 40
DEPTH = 64


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("a", metavar="A", help="an MCAP file, or the folder of a run")
    parser.add_argument("b", metavar="B", help="the other")
    parser.add_argument(
        "--tolerance", metavar="X", help="numbers that differ by no more than this are the same"
    )
    parser.add_argument(
        "--channels", metavar="PATTERN", nargs="+", help="only these: '/car', '/signals/*'"
    )
    parser.add_argument("--json", action="store_true", help="print canonical JSON instead")


def run(arguments: argparse.Namespace) -> int:
    """Compare, print, and say by the exit code whether they are the same."""
    tolerance = None if arguments.tolerance is None else _tolerance(arguments.tolerance)
    with opened(arguments.a, "diff") as a, opened(arguments.b, "diff") as b:
        with reading_bar("comparing") as watch:
            for each in (a, b):
                watch(each.file, each.file.stored_bytes)
            found = compare_recordings(a, b, channels=arguments.channels, tolerance=tolerance)
        if arguments.json:
            put_document(comparison_document(found))
        else:
            show_comparison(found)
    return 0 if found.is_same else 1


def _tolerance(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = nan
    if not (isfinite(found) and found >= 0.0):
        raise InputError(
            f"the tolerance is {text!r}", "--tolerance", "a finite number, 0 or more", "write 1e-9"
        )
    return found


def comparison_document(found: Comparison) -> dict[str, Any]:
    """A comparison as plain values."""
    first = found.first
    return {
        "same": found.is_same,
        "first": None if first is None else {**vars(first), "fields": _fields(first.fields)},
        "differing": found.differing,
        "only_a": found.only_a,
        "only_b": found.only_b,
        "one_sided": [each._asdict() for each in found.one_sided],
        "channels": [vars(each) for each in found.channels],
        "chain": None if found.chain is None else found.chain._asdict(),
        "manifest": _fields(found.manifest),
        "left_out": list(found.left_out),
        "later": None if found.later is None else found.later._asdict(),
        "tolerance": found.tolerance,
    }


def _fields(differences: Iterable[FieldDifference]) -> list[dict[str, Any]]:
    return [
        each._asdict() | {"a": _plain(each.a, DEPTH), "b": _plain(each.b, DEPTH)}
        for each in differences
    ]


def _plain(value: Any, levels: int) -> Any:  # noqa: ANN401 - whatever a message holds
    """Return a value that JSON can hold; other values and deep nesting become text."""
    if isinstance(value, dict | list) and not levels:
        return SHORT.repr(value)
    if isinstance(value, dict):
        return {str(key): _plain(each, levels - 1) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, levels - 1) for each in value]
    if isinstance(value, float):
        return finite_or_text(value)
    return value if value is None or isinstance(value, str | int) else repr(value)


def show_comparison(found: Comparison) -> None:
    """Print where two recordings part; A is the first of them."""
    output = console()
    for each in found.manifest:
        line = f"{printable(each.path)}: {_value(each.a, None)} and {_value(each.b, None)}"
        output.print(f"The manifests differ: {escape(line)}")
    since = ""
    if found.later is not None:
        since = " from there on"
        _show_beginning(output, found, found.later)
    if found.is_same:
        _show_sameness(output, found, since)
        return
    if found.chain is not None and found.chain.tick is not None:
        _show_chain(output, found.chain, found.chain.tick)
    if found.first is not None:
        _show_first(output, found.first)
        output.print(
            f"Messages that differ: {found.differing:,}; "
            f"only in A: {found.only_a:,}; only in B: {found.only_b:,}."
        )
    if found.one_sided:
        _show_one_sided(output, found)
    numbers = ("in A", "in B", "differing", "only in A", "only in B")
    channels = table("Channels", "channel", *numbers, "note", right=numbers)
    for channel in found.channels:
        name = escape(printable(channel.name))
        channels.add_row(
            name if channel.is_same else f"[bold red]{name}[/]",
            *(f"{number:,}" for number in (channel.count_a, channel.count_b, channel.differing)),
            *(f"{number:,}" for number in (channel.only_a, channel.only_b)),
            escape(printable(_note(found, channel))),
        )
    output.print(channels)


def _note(found: Comparison, channel: ChannelComparison) -> str:
    """What its messages do not tell; of the state chain the links are compared instead."""
    chain = found.chain
    if channel.name != CHANNEL_LINKS or chain is None or chain.tick is None:
        return channel.note
    differs = chain.tick < min(chain.ticks_a, chain.ticks_b)
    return f"from tick {chain.tick:,} on" if differs else channel.note


def _show_sameness(output: Console, found: Comparison, since: str) -> None:
    # Of the one that begins later there is nothing from before.
    one_is_later = found.later is not None and found.later.side == "a"
    total = sum(each.count_a - (0 if one_is_later else each.before) for each in found.channels)
    if found.tolerance is not None:
        output.print(
            f"[green]The same[/]{since} within {found.tolerance!r}: {counted(total, 'message')}."
        )
        return
    ticks = None if found.chain is None else found.chain.ticks_a - found.chain.first_tick
    chain = "" if ticks is None else f", and {counted(ticks, 'tick')} of state"
    output.print(f"[green]The same[/]{since}: {counted(total, 'message')}{chain}.")


def _show_chain(output: Console, chain: ChainDifference, tick: int) -> None:
    """Say where the states part; a chain that only ends earlier is no other state."""
    if tick < min(chain.ticks_a, chain.ticks_b):
        output.print(
            f"[bold red]The state differs[/] from tick {tick:,} on, "
            f"simulated time {seconds(chain.time_ns)}."
        )
    else:
        shorter = "A" if chain.ticks_a < chain.ticks_b else "B"
        common = tick - chain.first_tick
        if common > 0:
            same = f"The state is the same for {counted(common, 'tick')}"
            output.print(f"{same}, where the chain of {shorter} ends.")
        else:
            output.print(f"{shorter} has no state chain that could be compared.")


def _show_beginning(output: Console, found: Comparison, later: LaterStart) -> None:
    """Say that one begins later, and what is left out therefore."""
    name, other = ("A", "B") if later.side == "a" else ("B", "A")
    before = sum(each.before for each in found.channels)
    output.print(
        f"{name} begins at {seconds(later.moment_ns)}, and the two are compared from there on; "
        f"{other} has {counted(before, 'message')} from before."
    )


def _show_one_sided(output: Console, found: Comparison) -> None:
    shown, total = found.one_sided[:SHOWN_MAX], found.only_a + found.only_b
    title = "Only in one" if total <= len(shown) else f"Only in one, the first of {total:,}"
    rows = table(title, "in", "channel", "simulated time", "sequence", right=("sequence",))
    for each in shown:
        place = seconds(each.stamp_sim_ns), str(each.sequence)
        rows.add_row(each.side.upper(), escape(printable(each.channel)), *place)
    output.print(rows)


def _show_first(output: Console, first: Divergence) -> None:
    what = {
        "value": "The first difference",
        "order": "The first difference is one of order",
        "only in a": "The first difference is a message that only A has",
        "only in b": "The first difference is a message that only B has",
    }[first.kind]
    sequences = [str(each) for each in (first.sequence_a, first.sequence_b) if each is not None]
    output.print(
        f"[bold red]{what}[/]: channel {escape(printable(first.channel))}, "
        f"simulated time {seconds(first.stamp_sim_ns)}, "
        f"sequence {' and '.join(dict.fromkeys(sequences))}"
    )
    if not first.fields:
        return
    fields = table(None, "field", "A", "B", "B - A", "ulp", right=("ulp",))
    for each in first.fields:
        fields.add_row(
            escape(printable(each.path)),
            escape(_value(each.a, each.a_hex)),
            escape(_value(each.b, each.b_hex)),
            "" if each.difference is None else repr(each.difference),
            "" if each.ulp is None else f"{each.ulp:,}",
        )
    output.print(fields)
    if first.more_fields:
        output.print(f"and {counted(first.more_fields, 'more field')} of this message")


def _value(value: object, hexadecimal: str | None) -> str:
    text = printable(SHORT.repr(value) if isinstance(value, dict | list) else repr(value))
    return text if hexadecimal is None else f"{text} ({hexadecimal})"
