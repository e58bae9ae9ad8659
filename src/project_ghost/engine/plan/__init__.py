"""The static schedule, and the place of every value in the arrays of a run."""
