"""The flags that every command has, and where its output goes: -o, --json and --quiet.

A command that prints its result calls `add_printed`, one that writes files `add_written`.
`output_of` then sends what the command prints to the terminal, to a file or nowhere.
"""

import argparse
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from math import isfinite
from pathlib import Path
from typing import Any

from project_ghost.core.files import pretty_json, write_whole

from ._safe import SafeStream

__all__ = [
    "ALWAYS_JSON",
    "add_printed",
    "add_written",
    "finite_or_text",
    "output_of",
    "put_document",
    "svg_path",
]

# The help of --json where there is no other form.
ALWAYS_JSON = "no effect: the result is always JSON"

_PICTURES = (".svg", ".png", ".pdf", ".jpg")


def add_printed(
    parser: argparse.ArgumentParser, as_json: str = "print JSON instead of text"
) -> None:
    """Declare the flags of a command that prints its result; -o prints it into a file."""
    parser.add_argument(
        "-o",
        "--output",
        dest="result_file",
        type=_result_file,
        metavar="FILE",
        help="write the result to a file instead; as JSON if its name ends in .json",
    )
    _add_json_and_quiet(parser, as_json)


def add_written(
    parser: argparse.ArgumentParser,
    metavar: str,
    help_text: str,
    *more_names: str,
    path: Callable[[str], Path | str] = Path,
    as_json: str = "print JSON instead of text",
) -> None:
    """Declare the flags of a command that writes files; -o says where."""
    parser.add_argument(
        "-o", "--output", *more_names, dest="output", type=path, metavar=metavar, help=help_text
    )
    _add_json_and_quiet(parser, as_json)


def _add_json_and_quiet(parser: argparse.ArgumentParser, as_json: str) -> None:
    parser.add_argument("--json", action="store_true", help=as_json)
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print neither result nor progress, only errors"
    )


@contextmanager
def output_of(arguments: argparse.Namespace) -> Iterator[None]:
    """Send what is printed in the block where the flags say.

    A file is written when the block ends without an error, whole or not at all; missing folders
    are made.
    """
    file: Path | None = getattr(arguments, "result_file", None)
    quiet = getattr(arguments, "quiet", False)
    if file is not None and file.suffix.lower() == ".json":
        arguments.json = True
    if file is None and not quiet:
        yield
        return
    content = io.BytesIO()
    printed = io.TextIOWrapper(content, encoding="utf-8", errors="backslashreplace")
    errors: Any = _WithoutBars(sys.stderr) if quiet else sys.stderr
    safe: Any = SafeStream(printed)
    with redirect_stdout(safe), redirect_stderr(errors):
        yield
    printed.flush()
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content.getvalue(), "the result")


class _WithoutBars:
    """A stream for messages that is no terminal, so that no progress bar appears on it."""

    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - any text stream
        self._stream = stream

    @property
    def rich_proxied_file(self) -> "_WithoutBars":
        """What rich writes to: this, which is no terminal."""
        return self

    def isatty(self) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the stream
        return getattr(self._stream, name)


def put_document(document: object) -> None:
    """Print the document as canonical JSON."""
    sys.stdout.write(pretty_json(document))


def _result_file(text: str) -> Path:
    """Return the path of a result; refuse the name of a picture, which another flag draws."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name of the file is empty")
    path = Path(text)
    if path.suffix.lower() in _PICTURES:
        raise argparse.ArgumentTypeError(
            f"{text!r} ends in {path.suffix!r}, but the result is text or JSON; "
            f"where a command draws, `--svg {path.with_suffix('.svg')}` writes the picture"
        )
    return path


def svg_path(text: str) -> Path:
    """Return the path of a picture that a flag names; refuse the suffix of another format."""
    path = Path(text)
    if not path.name:
        raise argparse.ArgumentTypeError(f"{text!r} names no file; write map.svg")
    if path.suffix.lower() not in ("", ".svg"):
        raise argparse.ArgumentTypeError(
            f"{text!r} ends in {path.suffix!r}, but the picture is SVG; "
            f"write {path.with_suffix('.svg')}"
        )
    return path


def finite_or_text(value: float) -> float | str:
    """Return the number, or `'inf'`, `'-inf'` or `'nan'`, which JSON has no number for."""
    return value if isfinite(value) else repr(value)
