"""An estimator that knows the truth, with errors."""

from project_ghost.estimation import NoisyGroundTruth


class Guess(NoisyGroundTruth):
    """One of Ghost's own under another name: a belief has many outputs."""
