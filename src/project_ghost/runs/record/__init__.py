"""The recording of a run: channels, states, viewer messages.

General layout: `_recorded` (a run with its recording), `_recording_callback` (a simulation that a
program drives), `_run_recorder` (writes what a run produces), `_feed` (gives it to any sink),
`_block_recorder` (many messages at once), `_collected` (their bytes) and `_in_arena` (by compiled
code), `_channels` (channels and their schemas), `_states` (signals as `VehicleState`) and
`_state_rows` (many of these), `_viewer` (messages for viewers), `_actors` (who is at their poses).
"""
