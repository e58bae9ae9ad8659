"""The columns of the arrays between a planner and its vehicle: `plan` and `ego`.

A plan is a table of fixed capacity, so that it is a signal like any other: in the hash chain, in
snapshots, in the recording. Its first `count` rows are in use, with rising times; the others are 0.
Times are nanoseconds of the run, exact as floats up to 2^53.

Both tables describe the middle of the rear axle: X, Y in metres east and north, YAW in radians from
east, anticlockwise; VX, VY and AX, AY along and across the vehicle; STEERING is the angle of the
front wheels.
"""

__all__ = [
    "EGO_AX",
    "EGO_AY",
    "EGO_STEERING",
    "EGO_STEERING_RATE",
    "EGO_VX",
    "EGO_VY",
    "EGO_WIDTH",
    "EGO_X",
    "EGO_Y",
    "EGO_YAW",
    "EGO_YAW_ACCELERATION",
    "EGO_YAW_RATE",
    "PLAN_AX",
    "PLAN_AY",
    "PLAN_ROWS",
    "PLAN_STEERING",
    "PLAN_TIME",
    "PLAN_VX",
    "PLAN_VY",
    "PLAN_WIDTH",
    "PLAN_X",
    "PLAN_Y",
    "PLAN_YAW",
]

PLAN_ROWS = 128
PLAN_TIME = 0
PLAN_X = 1
PLAN_Y = 2
PLAN_YAW = 3
PLAN_VX = 4
PLAN_VY = 5
PLAN_AX = 6
PLAN_AY = 7
PLAN_STEERING = 8
PLAN_WIDTH = 9

EGO_X = 0
EGO_Y = 1
EGO_YAW = 2
EGO_VX = 3
EGO_VY = 4
EGO_AX = 5
EGO_AY = 6
EGO_YAW_RATE = 7
EGO_YAW_ACCELERATION = 8
EGO_STEERING = 9
EGO_STEERING_RATE = 10
EGO_WIDTH = 11
