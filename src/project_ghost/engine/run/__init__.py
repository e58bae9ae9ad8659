"""A run: the engine, its arrays, hosts, messages, hash chain and failures.

General layout: `_engine` (the run), `_segments` (what runs next, with which code), `_store` (the
arrays), `_outbox` (messages and samples),
`_hosts` and `_host_calls` (Python components), `_hash_chain` and `_chain_digest` (links and their
SHA-256), `_interpolation` (values between samples), `_float_errors` (division by zero and NaN in
interpreted kernels), `_failures` (error messages).
"""
