"""Other simulators under study, each as an extra, and one that is wrong on purpose.

General layout: `sumo`, `mujoco`, `highway_env` (adapters, which import their simulator only
when a scene is prepared), `control` (faults that a study must find), `_settings` (reading
what study.yaml says).
"""
