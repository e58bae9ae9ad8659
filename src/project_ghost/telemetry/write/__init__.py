"""Write recordings: recorder, chunk order, part files, digests, typed sink.

General layout: `_recorder` (records a run), `_windows` (the order of chunks), `_part_file` (a file
that gets its name when it is complete), `_digest` (digests of content), `_sink` (typed messages).
"""
