"""Rules on random numbers that do not come from the seed, one per file.

`_passed_modules` finds modules that are passed on as generators, `_seeders` lists what takes a
seed, `_libraries` which functions of libraries draw, `_distributions` samples of distributions of
unknown type, `_commands` programs that are told to seed themselves. `_seeded` finds draws that are
seeded or that nobody minds: `_names` those that become names, `_shapes` tensors of which only the
shape counts, `_pictures` what is only seen, `_unread` what decides nothing. `_global_seeding` says
what a file seeds, `_sources` which parameters take a seed, `_entries` which entries of tables hold
none, `_optional` whether a value may be None, `_tables` whether it is a table, `_identifier_uses`
whether an identifier affects a result. `_layers` knows layers that draw their weights,
`_framework_seeding` whether a package seeds its framework, `_agent_models` models that draw from
entropy, `_spaces` spaces with generators of their own, `_signatures` which parameters of a project
take a seed.
"""
