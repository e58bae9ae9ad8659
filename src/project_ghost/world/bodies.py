"""The columns of the arrays that actors share: `bodies`, one row per actor, and `spawns`.

A table of actors is one array of floats, shape (capacity, BODY_WIDTH). A row is alive or
free; a free row keeps its last values except ALIVE. SERIAL is an integer that the table
never reuses, and -1.0 in rows that were never used.

X, Y, Z are the centre of mass, which is the centre of the footprint, in metres east, north
and up; YAW in radians from east, anticlockwise; VX, VY, VZ in m/s along the same axes as the
position; YAW_RATE in rad/s; ROUTE the index of the actor's route in its driver's table, -1.0
for none.
"""

__all__ = [
    "ALIVE",
    "BODY_WIDTH",
    "IN_ROW",
    "ROUTE",
    "SERIAL",
    "SPAWN_ROUTE",
    "SPAWN_SPEED",
    "SPAWN_WANTED",
    "SPAWN_WIDTH",
    "SPAWN_X",
    "SPAWN_Y",
    "SPAWN_YAW",
    "VX",
    "VY",
    "VZ",
    "YAW",
    "YAW_RATE",
    "X",
    "Y",
    "Z",
]

ALIVE = 0
SERIAL = 1
X = 2
Y = 3
Z = 4
YAW = 5
VX = 6
VY = 7
VZ = 8
YAW_RATE = 9
ROUTE = 10
BODY_WIDTH = 11

# The columns of a table's input `spawns`, one row per slot: where WANTED is not 0, an actor
# is spawned at X, Y with YAW, SPEED (m/s along its yaw) and ROUTE. It gets a free row and the next
# serial; where WANTED is IN_ROW + i, the row i, whose only actor it is, and the serial i.
SPAWN_WANTED = 0
SPAWN_X = 1
SPAWN_Y = 2
SPAWN_YAW = 3
SPAWN_SPEED = 4
SPAWN_ROUTE = 5
SPAWN_WIDTH = 6
IN_ROW = 2.0
