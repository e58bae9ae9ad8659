"""Record a run: channels, vehicle states, viewer messages."""
