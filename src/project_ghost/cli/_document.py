"""A document as canonical JSON, to a file or to the terminal; whole or not at all."""

import json
import sys
from pathlib import Path
from typing import Any

from project_ghost.core.errors import InputError


def put_document(document: dict[str, Any], output: Path | None) -> None:
    """Sorted keys, indent 2, UTF-8, a newline at the end."""
    text = json.dumps(document, sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)
    if output is None:
        sys.stdout.write(f"{text}\n")
    else:
        put_bytes(f"{text}\n".encode(), output)


def put_bytes(content: bytes, path: Path) -> None:
    """Write a file by way of another, which gets its name at the end."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InputError(
            f"the file cannot be written: {error.strerror}", str(path), "a folder that exists"
        ) from None
