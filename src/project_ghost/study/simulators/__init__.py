"""Adapters for other simulators, each as an extra, and one simulator that is wrong on purpose.

General layout: `sumo`, `mujoco`, `highway_env` (adapters, which import their simulator only
when a study needs it), `control` (faults that a study must find), `_settings` (reads the
settings in study.yaml).
"""
