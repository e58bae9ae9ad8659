"""Rules on arbitrary orders, one per file.

`_escape` decides whether the arbitrary order of an iterable affects a result, `_loops` whether a
loop's body gives the same result in any order, `_keys` whether a sort key can tie, `_sql` whether
a query orders its rows, `_single` whether a set has one element, `_elements` whether it holds
strings or objects, `_given` which functions return a list in an arbitrary order; `_listings` names
the functions that list files, `_sorting` mends an order, `_hash_uses` says where a hash goes.
"""
