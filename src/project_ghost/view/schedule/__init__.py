"""The graph of a schedule as a picture.

General layout: `_layout` (positions of boxes, lanes and wires), `_svg` (the picture).
"""
