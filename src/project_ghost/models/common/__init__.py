"""What several kinds of models share.

General layout: `actors` (the base of tables of actors), `rows` (their rows, which are spawned and
despawned), `routes` (routes, and positions along them), `slide` (sliding under friction, after an
impulse), `requirements` (checks that constructors share).
"""
