"""Read and write the MCAP container format.

General layout: `_records` defines the records' fields and bytes; `_message_block` holds many
messages at once; `_chunk` collects messages and `_writer` writes files; `_compression` compresses
chunks and limits their decompressed size; `_summary` tells where the records of a
complete file are; `_file` finds them in any file and iterates over its messages.

The format is specified at https://mcap.dev/spec; the tests compare this implementation with
the `mcap` library and its conformance files.

Why: ADR 14.
"""
