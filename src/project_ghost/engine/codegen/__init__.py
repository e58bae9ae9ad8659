"""The schedule as source, and that source as something that runs."""
