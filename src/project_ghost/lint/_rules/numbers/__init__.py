"""Arithmetic whose last bit depends on the machine."""
