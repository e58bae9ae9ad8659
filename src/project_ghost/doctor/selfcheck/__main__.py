"""Run the self-check and compare its digests with the stored ones."""

import argparse
import sys
from collections.abc import Mapping, Sequence

from project_ghost.core.errors import GhostError
from project_ghost.core.files import pretty_json
from project_ghost.core.host import host

from . import WORKLOADS, Mode, Outcome, load_workload, run, stored_digests


def main(argv: Sequence[str] | None = None) -> int:
    """Return 0 if all digests equal the stored ones, 1 if one differs, 2 on bad usage."""
    arguments = _parser().parse_args(argv)
    names = arguments.workload or list(WORKLOADS)
    try:
        extra = dict(load_workload(path) for path in arguments.extra_workload)
    except GhostError as error:
        print(f"selfcheck: {error}", file=sys.stderr)
        return 2
    mode = Mode(arguments.mode)
    chosen = {name: WORKLOADS[name] for name in names} | extra
    outcomes = run(chosen, mode, arguments.cpu_limit)
    stored = stored_digests()
    verdicts = {name: _verdict(outcome, stored.get(name)) for name, outcome in outcomes.items()}
    if arguments.json:
        sys.stdout.write(_as_json(mode, outcomes))
    else:
        for name, outcome in outcomes.items():
            print(f"{name:<16} {verdicts[name]:<8} {outcome.digest or outcome.error}")
    return 0 if set(verdicts.values()) <= {"ok", "new"} else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description=__doc__)
    parser.add_argument("--mode", choices=list(Mode), default=Mode.INTERPRETED, type=str)
    parser.add_argument(
        "--workload", action="append", choices=list(WORKLOADS), help="run this one (repeatable)"
    )
    parser.add_argument(
        "--extra-workload",
        action="append",
        default=[],
        metavar="NAME=FILE.py:FUNCTION",
        help="run this one too; it has no stored digest (repeatable)",
    )
    parser.add_argument(
        "--cpu-limit",
        type=float,
        metavar="SECONDS",
        help="stop after so much CPU time, and tell nothing of the workloads that are left",
    )
    parser.add_argument("--json", action="store_true", help="print canonical JSON")
    return parser


def _verdict(outcome: Outcome, stored: str | None) -> str:
    if outcome.error is not None:
        return "error"
    if stored is None:
        return "new"
    return "ok" if outcome.digest == stored else "differs"


def _as_json(mode: Mode, outcomes: Mapping[str, Outcome]) -> str:
    document = {
        "mode": mode,
        "host": host(),
        "workloads": {name: outcome._asdict() for name, outcome in outcomes.items()},
    }
    return pretty_json(document)


if __name__ == "__main__":
    sys.exit(main())
