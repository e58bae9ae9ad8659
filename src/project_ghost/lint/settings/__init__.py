"""What to check: configuration, selected rules, files.

General layout: `_config` (`[tool.ghost.lint]`), `_selection` (rules by name), `_files`, `_globs`
and `_paths` (files of a command line).
"""
