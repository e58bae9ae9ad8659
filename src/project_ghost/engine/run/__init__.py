"""A run: the engine, its arrays, hosts, messages and failures.

General layout: `_engine` (the run), `_segments` (what runs next, with which code), `_store` (the
arrays), `_outbox` (messages and samples), `_hosts` and `_host_calls` (Python components),
`_chain_digest` (SHA-256 over the hash chain), `_failures` (error messages).
"""
