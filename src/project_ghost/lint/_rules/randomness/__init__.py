"""Rules on random numbers that do not come from the seed, one per file.

`_handed_on` finds modules that are passed as if they were generators.
"""
