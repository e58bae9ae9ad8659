"""The file that `ghost study new` writes."""

__all__ = ["STUDY_TEXT"]

STUDY_TEXT = """\
# A variance study; docs/study.md explains every key.
version: 1
name: my-study
description: Two tests at a T-junction, one with a collision, under background load.

# 1. The experiment.
scenarios:                      # or a plain list of names
  t-junction-1: {collision: false}
  t-junction-4: {collision: true}
tolerance_m: 0.01               # for sigma and for any single repeat, at any time
# duration: 20s                 # default: the scenario's
# end: {first_collision: true, last_waypoint: true}

# 2. The simulator: ghost, sumo, mujoco, highway-env, control, or package.module:prepare ...
simulator: ghost
seed: 1                         # the same for all repeats
# settings: {set: [step=10ms]}  # settings of the simulator
# ... or any program that writes a trace:
# command: [./simulator, --scene, "{scenario}", --seed, "{seed}", --out, "{out}"]
# columns: "time=t[ms],x=px[cm],y=py[cm],actor=id"
time_limit: 60s                 # for one repeat

# 3. Conditions: one factor is varied at a time, from this baseline.
baseline: {load: 0, instances: 1, process: mixed, nice: 0, cpus: any}
factors:
  load: [0, 25, 50, 75, 95]     # percent of all CPUs, by other programs
# instances: [1, 2]             # of the simulator at once
# process: [fresh, reused]      # one process for each repeat, or one for many
# nice: {levels: [-20, 0, 19], at_load: [0, 75]}
# cpus: [any, "0"]              # pinned to CPU 0
# controller: [default, stanley]
# controllers:
#   stanley: {set: [actors.car1.driver.kind=stanley]}
memory_test_mb: 64              # with memtester, if it is installed

# 4. Execution: as many repeats as this statement takes if none differs (998), in stages.
confidence: {differing_runs_below: 0.003, at: 0.95}
budget: 5min                    # for the repeats of one experiment; `none`: no limit
# repeats: [10, 100, 1000]      # or numbers of repeats of your own
stop_early: true                # at a stage at which the tolerance is broken
fresh_repeats: 5                # with `process: mixed`: this many run in new processes, in turn
log_every: 1s

# 5. Analysis: restricted maxima exclude loads above this, and samples after a collision.
restricted: {load: 75}
"""
