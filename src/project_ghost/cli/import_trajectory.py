"""Convert trajectories from other tools into truth and belief recordings.

Poses are paired by the nearest stamps within the tolerance; --align selects how the belief is
aligned to the truth. The metadata of both recordings describe the processing.
`ghost analyze-belief` and `ghost evaluate-estimator` read the recordings.

  ghost import-trajectory --truth gt.txt --truth-format tum --belief est.txt --belief-format tum \\
      --align se3 -o imported
"""

import argparse
from pathlib import Path

from project_ghost.analysis.trajectories import (
    ALIGNMENTS,
    TRAJECTORY_FORMATS,
    pair_trajectories,
    read_trajectory,
    write_recordings,
)
from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.errors import InputError

from .terminal._output import add_written, put_document

_FORMATS = f"one of {', '.join(TRAJECTORY_FORMATS)}"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    for role in ("truth", "belief"):
        parser.add_argument(
            f"--{role}", metavar="FILE", type=Path, required=True, help=f"the {role}'s trajectory"
        )
        parser.add_argument(
            f"--{role}-format", choices=TRAJECTORY_FORMATS, required=True, help=_FORMATS
        )
        parser.add_argument(
            f"--{role}-mcap", metavar="FILE", type=Path, help=f"its recording [DIR/{role}.mcap]"
        )
    parser.add_argument("--times", metavar="FILE", type=Path, help="times of KITTI poses")
    parser.add_argument(
        "--align", choices=ALIGNMENTS, default="none", help="alignment of the belief [none]"
    )
    parser.add_argument(
        "--tolerance", metavar="DURATION", default="10ms", help="largest gap of a pair [10ms]"
    )
    add_written(parser, "DIR", "the folder of both recordings")


def run(arguments: argparse.Namespace) -> int:
    """Read, pair, align and write the trajectories."""
    tolerance_ns = parse_duration_ns(arguments.tolerance, "--tolerance", "the command line")
    truth_mcap, belief_mcap = (_target(arguments, role) for role in ("truth", "belief"))
    truth = read_trajectory(arguments.truth, arguments.truth_format, "truth", arguments.times)
    belief = read_trajectory(arguments.belief, arguments.belief_format, "belief", arguments.times)
    pair = pair_trajectories(truth, belief, tolerance_ns=tolerance_ns, alignment=arguments.align)
    sources = {
        f"{role}_{what}": text
        for role in ("truth", "belief")
        for what, text in (
            ("file", getattr(arguments, role).name),
            ("format", getattr(arguments, f"{role}_format")),
        )
    }
    if arguments.output is not None:
        arguments.output.mkdir(parents=True, exist_ok=True)
    write_recordings(pair, truth_mcap, belief_mcap, sources)
    if arguments.json:
        put_document(
            {
                "alignment": pair.alignment.kind,
                "belief": {"file": str(belief_mcap), "poses": len(belief)},
                "gap_max_ns": pair.association.gap_max_ns,
                "pairs": len(pair.truth),
                "residual_rms_m": pair.residual_rms_m,
                "truth": {"file": str(truth_mcap), "poses": len(truth)},
            }
        )
        return 0
    print(
        f"{len(pair.truth)} pairs of {len(truth)} and {len(belief)} poses, at most "
        f"{pair.association.gap_max_ns} ns apart; alignment {pair.alignment.kind}, "
        f"residual {pair.residual_rms_m:.6f} m RMS\n"
        f"wrote {truth_mcap} and {belief_mcap}"
    )
    return 0


def _target(arguments: argparse.Namespace, role: str) -> Path:
    """Return the recording to write: what its flag names, or a file in the folder of -o."""
    named: Path | None = getattr(arguments, f"{role}_mcap")
    if named is not None:
        return named
    folder: Path | None = arguments.output
    if folder is None:
        raise InputError(
            f"the recording of the {role} has no name",
            f"--{role}-mcap",
            "a folder for both recordings, or a file for each",
            "write -o imported",
        )
    return folder / f"{role}.mcap"
