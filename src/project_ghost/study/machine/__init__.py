"""The machine of a study: abilities, background load, GPUs, utilisation.

General layout: `_machine` (privileges, memory checks), `_background` (CPU load), `_memory`
(placement on NUMA nodes), `_gpu` (GPU load and memory), `_usage` (utilisation and latency, logged).
"""
