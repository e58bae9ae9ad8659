"""The bytes of a run at a tick: format, validation, restore under a changed graph.

General layout: `_saved_state` (the content of a snapshot), `_format` (header, arrays, digest),
`_validation` (consistency of a snapshot), `_fork` (take over the state under a changed graph),
`_paranoid` (store and restore every tick).
"""
