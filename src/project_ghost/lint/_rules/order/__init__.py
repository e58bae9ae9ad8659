"""Rules on arbitrary orders, one per file.

`_escape` decides whether the arbitrary order of an iterable affects a result (`_effects` has the
words for that, `_callables` what functions do with an order), `_callers` what the callers of a
function do with the order that it returns, `_loops` whether a loop's body gives the same result in
any order, `_own` which files belong to one element of a loop, `_work` which loop works a list off,
`_messages` which texts people read, `_keys` whether a sort key can tie, `_sql` whether a query
orders its rows, `_single` whether a set has one element, `_elements` whether it holds strings or
objects, `_given` which functions give their callers an arbitrary order; `_listings` names the
functions that list files, `_listed` says what their order affects, `_sorting` mends an order where
`_comparable` finds that the elements can be sorted, `_hash_uses` says where a hash goes, `_names`
whether a value becomes a part of a name.

Of loops, `_folds` knows what is folded to the same in any order, `_commuting` which functions may
be called for the elements in any order, `_numbering` which number their elements, `_taking` which
stop at the first that fits, `_drawing` which draw for their elements, `_sums` which add up
fractions, `_tickets` which store each result under its own key. Of values, `_reported` knows which
are only tested, counted or reported, `_reordered` which are put in order by positions, `_literals`
where literals go that hold them, `_comprehensions` what a comprehension makes of them; `_patterns`
says whether a pattern can match several files, `_waits` what completed first, `_queues` which
messages of several processes are kept as they arrive, `_threads` what several threads fill.
`_awaited` knows which work is waited for at once. `_chores` knows functions whose order nobody
needs.
"""
