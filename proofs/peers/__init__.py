"""Studies of other simulators, and their expected results."""
