"""A model of cars."""

from project_ghost.models.vehicles import KinematicBicycles


class Carts(KinematicBicycles):
    """One of Ghost's own under another name."""
