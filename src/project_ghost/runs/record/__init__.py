"""The recording of a run: channels, their descriptions, states, viewer messages."""
