"""Plane geometry of maps.

General layout: `_polyline`, `_outline`, `_edges`, `_sampling` (curves to polylines).
"""
