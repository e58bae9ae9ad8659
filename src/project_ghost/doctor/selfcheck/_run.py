"""Run workloads and compare them with the stored digests."""

import json
import time
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from ._mode import Mode
from ._registry import Workload


class Outcome(NamedTuple):
    """The result of one workload: its digest, or the error that it raised."""

    digest: str | None
    error: str | None
    seconds: float


def run(workloads: Mapping[str, Workload], mode: Mode) -> dict[str, Outcome]:
    """Run the workloads that have this mode, in their order."""
    return {name: _outcome(w, mode) for name, w in workloads.items() if mode in w.modes}


def stored_digests() -> dict[str, str]:
    """Return the expected digest of each workload, by name."""
    text = files(__package__).joinpath("digests.json").read_text(encoding="utf-8")
    return {str(name): str(digest) for name, digest in json.loads(text).items()}


def _outcome(workload: Workload, mode: Mode) -> Outcome:
    # ghost: allow[wall-clock] how long it took is shown, and in no digest
    begin = time.perf_counter()
    digest, error = None, None
    try:
        digest = workload.digest(mode)
    except Exception as raised:  # one broken workload must not hide the others
        error = f"{type(raised).__name__}: {raised}"
    # ghost: allow[wall-clock] as above
    return Outcome(digest, error, time.perf_counter() - begin)
