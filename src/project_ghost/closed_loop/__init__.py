"""Planners in the loop: simulations that ask a planner, and metrics that judge it.

Names and behaviour are those of nuPlan's devkit; underneath is the one engine and its ports.

General layout: `states` (times, poses, the ego, objects), `geometry`, `path`, `map`,
`trajectory` (what planners answer), `observation` (what they see), `occupancy` (who is near),
`planner`, `predictor`, `scenario`, `controller` (how the ego drives a plan), `simulation`
(simulations that ask a planner), `history` (what has happened), `callback` and `runner` (who
watches and runs them), `metrics` (what judges their runs), `challenges` (controllers and
observations by name), `nuplan_names` (nuPlan's modules), `errors`.
"""
