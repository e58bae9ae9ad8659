"""A command's result as canonical JSON, in a file or on the terminal."""

import argparse
import sys
from math import isfinite
from pathlib import Path

from project_ghost.core.files import pretty_json, write_whole


def put_document(document: object, output: Path | None = None) -> None:
    """Write the document to a file, or print it where no file is named."""
    text = pretty_json(document)
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(output, text)


def svg_path(text: str) -> Path:
    """Return the path of a picture that a flag names; refuse the suffix of another format."""
    path = Path(text)
    if path.suffix.lower() not in ("", ".svg"):
        raise argparse.ArgumentTypeError(
            f"{text!r} ends in {path.suffix!r}, but the picture is SVG; "
            f"write {path.with_suffix('.svg')}"
        )
    return path


def finite_or_text(value: float) -> float | str:
    """Return the number, or `'inf'`, `'-inf'` or `'nan'`, which JSON has no number for."""
    return value if isfinite(value) else repr(value)
