"""The file that `ghost sweep new` writes."""

__all__ = ["SWEEP_TEXT"]

SWEEP_TEXT = """\
# Many runs; docs/sweeps.md explains every key.
version: 1
name: my-sweep

# 1. The runs: every scenario with every planner, every set of parameters and every seed.
scenarios: [t-junction-1]       # built-in ones, files, folders of files
# planners: [idm, {name: fast, planner: idm, options: {target_velocity: 15}}]
seeds: 3                        # from 1 to 3; or [1, 7], or {from: 10, to: 19}
parameters:                     # keys of the scenario, as in `ghost run --set`
  actors.car1.speed_mps: [4, 5, 6]
  # actors.car2.speed_mps: {from: 4, to: 8, step: 0.5}
# latin_hypercube:              # instead of all combinations: spread samples
#   samples: 50
#   parameters: {actors.car1.speed_mps: {from: 3, to: 9}}
# set: {duration: 10s}          # for all runs

# 2. What is kept of each run: a row of runs.parquet, and its recording if that is wanted.
record: false
# time_limit: 60s               # for one run
# callbacks: ["mine.py:Mine"]   # your code at the start, after each run and at the end
"""
