"""The golden files of the built-in scenarios: `make goldens`, on purpose only.

A golden file holds, for each channel of the recording, how many messages there are, how many
bytes and which digest; the digest of the state chain; and the digest after the first
seconds. It is written only where the interpreted and the compiled run agree to the end.

python -m proofs.goldens             write all of them
python -m proofs.goldens crowd       only some
python -m proofs.goldens --check     compare, and write nothing
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from project_ghost.core.level import Level
from project_ghost.runs import PreparedRun, prepare, recorded_run, require_level
from project_ghost.scenario import builtin_names, scenario_digest
from project_ghost.telemetry import METADATA_CHANNELS, METADATA_RESULTS
from project_ghost.telemetry.mcap._file import McapFile

FOLDER = Path(__file__).parents[1] / "tests" / "scenario" / "golden"
_PREFIX_NS = 2_000_000_000
# How a run is shown is made of its messages, and may change without them.
_VIEWS = "/foxglove/"


def golden_of(prepared: PreparedRun) -> dict[str, object]:
    """The golden content of one recorded run of a scenario."""
    require_level(prepared, Level.PORTABLE)
    with tempfile.TemporaryDirectory() as name:
        result = recorded_run(prepared, Path(name))
        with McapFile(Path(name) / "run.mcap") as file:
            metadata = {each.name: each.metadata for each in file.metadata}
    channels = {
        name: json.loads(text)
        for name, text in sorted(metadata[METADATA_CHANNELS].items())
        if not name.startswith(_VIEWS)
    }
    return {
        "channels": channels,
        "contacts": [list(contact) for contact in result.contacts],
        "digest": result.digest,
        "duration_ns": result.duration_ns,
        "ended_by": result.ended_by,
        "order_sha256": metadata[METADATA_RESULTS]["order_sha256"],
        "prefix": {"digest": prefix_digest(prepared), "duration_ns": prefix_ns(prepared)},
        "scenario_sha256": scenario_digest(prepared.assembly.spec),
    }


def prefix_ns(prepared: PreparedRun) -> int:
    """The duration of the prefix."""
    return min(_PREFIX_NS, prepared.assembly.spec.duration)


def prefix_digest(prepared: PreparedRun) -> str:
    """The digest after the first seconds."""
    return prepared.run(duration_ns=prefix_ns(prepared)).digest


def as_text(golden: dict[str, object]) -> str:
    """The text of a golden file."""
    return json.dumps(golden, sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def path_of(name: str) -> Path:
    """The path of a scenario's golden file."""
    return FOLDER / f"{name}.json"


def stored_text(path: Path) -> str:
    """The text of a stored golden file, empty if there is none; a damaged one is another text."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""


def main() -> int:
    """Return 0 where all is well, 1 where a run differs from its file or from its twin."""
    parser = argparse.ArgumentParser(prog="python -m proofs.goldens", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="scenarios; default: all")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    arguments = parser.parse_args()
    bad = 0
    for name in arguments.names or builtin_names():
        text = as_text(golden_of(prepare(name, execution="compiled")))
        agreed = as_text(golden_of(prepare(name, execution="interpreted"))) == text
        before = stored_text(path_of(name))
        if not agreed:
            word, bad = "DIFFERS, interpreted and compiled; nothing stored", 1
        elif text == before:
            word = "kept"
        elif arguments.check:
            word, bad = "DIFFERS from its file", 1
        else:
            word = "CHANGED"
            FOLDER.mkdir(parents=True, exist_ok=True)
            path_of(name).write_text(text, encoding="utf-8")
        print(f"{name:<24} {word}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main())
