"""The columns of a vehicle table's output `motion`, one row per actor."""

from project_ghost.engine import RecordField

SPEED = 0  # m/s of the centre (kinematic) or along the axis (single-track); < 0 backwards
STEERING = 1  # rad, the front wheels' angle, positive to the left
ACCELERATION = 2  # m/s2, of drive and brakes, after all limits
SLIP = 3  # rad, from the vehicle's axis to its velocity at the centre
MOTION_WIDTH = 4

# The columns of the inputs `command` and `stuck`.
COMMAND_STEERING = 0
COMMAND_ACCELERATION = 1
COMMAND_FIELDS = (
    RecordField("steering_rad", "commanded angle of the front wheels, positive to the left", "rad"),
    RecordField("acceleration_mps2", "commanded acceleration along the car", "m/s2"),
)
