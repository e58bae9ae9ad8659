"""A schedule as a table of operations, which one compiled loop executes for all schedules.

General layout: `_frame` (how machine code finds its arrays and tables), `_tables` (a schedule as
tables), `_entries` (source of the machine code of a Block's or Kernel's function), `_operations`
(steps that are the same for all components), `_messages` (messages and links), `_loop` (the loop
over ticks), `_program` (from tables to something that runs).

Why: ADR 26.
"""
