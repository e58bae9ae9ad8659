"""Figures: panels with axes and marks, as SVG and as PNG.

General layout: `_figure` (the description), `_scales` (values along an axis), `_sizes` (sizes that
both drawers share), `_svg` and `_png` (the drawers).
"""
