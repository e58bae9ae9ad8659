"""Describe a schedule, as plain values and as text.

General layout: `_summary` (facts as plain values), `_text` (text for a terminal).
"""
