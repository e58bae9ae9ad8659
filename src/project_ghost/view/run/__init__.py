"""The paths of a run on its map as a picture.

General layout: `_paths` (one path per actor), `_svg` (the picture).
"""
