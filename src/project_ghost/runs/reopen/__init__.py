"""Reopen a recorded run: verify, rerun, restart, replay, debug.

General layout: `_recording` (the definition in a recording), `_recorded_plans` (its planners'
plans), `_rerun` and `_fingerprint` (run again and compare), `_reopened` with `_checker` (run again
up to a moment and check every tick), `_checkpoint`, `_checkpoint_file` and `_checkpoint_start` (a
moment as a file, and a run from it), `_replay` with `_samples` (one component alone), `_debug` (a
tick in the debugger), `_metric_runner` and `_recorded_history` (the metrics and the samples of a
recorded simulation).
"""
