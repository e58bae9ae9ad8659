"""Rules on arithmetic whose last bit depends on the machine, one per file.

`_methods` finds methods that are not portable, of arrays and of objects of unknown type. `_exact`
knows whole numbers, whose sums are exact in any order.
"""
