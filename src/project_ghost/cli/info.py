"""Show the content of a recording or any MCAP file: channels, counts, times, digests.

With --check every byte is read, and the stored checksums and digests are compared with the
content; exit code 1 if a digest differs, 2 if the file is damaged.

  ghost info runs/t-junction-4-1
  ghost info run.mcap --check --json
"""

import argparse
import json
from typing import Any

from rich.markup import escape

from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted
from project_ghost.telemetry import (
    CONTENT_KEY,
    METADATA_CHANNELS,
    METADATA_MANIFEST,
    METADATA_RESULTS,
    RECORDING_FORMAT,
    Recording,
)

from ._run_flags import add_signed_by
from .terminal._console import console
from .terminal._output import add_printed, put_document
from .terminal._progress import reading_bar
from .terminal._recordings import open_with_warning, printable, require_signed, seconds, table

# Parts of the manifest that are shown by themselves.
_LISTED = ("actors", "components")
# What the digest of the content covers, besides the digests of channels and order.
_CONTENT = "header, attachments, manifest and results"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="RUN", help="an MCAP file or a run's folder")
    parser.add_argument(
        "--check", action="store_true", help="compare the stored digests with the content"
    )
    add_signed_by(parser)
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the file, check it on request, print a summary."""
    with open_with_warning(arguments.file, "info") as recording:
        if arguments.signed_by is not None:
            require_signed(recording, arguments.signed_by)
        facts = _facts(recording)
        if arguments.check:
            file = recording.file
            with reading_bar("checking") as track:
                track(file, file.data_crc[0] + file.stored_bytes)
                facts["checks"] = _checks(recording)
        if arguments.json:
            put_document(facts)
        else:
            _show(recording, facts)
    differing = [name for name, state in facts.get("checks", {}).items() if state == "differs"]
    return 1 if differing else 0


def _facts(recording: Recording) -> dict[str, Any]:
    file, counts, totals = recording.file, recording.counts(), recording.totals()
    ours = (METADATA_CHANNELS, METADATA_MANIFEST, METADATA_RESULTS)
    return {
        "path": recording.path,
        "bytes": file.size,
        "complete": recording.cut_off is None,
        "library": file.header.library,
        "profile": file.header.profile,
        "start_ns": recording.start_ns,
        "stop_ns": recording.stop_ns,
        "messages": sum(counts.values()),
        "chunks": sum(segment.chunk is not None for segment in file.segments),
        "compression": sorted({s.chunk.compression for s in file.segments if s.chunk is not None}),
        "channels": {
            name: {
                "count": counts.get(name, 0),
                "encoding": channel.message_encoding,
                "schema": channel.schema_name,
                "sha256": totals.get(name, {}).get("sha256"),
            }
            for name, channel in recording.channels.items()
        },
        "attachments": [
            {"name": each.name, "media_type": each.media_type, "bytes": each.data_size}
            for each in file.attachments
        ],
        **{key: _listed(recording, key) for key in _LISTED},
        "manifest": recording.manifest,
        "results": recording.results,
        "metadata": sorted({each.name for each in file.metadata} - set(ours)),
    }


def _listed(recording: Recording, key: str) -> Any:  # noqa: ANN401 - JSON
    """Return a part of the manifest that is JSON; None if there is none, or it is not JSON."""
    try:
        value = json.loads(recording.manifest[key])
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()  # can be printed again
    except (LookupError, ValueError, RecursionError):
        return None
    return value


def _actors(tables: Any) -> str:  # noqa: ANN401 - JSON
    """Return the names of actors and populations, or nothing if the list is another program's."""
    try:
        named = [str(name) for table in tables for name in table["names"]]
        many = [f"{table['table']}/0, ..." for table in tables if not table["names"]]
    except (LookupError, TypeError):
        return ""
    return ", ".join([*named, *many])


def _completeness(recording: Recording) -> str:
    if not recording.is_partial:
        return "yes"
    if recording.cut_off is None:
        return "recovered: only the beginning of its run"
    status = "is still being written" if recording.is_being_written else "was cut off"
    return f"[bold red]no, it {status}[/]"


def _checks(recording: Recording) -> dict[str, str]:
    """Compare each stored digest with the content."""
    is_ours = _is_current_format(recording)
    recording.file.require_data_crc()
    digests = recording.digests()
    checks = {}
    for name, total in recording.totals().items():
        stored = total.get("sha256")
        if stored is not None:
            checks[name] = "same" if digests.channels.get(name) == stored else "differs"
    if checks:  # a writer that stores digests stores those of all channels
        checks |= {name: "differs" for name in digests.channels if name not in checks}
    rest = {"the order": ("order_sha256", digests.order), _CONTENT: (CONTENT_KEY, digests.content)}
    for name, (key, digest) in rest.items():
        stored = recording.results.get(key)
        # What a complete recording of ours lacks was taken out of it.
        if stored is not None or (is_ours and recording.cut_off is None):
            checks[name] = "same" if digest == stored else "differs"
    return checks


def _is_current_format(recording: Recording) -> bool:
    """Whether it is a recording of Ghost; raise an error for one with digests of another kind."""
    version = recording.manifest.get("format")
    if version is not None and version != RECORDING_FORMAT:
        raise InputError(
            f"the recording has the format {version[:40]!r}, whose digests are others",
            recording.path,
            RECORDING_FORMAT,
            "check it with the version of Ghost that made it; other commands read its messages",
        )
    return version is not None


def _show(recording: Recording, facts: dict[str, Any]) -> None:
    output = console()
    about = table("Recording")
    library = printable(facts["library"]) or "unknown"
    about.add_row("file", escape(printable(recording.path, 400)))
    about.add_row("size", f"{counted(facts['bytes'], 'byte')}, {counted(facts['chunks'], 'chunk')}")
    about.add_row("written by", escape(library))
    about.add_row("complete", _completeness(recording))
    about.add_row("messages", f"{facts['messages']:,}")
    times = f"{seconds(facts['start_ns'])} to {seconds(facts['stop_ns'])}"
    about.add_row("simulated time", times)
    if actors := _actors(facts["actors"]):
        about.add_row("actors", escape(printable(actors, 400)))
    for title in ("manifest", "results"):
        for key, value in facts[title].items():
            if title == "manifest" and key in _LISTED and facts[key]:
                continue  # shown by itself
            about.add_row(escape(printable(f"{title}: {key}")), escape(printable(value)))
    for each in facts["attachments"]:
        text = (
            f"{printable(each['name'])} ({each['bytes']:,} bytes, {printable(each['media_type'])})"
        )
        about.add_row("attachment", escape(text))
    output.print(about)
    headings = ("channel", "messages", "schema", "encoding", "SHA-256")
    channels = table("Channels", *headings, right=("messages",))
    for name, each in facts["channels"].items():
        digest = each["sha256"]
        channels.add_row(
            escape(printable(name)),
            f"{each['count']:,}",
            escape(printable(each["schema"])),
            escape(printable(each["encoding"])),
            escape(printable(str(digest), 16)) if digest else "",
        )
    output.print(channels)
    if isinstance(facts["components"], dict):
        components = table("Components", "component", "class")
        for name, cls in facts["components"].items():
            components.add_row(escape(printable(name)), escape(printable(str(cls))))
        output.print(components)
    if facts.get("checks") == {}:
        output.print("All checksums match; the file stores no digests to compare.")
    for name, state in facts.get("checks", {}).items():
        colour = "green" if state == "same" else "bold red"
        output.print(f"[{colour}]{state}[/] {escape(printable(name))}")
