"""The code that a run is made of: the class of each component, and the hash of its source."""

import hashlib
import json
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import final

from project_ghost import __version__
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.engine import Graph
from project_ghost.telemetry import Recording

from ._runnable import Runnable

__all__ = [
    "REPLACEMENT_PREFIX",
    "RecordedCode",
    "class_name",
    "code_note",
    "code_of",
    "differing_components",
    "recorded_code",
    "require_same_components",
]

# Modules that were loaded from a file by its path have this before their names.
REPLACEMENT_PREFIX = "ghost_replacement_"
_PACKAGE = "project_ghost"
_NAMED_MAX = 3
COMPONENTS, CLASSES = "components", "classes"


@final
class RecordedCode:
    """The classes of a run: by component, and the hash of the source of each.

    The hash is that of the module's file, so it also changes with the functions that a class
    calls in its module. It is empty for a class that has no file, as in a notebook.
    """

    def __init__(self, components: Mapping[str, str], classes: Mapping[str, str]) -> None:
        self.components = dict(components)
        self.classes = dict(classes)

    def manifest(self) -> dict[str, str]:
        """The entries of a recording's manifest."""
        return {COMPONENTS: _json(self.components), CLASSES: _json(self.classes)}


@checked_arguments
def differing_components(recording: Recording, runnable: Runnable) -> tuple[str, ...]:
    """The components whose classes are not those of the recorded run."""
    recorded = recorded_code(recording)
    if recorded is None:  # an older recording
        return ()
    before, now = recorded.components, code_of(runnable.graph).components
    return tuple(n for n in dict.fromkeys([*before, *now]) if before.get(n) != now.get(n))


@checked_arguments
def require_same_components(recording: Recording, runnable: Runnable) -> None:
    """Refuse a rerun with components of other classes than the recorded run had.

    It would give other values, which say nothing about the recorded run.
    """
    recorded, names = recorded_code(recording), differing_components(recording, runnable)
    if recorded is None or not names:
        return
    first = names[0]
    before, now = recorded.components.get(first), code_of(runnable.graph).components.get(first)
    more = f"; {len(names) - 1} more differ" if len(names) > 1 else ""
    raise InputError(
        f"the run was recorded with other components than its {runnable.definition.kind} has: "
        f"{first} was {before or 'not there'}, here it is {now or 'not there'}{more}",
        str(recording.path),
        "the components of the recorded run",
        f"give its class: --replace {first}=FILE.py:{before.rpartition(':')[2]}"
        if before and now
        else "build the same graph in Python, and give it to `prepare`",
    )


@checked_arguments
def code_note(recording: Recording, runnable: Runnable) -> str:
    """Return a note if the source of a class has changed since the recording; usually empty."""
    recorded = recorded_code(recording)
    if recorded is None:
        return ""
    now = code_of(runnable.graph).classes
    # A release of Ghost changes its own classes; its version says that.
    is_same_ghost = recording.manifest.get("ghost") == __version__
    changed = [
        name
        for name, digest in recorded.classes.items()
        if now.get(name, digest) != digest
        and (is_same_ghost or not name.startswith(f"{_PACKAGE}."))
    ]
    if not changed:
        return ""
    more = f" and {len(changed) - _NAMED_MAX} more" if len(changed) > _NAMED_MAX else ""
    return (
        f"the source of {', '.join(changed[:_NAMED_MAX])}{more} has changed since the recording; "
        "a difference may come from that"
    )


@checked_arguments
def code_of(graph: Graph) -> RecordedCode:
    """The classes of a graph's components."""
    components: dict[str, str] = {}
    classes: dict[str, str] = {}
    for name, component in graph.components.items():
        shown = components[name] = class_name(type(component))
        classes[shown] = _source_digest(type(component).__module__)
    return RecordedCode(components, dict(sorted(classes.items())))


def class_name(cls: type) -> str:
    """The name of a class as files write it: `package.module:Class`."""
    return f"{cls.__module__.removeprefix(REPLACEMENT_PREFIX)}:{cls.__qualname__}"


@checked_arguments
def recorded_code(recording: Recording) -> RecordedCode | None:
    """The classes of a recorded run; None for a recording that does not name them."""
    try:
        components = json.loads(recording.manifest[COMPONENTS])
        classes = json.loads(recording.manifest[CLASSES])
    except (LookupError, ValueError, RecursionError):
        return None
    for each in (components, classes):
        if not isinstance(each, dict) or not all(isinstance(v, str) for v in each.values()):
            return None
    return RecordedCode(components, classes)


def _source_digest(module: str) -> str:
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return ""
    try:
        status = Path(file).stat()
        return _file_digest(file, status.st_mtime_ns, status.st_size)
    except OSError:
        return ""


# ghost: allow[cached-state] time and size of the file are arguments: a changed file is read again
@lru_cache(maxsize=1024)
def _file_digest(file: str, _modified_ns: int, _size: int) -> str:
    # Line ends differ between checkouts of the same source.
    text = Path(file).read_bytes().replace(b"\r\n", b"\n")
    return hashlib.sha256(text).hexdigest()


def _json(value: Mapping[str, str]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
