"""Compare two recordings: the exact first difference, and counts of all differences.

Messages of the same channel and simulated time are compared bit by bit. Exit code 0 if the
contents are equal, 1 if not. If one recording starts from a checkpoint, the comparison starts
there. Observer channels are compared only if they are named.

  ghost diff runs/t-junction-4-1 runs/t-junction-4-2
  ghost diff first/run.mcap second/run.mcap --channels '/groundtruth/*' --tolerance 1e-9
  ghost diff first/run.mcap second/run.mcap --from 6s --to 7s
"""

import argparse
from collections.abc import Iterable, Iterator
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
    TimeWindow,
    compare_recordings,
)
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted
from project_ghost.telemetry import CHANNEL_LINKS

from .terminal._console import console
from .terminal._output import add_printed, finite_or_text, put_document
from .terminal._progress import reading_bar
from .terminal._recordings import (
    add_window,
    open_with_warning,
    printable,
    seconds,
    table,
    window_of,
)

ROWS_MAX = 10
# Of an array with many differences, the number of elements to print.
ELEMENTS_MAX = 4
# Formats lists and objects with bounded length and depth.
SHORT = Repr()
SHORT.maxlist = SHORT.maxdict = SHORT.maxstring = 40
DEPTH = 64


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("a", metavar="A", help="an MCAP file or a run's folder")
    parser.add_argument("b", metavar="B", help="the other one")
    parser.add_argument(
        "--tolerance", metavar="X", help="numbers that differ by at most this count as equal"
    )
    parser.add_argument(
        "--channels", metavar="PATTERN", nargs="+", help="only these: '/car', '/signals/*'"
    )
    # The second ones are those of `ghost export`, whose --to is a format.
    add_window(parser, ["--from", "--start"], ["--to", "--stop"])
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare, print the result; exit code 1 if the recordings differ."""
    tolerance = None if arguments.tolerance is None else _tolerance(arguments.tolerance)
    window = TimeWindow(*window_of(arguments))
    with open_with_warning(arguments.a, "diff") as a, open_with_warning(arguments.b, "diff") as b:
        with reading_bar("comparing") as track:
            for each in (a, b):
                track(each.file, sum(s.size for s in each.file.segments_with(None, *window)))
            comparison = compare_recordings(
                a, b, channels=arguments.channels, tolerance=tolerance, **window._asdict()
            )
        if arguments.json:
            put_document(comparison_document(comparison))
        else:
            show_comparison(comparison)
    return 0 if comparison.is_same else 1


def _tolerance(text: str) -> float:
    try:
        tolerance = float(text)
    except ValueError:
        tolerance = nan
    if not (isfinite(tolerance) and tolerance >= 0.0):
        raise InputError(
            f"the tolerance is {text!r}", "--tolerance", "a finite number, 0 or more", "write 1e-9"
        )
    return tolerance


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as a JSON document."""
    first = comparison.first
    return {
        "same": comparison.is_same,
        "first": None if first is None else {**vars(first), "fields": _fields(first.fields)},
        "differing": comparison.differing,
        "only_a": comparison.only_a,
        "only_b": comparison.only_b,
        "one_sided": [each._asdict() for each in comparison.one_sided],
        "channels": [vars(each) for each in comparison.channels],
        "chain": None if comparison.chain is None else comparison.chain._asdict(),
        "manifest": _fields(comparison.manifest),
        "left_out": list(comparison.left_out),
        "later": None if comparison.later is None else comparison.later._asdict(),
        "tolerance": comparison.tolerance,
        "window": comparison.window._asdict(),
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


def show_comparison(comparison: Comparison) -> None:
    """Print the differences between two recordings, A and B."""
    output = console()
    for each in comparison.manifest:
        line = f"{printable(each.path)}: {_value(each.a, None)} and {_value(each.b, None)}"
        output.print(f"The manifests differ: {escape(line)}")
    since = _window_text(comparison.window)
    if comparison.later is not None:
        since = since or " from there on"
        _show_later_start(output, comparison, comparison.later)
    # After the window a difference says nothing about it; before it, it may be the cause.
    chain, stop_ns = comparison.chain, comparison.window.stop_ns
    if chain is not None and chain.tick is not None and chain.time_ns is not None:
        is_seen = stop_ns is None or chain.time_ns < stop_ns
        if is_seen and not (comparison.is_same and comparison.window.is_all):
            _show_chain(output, chain, chain.tick)
    if comparison.is_same:
        _show_equality(output, comparison, since)
        return
    if comparison.first is not None:
        _show_first(output, comparison.first)
        output.print(
            f"Messages that differ: {comparison.differing:,}; "
            f"only in A: {comparison.only_a:,}; only in B: {comparison.only_b:,}."
        )
    if comparison.one_sided:
        _show_one_sided(output, comparison)
    numbers = ("in A", "in B", "differing", "only in A", "only in B")
    channels = table("Channels", "channel", *numbers, "note", right=numbers)
    for channel in comparison.channels:
        name = escape(printable(channel.name))
        channels.add_row(
            name if channel.is_same else f"[bold red]{name}[/]",
            *(f"{number:,}" for number in (channel.count_a, channel.count_b, channel.differing)),
            *(f"{number:,}" for number in (channel.only_a, channel.only_b)),
            escape(printable(_note(comparison, channel))),
        )
    output.print(channels)


def _note(comparison: Comparison, channel: ChannelComparison) -> str:
    """Return the note about a channel; for the state chain, the first tick that differs."""
    chain = comparison.chain
    if channel.name != CHANNEL_LINKS or chain is None or chain.tick is None:
        return channel.note
    differs = chain.tick < min(chain.ticks_a, chain.ticks_b)
    return f"from tick {chain.tick:,} on" if differs else channel.note


def _show_equality(output: Console, comparison: Comparison, since: str) -> None:
    # The recording that starts later has no earlier messages.
    one_is_later = comparison.later is not None and comparison.later.side == "a"
    total = sum(each.count_a - (0 if one_is_later else each.before) for each in comparison.channels)
    if comparison.tolerance is not None:
        output.print(
            f"[green]The same[/]{since} within {comparison.tolerance!r}: "
            f"{counted(total, 'message')}."
        )
        return
    chain = ""
    if comparison.chain is not None and comparison.window.is_all:
        ticks = comparison.chain.ticks_a - comparison.chain.first_tick
        chain = f", and {counted(ticks, 'tick')} of state"
    output.print(f"[green]The same[/]{since}: {counted(total, 'message')}{chain}.")


def _window_text(window: TimeWindow) -> str:
    """Return the times of a comparison in words; nothing if it covers all of them."""
    start = "" if window.start_ns is None else f" from {seconds(window.start_ns)}"
    return start + ("" if window.stop_ns is None else f" to {seconds(window.stop_ns)}")


def _show_chain(output: Console, chain: ChainDifference, tick: int) -> None:
    """Print the first tick with a different state; a shorter chain alone is not a difference."""
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
            output.print(f"{shorter} has no state chain to compare.")


def _show_later_start(output: Console, comparison: Comparison, later: LaterStart) -> None:
    """Print which recording starts later, and how many messages are not compared."""
    name, other = ("A", "B") if later.side == "a" else ("B", "A")
    before = sum(each.before for each in comparison.channels)
    output.print(
        f"{name} starts at {seconds(later.moment_ns)}, and the comparison starts there; "
        f"{other} has {counted(before, 'earlier message')}."
    )


def _show_one_sided(output: Console, comparison: Comparison) -> None:
    listed, total = comparison.one_sided[:ROWS_MAX], comparison.only_a + comparison.only_b
    title = "Only in one" if total <= len(listed) else f"Only in one, the first of {total:,}"
    headings = ("in", "channel", "actor", "simulated time", "sequence")
    rows = table(title, *headings, right=("sequence",))
    for each in listed:
        place = seconds(each.stamp_sim_ns), str(each.sequence)
        words = (escape(printable(text)) for text in (each.channel, each.actor or ""))
        rows.add_row(each.side.upper(), *words, *place)
    output.print(rows)


def _show_first(output: Console, first: Divergence) -> None:
    what = {
        "value": "The first difference",
        "order": "The first difference is in the order",
        "only in a": "The first difference is a message only in A",
        "only in b": "The first difference is a message only in B",
    }[first.kind]
    sequences = [str(each) for each in (first.sequence_a, first.sequence_b) if each is not None]
    output.print(
        f"[bold red]{what}[/]: {_whose(first.actor)}channel {escape(printable(first.channel))}, "
        f"simulated time {seconds(first.stamp_sim_ns)}, "
        f"sequence {' and '.join(dict.fromkeys(sequences))}"
    )
    if not first.fields:
        return
    fields = table(None, "field", "A", "B", "B - A", "ulp", right=("ulp",))
    shown = list(_without_long_arrays(first.fields))
    for each in shown:
        fields.add_row(
            escape(printable(f"{each.actor}: {each.path}" if each.actor else each.path)),
            escape(_value(each.a, each.a_hex)),
            escape(_value(each.b, each.b_hex)),
            "" if each.difference is None else repr(each.difference),
            "" if each.ulp is None else f"{each.ulp:,}",
        )
    output.print(fields)
    more = first.more_fields + len(first.fields) - len(shown)
    if more:
        output.print(f"and {counted(more, 'more field')} of this message")


def _whose(actor: str | None) -> str:
    return "" if actor is None else f"of {escape(printable(actor))}, "


def _without_long_arrays(fields: Iterable[FieldDifference]) -> Iterator[FieldDifference]:
    """Yield the fields to print: of each array only the first elements that differ."""
    elements: dict[str, int] = {}
    for each in fields:
        name = each.path.partition("[")[0]
        elements[name] = elements.get(name, 0) + 1
        if elements[name] <= ELEMENTS_MAX:
            yield each


def _value(value: object, hexadecimal: str | None) -> str:
    text = printable(SHORT.repr(value) if isinstance(value, dict | list) else repr(value))
    return text if hexadecimal is None else f"{text} ({hexadecimal})"
