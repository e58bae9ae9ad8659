"""What several kinds of models share.

General layout: `rows` (tables of actors: rows that are spawned and despawned), `routes` (routes,
and positions along them), `slide` (sliding under friction, after an impulse), `requirements`
(checks that constructors share).
"""
