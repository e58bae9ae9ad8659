"""The kinds of actors that a scenario may name."""
