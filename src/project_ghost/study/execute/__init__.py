"""Repeats of an experiment: simulators, worker processes, the runner.

General layout: `_simulator` (what a study needs of a simulator), `_ghost` (our own), `_signals`
(its runs without actors), `_command` (any program), `_repeat` (one repeat in a worker process),
`_processes` (the worker processes of an experiment), `_runner` (the repeats of every experiment).
"""
