"""Rules on time of the host in place of simulated time, one per file.

`_time_names` has the names that denote times in float seconds, and those that denote integers.
"""
