"""Chunks: several short tasks that a process gets at once.

General layout: `_chunk` (what is sent there and back), `_backlog` (which tasks go next, and how
many), `_settle` (what becomes of a task that failed), `_dispatch` (the loop of all executors with
processes), `_crew` (processes, as the loop sees them), `_memory` (how many fit into memory).

Why: ADR 32.
"""
