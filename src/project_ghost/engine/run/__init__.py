"""A run: the engine, its arrays, hosts, messages and failures.

General layout: `_engine` (the run), `_batch` (many of them together), `_segments` (what runs next,
with which code), `_first_ticks` (new machine code beside the interpreter) and `_verdicts` (what
came of it), `_store` (the arrays), `_outbox` (messages and samples), `_payloads` (what messages
contain), `_published_block` (many messages at once), `hosts` (Python components and ports),
`_chain_digest` (SHA-256 over the hash chain), `_failures` (error messages).
"""
