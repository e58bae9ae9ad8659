"""Studies of a simulator that is wrong on purpose."""
