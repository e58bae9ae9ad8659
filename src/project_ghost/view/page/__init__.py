"""A recording as a page: one file of HTML that plays the run, without a server or a network.

General layout: `_scene` (what a recording shows: actors, lights, events, beliefs, plans), `_ground`
(its map), `_series` (signals to plot), `_difference` (how two runs part), `_packing` (numbers as
compressed text), `_html` (the page, with viewer.js and viewer.css), `_braille` (a picture of dots
for a terminal).
"""
