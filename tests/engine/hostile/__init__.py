"""Components that try to make interpreted and compiled code differ.

General layout: `refused` (known to differ: refused when the engine is made), `interpreted` (not
known to agree: never compiled), `equal` (the same bits in both), `stopping` (the same error in
both), `users` (numerical code as people write it), `bench` (a graph of such functions).
"""
