"""The recording of a run: channels, states, viewer messages.

General layout: `_recorded` (a run with its recording), `_recording_callback` (a simulation that a
program drives), `_run_recorder` (writes what a run produces), `_feed` (gives it to any sink),
`_block_recorder` (many messages at once), `_channels` (channels and their schemas), `_states`
(signals as `VehicleState`), `_viewer` (messages for viewers).
"""
