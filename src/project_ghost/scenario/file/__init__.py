"""Read and check scenario files.

General layout: `_load` (a file as a checked scenario), `_model` (sections and the types of their
keys), `section` (the base of every section), `ranges` (limits of each kind of number),
`_overrides` (values from the command line), `_resolved` (defaults that depend on other keys),
`_explain` (validation errors with file, line and key), `_schema` (the JSON Schema), `_canonical`
(one text per scenario), `_library` (the built-in scenarios), `named` (files that a scenario
names).
"""
