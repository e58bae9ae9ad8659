"""Absolute paths, with links left as they are."""

import os
from pathlib import Path

__all__ = ["absolute"]


def absolute(path: Path) -> Path:
    """A path from the root, without `.` and `..`; unlike `resolve`, it follows no links."""
    return Path(os.path.abspath(path))  # noqa: PTH100
