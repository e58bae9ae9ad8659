"""What to check: configuration, selected rules, files."""
