"""Sizes of a panel in pixels, which SVG and PNG share."""

__all__ = ["LEFT", "PLOT_HEIGHT", "PLOT_SIZE_PX", "PLOT_WIDTH", "RIGHT", "TOP"]

# Narrow enough to be read on a phone nearly at full size.
PLOT_WIDTH, PLOT_HEIGHT = 356.0, 216.0
PLOT_SIZE_PX = (PLOT_WIDTH, PLOT_HEIGHT)
LEFT, RIGHT, TOP = 70.0, 14.0, 28.0
