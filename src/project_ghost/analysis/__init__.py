"""Pure functions over recordings and traces: they observe runs, and never take part in one.

General layout: `traces` (repeats of one experiment, side by side), `trace_files` (from
which files they come), `variance` (how far the repeats are apart).
"""
