"""New files for users.

General layout: `_component` and `_scenario_classes` (classes and tests), `_scenario`, `_study`
(YAML files), `_new_files` (writes them, and never over others).
"""
