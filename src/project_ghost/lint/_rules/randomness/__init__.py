"""Rules on random numbers that do not come from the seed, one per file.

`_passed_modules` finds modules that are passed on as generators, `_seeders` lists what takes a
seed, `_libraries` which functions of libraries draw, `_seeded` finds draws that are seeded or that
nobody minds, `_global_seeding` what a package seeds for all, `_sources` which parameters take a
seed, `_entries` which entries of tables hold none, `_optional` decides whether a value may be None,
`_tables` whether it is a table, `_identifier_uses` whether an identifier affects a result.
"""
