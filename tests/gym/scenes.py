"""A small scene for tests of environments."""

from project_ghost.scenario import parse_scenario

# Cars that follow each other around a block, without a map.
LOOP = parse_scenario(
    """
version: 1
name: block
step: 50ms
duration: 20s
seed: 4
populations:
  traffic:
    kind: car
    count: 6
    speed_mps: 8
    start_speed_mps: 4
    driver: {kind: idm, variation: 0.2}
    routes:
      - {loop: true, waypoints: [[0, 0], [60, 0], [60, 40], [0, 40]]}
"""
)
