"""Repeats of an experiment: simulators, worker processes, the runner."""
