"""New files for users.

General layout: `_component`, `_scenario_classes` and `_planner` (classes and tests), `_scenario`,
`_study` and `_sweep` (YAML files), `_new_files` (writes them, and never over others).
"""
