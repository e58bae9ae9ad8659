"""A recorded run, opened again: verified, rerun, restarted, replayed, debugged."""
