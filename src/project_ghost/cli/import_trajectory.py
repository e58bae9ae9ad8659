"""Make truth and belief recordings of trajectories from elsewhere.

Poses are paired by the nearest stamps within the tolerance; the belief is aligned to the
truth only as --align says. What was done stands in the metadata of both recordings, which
`ghost analyze-belief` then takes as they are.

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
            f"--{role}-mcap", metavar="PATH", type=Path, required=True, help="what is written"
        )
    parser.add_argument("--times", metavar="FILE", type=Path, help="the times of KITTI poses")
    parser.add_argument(
        "--align", choices=ALIGNMENTS, default="none", help="of the belief to the truth [none]"
    )
    parser.add_argument(
        "--tolerance", metavar="DURATION", default="10ms", help="between paired stamps [10ms]"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read, pair, align, write."""
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
