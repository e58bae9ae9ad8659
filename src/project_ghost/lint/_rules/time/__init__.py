"""Rules on time that is not the simulation's, one per file.

`_words` has the names that mean time in float seconds, and those that mean integers.
"""
