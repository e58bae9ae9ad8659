"""Ray: an executor on a cluster (the extra `ray`).

General layout: `_ray_cluster` (the executor), `_connect`, `_probe` and `_answers` (reach a cluster,
or say why not), `_nodes` (machines, and how many workers fit on each), `_crew` (workers on
all machines), `_actor` (the worker's side), `_code` (machine code for the machines).

Why: ADR 32.
"""
