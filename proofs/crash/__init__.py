"""Runs that are killed at random moments, and the content of their recordings.

General layout: `writers` are the processes that record; `trial` kills one and judges the
file it left against the whole run.
"""
