"""Convert trajectories from other tools into truth and belief recordings.

Poses are paired by the nearest stamps within the tolerance; --align selects how the belief is
aligned to the truth. The metadata of both recordings describe the processing.
`ghost analyze-belief` reads the recordings.

  ghost import-trajectory --truth gt.txt --truth-format tum --belief est.txt --belief-format tum \\
      --align se3 --truth-mcap truth.mcap --belief-mcap belief.mcap
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

_FORMATS = f"one of {', '.join(TRAJECTORY_FORMATS)}"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    for role in ("truth", "belief"):
        parser.add_argument(f"--{role}", metavar="FILE", type=Path, required=True)
        parser.add_argument(
            f"--{role}-format", choices=TRAJECTORY_FORMATS, required=True, help=_FORMATS
        )
        parser.add_argument(
            f"--{role}-mcap", metavar="PATH", type=Path, required=True, help="the output recording"
        )
    parser.add_argument("--times", metavar="FILE", type=Path, help="times of KITTI poses")
    parser.add_argument(
        "--align", choices=ALIGNMENTS, default="none", help="alignment of the belief [none]"
    )
    parser.add_argument(
        "--tolerance", metavar="DURATION", default="10ms", help="largest gap of a pair [10ms]"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read, pair, align and write the trajectories."""
    tolerance_ns = parse_duration_ns(arguments.tolerance, "--tolerance", "the command line")
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
    write_recordings(pair, arguments.truth_mcap, arguments.belief_mcap, sources)
    print(
        f"{len(pair.truth)} pairs of {len(truth)} and {len(belief)} poses, at most "
        f"{pair.association.gap_max_ns} ns apart; alignment {pair.alignment.kind}, "
        f"residual {pair.residual_rms_m:.6f} m RMS"
    )
    return 0
