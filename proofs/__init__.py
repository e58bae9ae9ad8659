"""Proofs of Ghost's promises that take too long, or too much of a machine, for the test suite."""
