"""Studies of other simulators, and what is expected of them."""
