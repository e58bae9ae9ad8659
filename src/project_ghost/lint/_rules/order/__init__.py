"""Orders that nobody chose."""
