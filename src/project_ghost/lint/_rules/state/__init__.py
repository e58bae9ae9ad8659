"""State that a seed and a snapshot do not know about."""
