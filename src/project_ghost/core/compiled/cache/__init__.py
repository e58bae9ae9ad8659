"""The cache of machine code, shared by all processes of a user.

General layout: `_fingerprint` hashes all that machine code depends on, and `_bytecode` tells what
that is; `_keys` are names of entries; `_folder` decides whether the cache's folder may be trusted,
`_sealed` reads and writes its files, `_notes` keeps small records in it, `_claims` shares work
between processes; `_prebuilt` is machine code that comes with the package; `_target` names what
machine code is made for; `_storage` finds and stores it; `_uses` tells which files are used, and
`_shipped` makes them ready for other machines; `_generated_module` makes modules of source;
`_cache` compiles them, or finds their machine code.

Why: ADR 5.
"""
