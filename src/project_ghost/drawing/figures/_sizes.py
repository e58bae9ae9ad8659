"""Sizes and colours that both kinds of picture share."""

__all__ = ["DARK", "LEFT", "LIGHT", "PLOT_HEIGHT", "PLOT_SIZE_PX", "PLOT_WIDTH", "RIGHT", "TOP"]

# Pixels of a panel: narrow enough to be read on a phone without being made smaller by much.
PLOT_WIDTH, PLOT_HEIGHT = 356.0, 216.0
PLOT_SIZE_PX = (PLOT_WIDTH, PLOT_HEIGHT)
LEFT, RIGHT, TOP = 70.0, 14.0, 28.0

# Okabe and Ito's colours, which people with any colour vision can tell apart (2008), a little
# darker or lighter where the ground asks for it.
LIGHT = ("#0072b2", "#d55e00", "#008563", "#b3588d", "#a67300", "#2a8bbf", "#6a3d9a", "#7a4a08")
DARK = ("#56b4e9", "#ff8a3d", "#2fc79b", "#e49cc5", "#f0b429", "#8fd0ff", "#b795e6", "#d9a05b")
