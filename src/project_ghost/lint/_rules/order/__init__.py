"""Rules on arbitrary orders, one per file.

`_escape` decides whether the order of something unordered has an effect, `_loops` whether a
loop's body gives the same result in any order, `_keys` whether a sort key can tie.
"""
