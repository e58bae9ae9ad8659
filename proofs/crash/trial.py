"""One killed run, and the mistakes in the file that it left."""

import subprocess
import time
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.errors import GhostError
from project_ghost.telemetry import Recording, recover

from .writers import Writer


class Outcome(NamedTuple):
    """The outcome of one trial: what is wrong, the messages saved, and those of the whole run."""

    problem: str | None
    when: str
    messages: int


def record_whole(writer: Writer, folder: Path) -> Path:
    """Record the whole run, with which the others are compared."""
    folder.mkdir()
    # Our own program, and a folder of ours.
    subprocess.run([*writer.arguments, str(folder)], check=True, capture_output=True)  # noqa: S603
    return folder / writer.recording


def killed(writer: Writer, folder: Path, whole: Path, share: float, delay_s: float) -> Outcome:
    """Kill a run just after its file has this fraction of the whole size, and check the file.

    By time alone, a busy machine would let most runs end, or not begin.
    """
    folder.mkdir()
    part, final = folder / f"{writer.recording}.part", folder / writer.recording
    process = subprocess.Popen(  # noqa: S603 - our own program
        [*writer.arguments, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    enough = share * whole.stat().st_size
    while process.poll() is None and _size(part) < enough and not final.exists():
        # ghost: allow[sleep] another process is waited for
        time.sleep(0.001)
    # ghost: allow[sleep] the process is to be killed at an arbitrary moment
    time.sleep(delay_s)
    process.kill()
    process.wait()
    if final.exists():
        return Outcome(_difference(final, whole, is_whole=True), "after its end", 0)
    if not part.exists():
        return Outcome("there is no file", "before its file", 0)
    try:
        done = recover(part)
    except GhostError as error:
        if "nothing to recover" in error.what:
            return Outcome(None, "before its first record", 0)
        return Outcome(f"it cannot be recovered: {error}", "in its midst", 0)
    problem = _difference(done.path, whole, is_whole=False)
    return Outcome(problem, "in its midst", done.messages)


def _size(path: Path) -> int:
    """The size of a file; -1 if there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return -1


def _difference(path: Path, whole: Path, *, is_whole: bool) -> str | None:
    """The mistake in a recording that must be the beginning of another."""
    with Recording(path) as found, Recording(whole) as expected:
        if found.manifest != expected.manifest:
            return "the manifests differ"
        for name in found.attachment_names():
            if found.attachment(name).data != expected.attachment(name).data:
                return f"the attachment {name} differs"
        stored = {n: t["sha256"] for n, t in found.totals().items() if "sha256" in t}
        if found.digests().channels != stored:
            return "the digests are not those of the content"
        for name in found.channels:
            if not _is_prefix(_content(found, name), _content(expected, name), is_whole=is_whole):
                return f"{name} is no beginning of the true run's"
    return None


def _content(recording: Recording, name: str) -> Iterator[tuple[int, int, bytes]]:
    for message in recording[name].stored():
        yield message.log_time, message.sequence, message.data


def _is_prefix(
    found: Iterator[tuple[int, int, bytes]],
    expected: Iterator[tuple[int, int, bytes]],
    *,
    is_whole: bool,
) -> bool:
    for one, two in zip_longest(found, expected):
        if one is None:
            return not is_whole
        if one != two:
            return False
    return True
