"""A run to look at: its contacts, actors and tables, and pictures and animations of it.

General layout: `_run` (a run as a notebook sees it), `_shown` (what pictures show), `_window` (the
part of the world that they show), `_svg` (all paths as one picture), `_frames` (the frames of an
animation), `_animated_svg` and `_film` (animations: SVG, GIF and MP4), `_trajectories` (text files
for other tools), `_messages` (the error for messages of other programs that do not fit).
"""
