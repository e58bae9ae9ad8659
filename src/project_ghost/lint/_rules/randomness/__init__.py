"""Numbers that come from outside the seed."""
