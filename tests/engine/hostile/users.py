"""Numerical code as people write it."""
