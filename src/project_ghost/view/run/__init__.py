"""A run to look at: its contacts, actors and tables, and its paths on the map as a picture.

General layout: `_run` (a run as a notebook sees it), `_paths` (one path per actor), `_svg` (the
picture), `_trajectories` (text files for other tools).
"""
