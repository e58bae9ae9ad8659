"""A schedule for people: facts as values, and text.

General layout: `_summary` (facts as plain values), `_text` (text for a terminal).
"""
