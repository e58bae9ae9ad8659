"""Ghost: a deterministic, multi-rate, closed-loop vehicle simulator.

General layout, from the ground up; a room imports only from rooms below it, and
`tests/test_architecture.py` holds the exact table:

- `core`: errors, levels, time, randomness, portable mathematics, the bus.
- `lint`: the determinism linter; it reads source, and imports nothing of a simulation.
- `cli`: the `ghost` command, one thin file per subcommand.

This package re-exports nothing: each public name has one home, and importing
`project_ghost` costs nothing.
"""

__version__ = "0.1.0"
