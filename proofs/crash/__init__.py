"""Runs that are killed at a moment nobody chose, and what their recordings hold.

General layout: `writers` are the processes that record; `trial` kills one and judges the
file it left against the whole run.
"""
