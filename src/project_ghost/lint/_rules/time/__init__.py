"""Time that is not the simulation's."""
