"""Ghost: a deterministic, multi-rate, closed-loop vehicle simulator.

General layout, from the ground up; a room imports only from rooms below it, and
`tests/test_architecture.py` holds the exact table:

- `core`: errors, levels, time, randomness, portable mathematics, compiled code, the bus.
- `hal`, `state`: messages shared with hardware; the state of a vehicle, frames, rotations.
- `telemetry`: recordings: canonical encoding, MCAP, content hashes.
- `analysis`: pure functions over recordings and traces: how far repeats are apart.
- `engine`: components, graphs, the schedule, execution, snapshots; `engine.blocks` to wire.
- `testing`: what users check their own components with.
- `world`: bodies, geometry, contacts, maps, navigation, traffic lights.
- `models`: vehicles, people, aircraft, sensors, controllers, disturbances.
- `scenario`: what is simulated, as a file and as a graph.
- `runs`: a scenario run, recorded, and what can be done with it afterwards.
- `lint`: the determinism linter; it reads source, and imports nothing of a simulation.
- `cli`: the `ghost` command, one thin file per subcommand.

This package re-exports nothing: each public name has one home, and importing
`project_ghost` costs nothing.
"""

__version__ = "0.1.0"
