"""Recordings of runs whose messages hold something else, with all checksums right."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from project_ghost.telemetry import McapFile
from project_ghost.telemetry.mcap._file import StoredMessage

from .forging import rewrite
from .mutation import mutated

# What stands in the place of a value: of another type, or beyond what a float can be.
_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1e308, -1e308, 10**30, 10**400, "", "x", "\u001b[2J", [], {}, [[]], [1, "a"],
    {"a": 1}, [0.0] * 3, [None] * 2, {"__dtype": "float64", "__array": [1.0]}, float("nan"),
)  # fmt: skip
_BROKEN_MAX = 4


def break_messages(data: bytes, random: Random) -> bytes:
    """The recording with something else in up to four of its messages."""
    source, target = Path("fuzz-source.mcap").absolute(), Path("fuzz-target.mcap").absolute()
    try:
        source.write_bytes(data)
        with McapFile(source) as file:
            by_channel: dict[int, list[int]] = {}
            for number, each in enumerate(file.messages()):
                by_channel.setdefault(each.channel_id, []).append(number)
            is_json = {n: each.message_encoding == "json" for n, each in file.channels.items()}
        # Channels first: most messages are of few channels.
        chosen = {
            random.choice(by_channel[random.choice(sorted(by_channel))])
            for _ in range(random.randint(1, _BROKEN_MAX))
        }
        numbers: Iterator[int] = iter(range(sum(map(len, by_channel.values()))))

        def message(each: StoredMessage) -> StoredMessage:
            if next(numbers) not in chosen:
                return each
            if not is_json[each.channel_id]:
                return each._replace(data=mutated(each.data, random))
            return each._replace(data=_changed(each.data, random))

        return rewrite(source, target, message=message).read_bytes()
    finally:
        source.unlink(missing_ok=True)
        target.unlink(missing_ok=True)


def _changed(data: bytes, random: Random) -> bytes:
    """A JSON text with one of its values replaced, left out, or under another name."""
    document = json.loads(data)
    places: list[tuple[Any, Any]] = list(_places(document))
    if not places:
        return json.dumps(random.choice(_VALUES)).encode()
    holder, key = random.choice(places)
    way = random.random()
    if way < 0.7:
        holder[key] = random.choice(_VALUES)
    elif way < 0.9:
        del holder[key]
    else:
        document = random.choice(_VALUES)
    return json.dumps(document).encode()


def _places(value: object) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: what holds it, and its key."""
    if isinstance(value, dict):
        keys: list[Any] = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    else:
        return
    for key in keys:
        yield value, key
        yield from _places(value[key])


def message_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that looks into messages."""
    one = str(broken)
    return random.choice(
        (
            ["view", one, "-o", str(output)],
            ["view", one, str(good), "-o", str(output)],
            ["report", one, "-o", str(output)],
            ["summarize-run", one],
            ["trace-behavior", one],
            ["info", one],
            ["diff", one, str(good), "--tolerance", "0.1"],
            ["export", one, "--to", random.choice(("tum", "csv", "parquet")), "-o", str(output)],
            ["analyze-belief", "--truth-mcap", one, "--belief-mcap", one],
            ["evaluate-estimator", one],
            ["replay", one, "--component", random.choice(("Cars/driver", "Contacts"))],
        )
    )
