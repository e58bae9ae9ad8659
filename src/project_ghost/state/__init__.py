"""The state of a vehicle, and the frames and rotations it is given in."""
