"""Find where two recordings part: the first difference, exactly, and how much differs after it.

Messages of the same channel and simulated time are compared to the last bit. Exit code 0 if
the two hold the same, 1 if not. Where one of them goes on from a checkpoint, they are compared
from there. Observers' channels are left out unless they are named.
"""

import argparse
import json
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.markup import escape

from project_ghost.analysis.divergence import (
    Comparison,
    Divergence,
    LaterBeginning,
    compare_recordings,
)
from project_ghost.cli._recordings import console, opened, printable, seconds, table
from project_ghost.core.errors import InputError


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
    tolerance = None if arguments.tolerance is None else _number(arguments.tolerance)
    with opened(arguments.a, "diff") as a, opened(arguments.b, "diff") as b:
        found = compare_recordings(a, b, channels=arguments.channels, tolerance=tolerance)
        if arguments.json:
            print(as_json(comparison_document(found)))
        else:
            show_comparison(found)
    return 0 if found.is_same else 1


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(
            f"the tolerance is {text!r}", "--tolerance", "a number, 0 or more", "write 1e-9"
        ) from None


def comparison_document(found: Comparison) -> dict[str, Any]:
    """A comparison as plain values."""
    first = found.first
    document: dict[str, Any] = {
        "same": found.is_same,
        "first": None if first is None else asdict(first),
        "channels": [asdict(each) for each in found.channels],
        "chain": None if found.chain is None else found.chain._asdict(),
        "manifest": [each._asdict() for each in found.manifest],
        "left_out": list(found.left_out),
        "later": None if found.later is None else found.later._asdict(),
    }
    if first is not None:
        document["first"]["fields"] = [each._asdict() for each in first.fields]
    return document


def as_json(document: dict[str, Any]) -> str:
    """As it is printed: with whatever strange texts the files hold."""
    text = json.dumps(document, sort_keys=True, indent=2, ensure_ascii=False, default=repr)
    return text.encode("utf-8", "backslashreplace").decode()


def show_comparison(found: Comparison) -> None:
    """Print where two recordings part; A is the first of them."""
    output = console()
    for each in found.manifest:
        line = f"{each.path}: {each.a!r} and {each.b!r}"
        output.print(f"The manifests differ: {escape(printable(line))}")
    since = ""
    if found.later is not None:
        since = " from there on"
        _show_beginning(output, found, found.later)
    if found.is_same:
        # Of the one that begins later there is nothing from before.
        one_is_later = found.later is not None and found.later.side == "a"
        total = sum(each.count_a - (0 if one_is_later else each.before) for each in found.channels)
        ticks = None if found.chain is None else found.chain.ticks_a - found.chain.first_tick
        chain = "" if ticks is None else f", and {ticks:,} ticks of state"
        output.print(f"[green]The same[/]{since}: {total:,} messages{chain}.")
        return
    if found.chain is not None and found.chain.tick is not None:
        output.print(
            f"[bold red]The state differs[/] from tick {found.chain.tick:,} on, "
            f"simulated time {seconds(found.chain.time_ns)}."
        )
    if found.first is not None:
        _show_first(output, found.first)
    numbers = ("in A", "in B", "differing", "only in A", "only in B")
    channels = table("Channels", "channel", *numbers, "note", right=numbers)
    for channel in found.channels:
        name = escape(printable(channel.name))
        channels.add_row(
            name if channel.is_same else f"[bold red]{name}[/]",
            *(f"{number:,}" for number in (channel.count_a, channel.count_b, channel.differing)),
            *(f"{number:,}" for number in (channel.only_a, channel.only_b)),
            escape(printable(channel.note)),
        )
    output.print(channels)


def _show_beginning(output: Console, found: Comparison, later: LaterBeginning) -> None:
    """Say that one begins later, and what is left out therefore."""
    name, other = ("A", "B") if later.side == "a" else ("B", "A")
    before = sum(each.before for each in found.channels)
    output.print(
        f"{name} begins at {seconds(later.moment_ns)}, and the two are compared from there on; "
        f"{other} has {before:,} messages from before."
    )


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
        noun = "field" if first.more_fields == 1 else "fields"
        output.print(f"and {first.more_fields:,} more {noun} of this message")


def _value(value: object, hexadecimal: str | None) -> str:
    text = printable(repr(value))
    return text if hexadecimal is None else f"{text} ({hexadecimal})"
