"""Reading and checking scenario files.

General layout: `section` (what every part of a file is made of), `ranges` (how large each kind
of number may be), `_load` (a file as a checked scenario), `_overrides` (values from the command
line), `_explain` (errors of the validation with file, line and key), `_rules` and
`_estimator_rules` (what must hold between the parts), `_canonical` (one text for one scenario),
`_library` (the built-in scenarios, files in builtin/).
"""
