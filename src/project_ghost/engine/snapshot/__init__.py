"""The bytes of a run at a tick: format, validation, restore under a changed graph."""
