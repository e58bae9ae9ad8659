"""The model of a map: roads, lanes, furniture, and what follows from them.

General layout: `_turn`, `_lane`, `_furniture`, `_road_map`, `_pickled` (what a map consists of),
`_roadblocks`, `_intersections`, `_layers` (what follows from it).
"""
