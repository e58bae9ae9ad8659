"""Plants, sensors and controllers: physics, no scenarios.

General layout: `vehicles`, `pedestrians`, `rigid_body` and `quadrotor` (what moves),
`controllers` and `traffic` (what steers it), `sensors` and `truth` (what sees it),
`surface`, `wind` and `faults` (what disturbs it).
"""
