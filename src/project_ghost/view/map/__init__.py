"""A road map as a picture.

General layout: `_ground` (areas, lanes, crossings), `_svg` (the picture).
"""
