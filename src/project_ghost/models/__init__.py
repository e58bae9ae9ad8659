"""Plants, sensors and controllers: physics, no scenarios.

General layout: `vehicles`, `pedestrians`, `rigid_body` and `quadrotor` (plants), `controllers` and
`traffic` (drivers and spawners), `ego_control` (vehicles that drive a planner's plans), `actions`
(vehicles that actions from outside drive), `tracks` (recorded actors), `truth` and `sensors` (true
state and measurements), `surface`, `wind` and `faults` (disturbances), `plans` (the tables between
a planner and its vehicle), `common` (shared parts).
"""
