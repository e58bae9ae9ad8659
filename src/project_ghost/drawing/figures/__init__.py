"""Figures: panels with axes and marks, as SVG and as PNG."""
